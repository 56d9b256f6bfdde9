import type { Operation } from '#changes/operation.ts'
import type { Companion } from '#changes/server/changes.ts'
import type { Member } from '#environments/environment.ts'
import type { Model } from '#entities/model.ts'
import type { RecordsContext } from '#records/server/freshModel.ts'
import type { ImportFiles } from '#records/exchange/server/import/importFiles.ts'
import type { JobActor, JobCause, EnvironmentSchema } from '#jobs/server/jobs.ts'

/** A member who imports. */
export type ImportActor = JobActor & {
  /** The time zone of the one who imports, where it is known. */
  readonly timeZone?: string | undefined
  readonly member: Pick<Member, 'id' | 'unitId' | 'administrator' | 'developerMode' | 'heldRights' | 'accessVersion'>
  /** The member as it stands in the database now, for when rights have changed since. */
  readonly renewed?: () => Promise<Member>
}

/** What imports need of the world above and beside them; passed in by main. */
export type ImportDeps = {
  readonly files: ImportFiles
  /** The largest file, in bytes. */
  readonly largest: number
  /** The definitions as they stand in the database. */
  readModel(actor: ImportActor): Promise<Model>
  /** Applies a change set of the actor's; answers its id. */
  applyChange(actor: ImportActor, operations: readonly Operation[]): Promise<string>
  /** Undoes a change set, and in the same transaction what goes with it; throws when later changes depend on it. */
  undoChange(actor: ImportActor, changeId: string, companion?: Companion<Model>): Promise<void>
  /** The member as whom a job goes on, long after the request; throws when it is a member no more. */
  actorOf(environment: EnvironmentSchema, memberId: string, cause: JobCause): Promise<ImportActor>
  /** Told of the table that rows were loaded into. */
  loaded(actor: ImportActor, table: string): void
  /** Wakes the runner of jobs. */
  wake(): void
}

/** What taking an import back needs beside that. */
export type UndoDeps = ImportDeps & {
  /** What the actor is to the use cases of records. */
  recordsOf(actor: ImportActor): Promise<RecordsContext>
}
