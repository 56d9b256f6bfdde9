import type { JobCause, EnvironmentSchema } from '#jobs/server/jobs.ts'
import type { NamesOf } from '#environments/server/environments.ts'
import type { RecordsContext } from '#records/server/freshModel.ts'

/** A member who works on many records at once. */
export type WorkContext = RecordsContext & { readonly namesOf: NamesOf }

/** Dependencies of work on many records; passed in by main. */
export type WorkDeps = {
  /** Signs page tokens. */
  readonly secret: string
  /**
   * The context of the member as whom a job runs, long after the request. Throws `job.personLeft` when the person may
   * no longer sign in or is no longer a member. `timeZone` is the zone of the original request, so that a day means the
   * same as on the screen; undefined: the member's own setting.
   */
  contextOf(environment: EnvironmentSchema, memberId: string, cause: JobCause, timeZone?: string): Promise<WorkContext>
  /** Undoes an import together with the definitions that the import created. Returns the id of the job. */
  undoImport(context: WorkContext, importId: string): Promise<string>
  /** Wakes the job runner. */
  wake(): void
}
