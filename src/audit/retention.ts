import * as z from 'zod/mini'

/** How long the log is kept where nobody has said anything else, in days. */
export const usualRetention = 365
export const shortestRetention = 30
export const longestRetention = 3650

/** How long the log of an environment is kept: whole months go, once the last day of one is older than so many days. */
export const retentionSchema = z.strictObject({
  days: z.int().check(z.minimum(shortestRetention), z.maximum(longestRetention)),
})
export type Retention = z.output<typeof retentionSchema>
