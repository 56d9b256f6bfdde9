import type { ErrorBody } from '#faults/wire.ts'

export type JobState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'

/** Progress of a job, in numbers; `total` is null while unknown. `phase` is a word of the job's kind. */
export type JobProgress = { readonly done: number; readonly total: number | null; readonly phase: string }

/** A background job of an environment, as answered by the API. */
export type Job = {
  readonly id: string
  readonly kind: string
  /** Values of the title `jobs.title.<kind>`, such as the file. */
  readonly title: Readonly<Record<string, string | number>>
  readonly state: JobState
  readonly progress: JobProgress
  /** The result; its shape belongs to the kind. */
  readonly result: Readonly<Record<string, unknown>> | null
  readonly error: JobError | null
  /** Why a started job waits for another attempt; null while nothing delays the job. */
  readonly waits_for: JobError | null
  /** Somebody asked for its end, which it has not come to yet. */
  readonly cancelling: boolean
  readonly by_id: string
  /** Name of the job's author; null for an unknown person. */
  readonly by: string | null
  readonly attempt: number
  readonly created_on: string
  readonly started_on: string | null
  readonly ended_on: string | null
}

/** Why a job failed, or waits: a fault of the catalogue with its values, to be said in the reader's language. */
export type JobError = {
  readonly code: string
  readonly parameters: Readonly<Record<string, string | number>>
  readonly target?: string
  readonly message?: ErrorBody['error']['message']
}

const ended: ReadonlySet<JobState> = new Set(['succeeded', 'failed', 'cancelled'])

/** Whether nothing more will happen to the job. */
export function isEnded(job: Pick<Job, 'state'>): boolean {
  return ended.has(job.state)
}

/** The part that is done, from 0 to 1; null while the total is not known. */
export function shareDone({ progress, state }: Pick<Job, 'progress' | 'state'>): number | null {
  if (state === 'succeeded') return 1
  const { done, total } = progress
  if (total === null || total <= 0) return null
  return Math.min(1, done / total)
}
