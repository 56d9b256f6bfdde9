import type { Cause } from '#environments/cause.ts'
import type { CountQuery, OperationKind } from '#changes/operation.ts'
import type { ChangeReach } from '#changes/server/changes.store.ts'
import type { Conversion, CountedImpact, DependantRecord } from '#changes/wire.ts'
import type { Activity } from '#environments/activity.ts'
import type { Context } from '#platform/server/context.ts'
import type { Executor, Transaction } from '#platform/server/database/database.ts'

/** Where and by whom definitions are changed; a member's context has all of it. */
export type ChangeContext = Pick<Context, 'database' | 'now' | 'newId' | 'log'> & {
  readonly environment: ChangedEnvironment
  /** Who asks, with what their roles allow: each operation asks for its own activity. */
  readonly member: { readonly id: string; readonly heldRights: { readonly activities: ReadonlySet<Activity> } }
  readonly cause: Cause
  /** What takes long of the change was done before, beside running reads and writes. */
  readonly isPrepared?: true
  /** Why the change is made although what guards it says no. */
  readonly overrideReason?: string
}
export type ChangedEnvironment = { readonly id: string; readonly schema: string; readonly collation: string }

/** What change sets need to know of the definitions that they change: a model, its store and its tables. */
export type Definitions<Model> = {
  readonly kinds: readonly OperationKind<Model>[]
  /** The model as it now stands, in one snapshot. */
  load(executor: Executor, environment: ChangedEnvironment): Promise<Model>
  save(transaction: Transaction, environment: ChangedEnvironment, change: SavedChange<Model>): Promise<void>
  /** The DDL that leads from the first model to the last one. */
  migrate(
    transaction: Transaction,
    environment: ChangedEnvironment,
    models: readonly Model[],
    isPrepared: boolean,
  ): Promise<void>
  /** The same for new types alone. */
  convert(executor: Executor, environment: ChangedEnvironment, models: readonly Model[]): Promise<Conversion[]>
  /** What else would have to go for these operations to hold, as far as they delete something. */
  dependantsOf(model: Model, operations: readonly unknown[]): readonly DependantRecord[]
  /** The entities that differ between two models. */
  touched(before: Model, after: Model): readonly string[]
  /** Refuses a change for what stands outside the definitions, such as sentences about rights that it would break. */
  permit(transaction: Transaction, context: ChangeContext, after: Model): Promise<void>
  /** Whether the DDL would hold up reads and writes for longer than they may be, so that it must be prepared beside them. */
  isLong(executor: Executor, environment: ChangedEnvironment, models: readonly Model[]): Promise<boolean>
  /** How many rows each of the questions is about; what is not there yet has none. */
  count(executor: Executor, environment: ChangedEnvironment, queries: readonly CountQuery[]): Promise<readonly number[]>
  /** What leading the tables through these models would do to stored values. */
  examine(executor: Executor, environment: ChangedEnvironment, models: readonly Model[]): Promise<Examination>
  /** Whether statements that were compiled for the one model still hold for the other. */
  reachOf(before: Model, after: Model): ChangeReach
  /** Called after the commit with the model in force: caches follow, indexes are made. Never throws. */
  committed(environment: ChangedEnvironment, model: Model): void
}
export type SavedChange<Model> = {
  readonly before: Model
  readonly after: Model
  readonly version: number
  readonly changeId: string
  readonly on: Date
}
/** What a change does to stored values, and what it means for records beside that. */
export type Examination = {
  readonly impact: readonly CountedImpact[]
  readonly conversions: readonly Conversion[]
}
