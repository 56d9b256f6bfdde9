import * as z from 'zod/mini'

/** Default retention of the log, in days. */
export const usualRetention = 365
export const shortestRetention = 30
export const longestRetention = 3650

/**
 * Retention of an environment's log: a month is dropped as a whole, once its last day is older than this number of
 * days.
 */
export const retentionSchema = z.strictObject({
  days: z.int().check(z.minimum(shortestRetention), z.maximum(longestRetention)),
})
export type Retention = z.output<typeof retentionSchema>
