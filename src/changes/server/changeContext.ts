import type { Cause } from '#environments/cause.ts'
import type { CountQuery, OperationKind } from '#changes/operation.ts'
import type { ChangeReach } from '#changes/server/changes.store.ts'
import type { Conversion, CountedImpact, DependantRecord } from '#changes/wire.ts'
import type { Activity } from '#environments/activity.ts'
import type { Context } from '#platform/server/context.ts'
import type { Executor, Transaction } from '#platform/server/database/database.ts'

/** Context of a definition change; a member's context fulfils the type. */
export type ChangeContext = Pick<Context, 'database' | 'now' | 'newId' | 'log'> & {
  readonly environment: ChangedEnvironment
  /** The member, with the activities that the member's roles allow: each operation requires its own activity. */
  readonly member: { readonly id: string; readonly heldRights: { readonly activities: ReadonlySet<Activity> } }
  readonly cause: Cause
  /** The slow part of the change was prepared earlier, concurrently with reads and writes. */
  readonly isPrepared?: true
  /** Reason for making the change despite a failing check. */
  readonly overrideReason?: string
}
export type ChangedEnvironment = { readonly id: string; readonly schema: string; readonly collation: string }

/** What change sets need from the definitions that they change: a model, its store and its tables. */
export type Definitions<Model> = {
  readonly kinds: readonly OperationKind<Model>[]
  /** The current model, read in one snapshot. */
  load(executor: Executor, environment: ChangedEnvironment): Promise<Model>
  save(transaction: Transaction, environment: ChangedEnvironment, change: SavedChange<Model>): Promise<void>
  /** Runs the DDL that migrates the tables through the given models. */
  migrate(
    transaction: Transaction,
    environment: ChangedEnvironment,
    models: readonly Model[],
    isPrepared: boolean,
  ): Promise<void>
  /** Runs only the type conversions of the models. */
  convert(executor: Executor, environment: ChangedEnvironment, models: readonly Model[]): Promise<Conversion[]>
  /** Further definitions that must be deleted before the operations' deletions are valid. */
  dependantsOf(model: Model, operations: readonly unknown[]): readonly DependantRecord[]
  /** The entities that differ between two models. */
  touched(before: Model, after: Model): readonly string[]
  /** Refuses a change for reasons outside the definitions, such as failing permission tests. */
  permit(transaction: Transaction, context: ChangeContext, after: Model): Promise<void>
  /** Whether the DDL would block reads and writes for too long, so that it must be prepared concurrently. */
  isLong(executor: Executor, environment: ChangedEnvironment, models: readonly Model[]): Promise<boolean>
  /** Row counts for the given queries; 0 for tables and columns that do not exist yet. */
  count(executor: Executor, environment: ChangedEnvironment, queries: readonly CountQuery[]): Promise<readonly number[]>
  /** Effects on stored values of migrating the tables through these models. */
  examine(executor: Executor, environment: ChangedEnvironment, models: readonly Model[]): Promise<Examination>
  /** Whether statements compiled for the first model are still valid for the second. */
  reachOf(before: Model, after: Model): ChangeReach
  /** Called after the commit with the new model: updates caches, creates indexes. Never throws. */
  committed(environment: ChangedEnvironment, model: Model): void
}
export type SavedChange<Model> = {
  readonly before: Model
  readonly after: Model
  readonly version: number
  readonly changeId: string
  readonly on: Date
}
/** Effects of a change on stored values and on records. */
export type Examination = {
  readonly impact: readonly CountedImpact[]
  readonly conversions: readonly Conversion[]
}
