import * as z from 'zod/mini'

/**
 * What makes a write happen: a request of a member, an import, work on many records, a restore, an undo, sample data, a run
 * of an automation, a maintenance task of the installation, the assistant, a webhook, an endpoint or a package.
 */
export const causeKinds = [
  'request',
  'import',
  'bulk',
  'restore',
  'undo',
  'demo',
  'automation',
  'system',
  'assistant',
  'webhook',
  'endpoint',
  'package',
] as const
export type CauseKind = (typeof causeKinds)[number]

/** Longest chain of runs that may lead to a write (product ruling 2.8): a deeper run is refused. */
export const deepestChain = 8

const chainSchema = z
  .strictObject({
    /** Ids of the runs that led to the write, the first one first. */
    runs: z.readonly(z.array(z.uuid()).check(z.minLength(1), z.maxLength(deepestChain))),
    /** Number of steps from the first cause to the write; more than the runs where a run of another environment led here. */
    depth: z.int().check(z.gte(1), z.lte(deepestChain)),
  })
  .check(z.refine(({ runs, depth }) => depth >= runs.length))

/** Stored with each write as JSON, so that all writes of one cause can be undone as a unit. */
export const causeSchema = z.strictObject({
  kind: z.enum(causeKinds),
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  /** Absent where no run led to the write. */
  chain: z.optional(chainSchema),
})
export type Cause = Readonly<z.output<typeof causeSchema>>

/** The part of a cause that readers of a record are told: a run may belong to an automation that is hidden from them. */
export type CauseKey = Pick<Cause, 'kind' | 'id'>

export function causeKey({ kind, id }: CauseKey): CauseKey {
  return { kind, id }
}

/** The cause of what a job writes, in the chain of runs that led to the job. */
export function jobCause(kind: CauseKind, id: string, { chain }: Cause): Cause {
  return chain ? { kind, id, chain } : { kind, id }
}
