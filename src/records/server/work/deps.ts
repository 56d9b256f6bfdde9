import type { JobCause, EnvironmentSchema } from '#jobs/server/jobs.ts'
import type { NamesOf } from '#environments/server/environments.ts'
import type { RecordsContext } from '#records/server/freshModel.ts'

/** A member who works on many records. */
export type WorkContext = RecordsContext & { readonly namesOf: NamesOf }

/** What work on many records needs of the world above; passed in by main. */
export type WorkDeps = {
  /** Signs the tokens of pages. */
  readonly secret: string
  /**
   * The member as whom a job goes on, long after the request; throws `job.personLeft` when they may not sign in any more or
   * are no longer a member. `timeZone` is the one that the request was made in, so that a day means what it meant on the
   * screen; without it the one that the member has set.
   */
  contextOf(environment: EnvironmentSchema, memberId: string, cause: JobCause, timeZone?: string): Promise<WorkContext>
  /** Takes an import back, which knows what else it made; answers the job. */
  undoImport(context: WorkContext, importId: string): Promise<string>
  /** Wakes the runner of jobs. */
  wake(): void
}
