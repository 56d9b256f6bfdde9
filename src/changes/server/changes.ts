import type { Author, Operation, OperationKind, Sentence } from '#changes/operation.ts'
import { planChange, type Plan } from '#changes/plan.ts'
import * as store from '#changes/server/changes.store.ts'
import type { StoredChange } from '#changes/server/changes.store.ts'
import type { ChangeContext, Definitions, Examination } from '#changes/server/changeContext.ts'
import { foretold, meaningOf } from '#changes/server/impact.ts'
import { lockDefinitions } from '#changes/server/lockDefinitions.ts'
import { requireOperations, visibleChange } from '#changes/server/changeRights.ts'
import { activitiesOf } from '#changes/activities.ts'
import { undoable } from '#changes/server/undoable.ts'
import type { DependantRecord } from '#changes/wire.ts'
import type { Activity } from '#environments/activity.ts'
import { fault, refuseIf, type Problem } from '#faults/fault.ts'
import type { Transaction } from '#platform/server/database/database.ts'

export type { ChangeContext, ChangedEnvironment, Definitions, Examination } from '#changes/server/changeContext.ts'
export { lockDefinitions } from '#changes/server/lockDefinitions.ts'

export type AppliedChange<Model> = {
  readonly id: string
  readonly modelVersion: number
  /** The operations as applied, with generated ids. */
  readonly operations: readonly Operation[]
  readonly sentences: readonly Sentence[]
  readonly model: Model
}
export type Preview = Examination & {
  readonly problems: readonly Problem[]
  readonly dependants: readonly DependantRecord[]
  readonly sentences: readonly Sentence[]
}
export type ApplyOptions<Model> = {
  readonly note?: string | undefined
  readonly author?: Exclude<Author, 'undo'>
  readonly companion?: Companion<Model>
}
/** A requested change: new operations, or the undo of an earlier change. */
export type AskedChange = { readonly operations: readonly unknown[] } | { readonly undo: string }
/** A change prepared concurrently with reads and writes, as stored in its job. */
export type LaterChange = AskedChange & {
  readonly note?: string | undefined
  readonly overrideReason?: string | undefined
}

/** The use cases of change sets over one model. */
export type ChangeSets<Model> = {
  /** The activities of all operation kinds: a member with any of these may change something. */
  readonly activities: readonly Activity[]
  /**
   * Applies all operations with their DDL and history in one transaction, or none. Throws all problems, with targets
   * like `operations.0.name`.
   */
  apply(
    context: ChangeContext,
    operations: readonly unknown[],
    options?: ApplyOptions<Model>,
  ): Promise<AppliedChange<Model>>
  /** The effects of `apply` or `undo`, without changing anything. */
  preview(context: ChangeContext, asked: AskedChange): Promise<Preview>
  /** The plan of a change; throws its problems. */
  plan(context: ChangeContext, asked: AskedChange): Promise<Plan<Model>>
  /** The changes visible to the member, newest first; `before` is the last model version of the previous page. */
  history(context: ChangeContext, filter: Omit<store.ChangeFilter, 'held'>): Promise<StoredChange[]>
  /** The authors of changes visible to the member. */
  people(context: ChangeContext): Promise<store.ChangedBy[]>
  /** One change, as far as visible to the member. */
  change(context: ChangeContext, changeId: string): Promise<StoredChange>
  /**
   * Undoes a change by a new change set with the inverse operations. Throws `change.dependants` with the later changes
   * that prevent the undo.
   */
  undo(
    context: ChangeContext,
    changeId: string,
    note?: string,
    companion?: Companion<Model>,
  ): Promise<AppliedChange<Model>>
  /**
   * Runs work without a history entry, such as changes of personal views, under the exclusive lock of definitions and
   * on the current model.
   */
  aside<Result>(
    context: ChangeContext,
    work: (transaction: Transaction, model: Model) => Promise<Result>,
  ): Promise<Result>
}

/** Work in the same transaction as a change, before the definitions are replaced. An error aborts both. */
export type Companion<Model> = (
  transaction: Transaction,
  models: { readonly before: Model; readonly after: Model; readonly changeId: string },
) => Promise<void>

export function changeSets<Model>(definitions: Definitions<Model>): ChangeSets<Model> {
  return {
    activities: [...new Set(definitions.kinds.map(({ activity }) => activity))],
    aside: ({ database, environment }, work) =>
      lockDefinitions(database, async (transaction) => {
        await transaction.execute({ text: `set local lock_timeout = '3s'` })
        await store.lockVersion(transaction, environment.schema)
        return work(transaction, await definitions.load(transaction, environment))
      }),
    async apply(context, operations, { note, author = 'maker', companion } = {}) {
      const { kinds } = definitions
      if (author !== 'system') requireOperations(kinds, operations, context.member.heldRights.activities)
      return inTurn(definitions, context, async (turn) => {
        const plan = planChange(turn.before, operations, { ...turn.planning, author })
        refuseIf(plan.problems)
        await definitions.permit(turn.transaction, context, plan.after)
        await refuseLong(definitions, context, turn, plan)
        await companion?.(turn.transaction, {
          before: turn.before,
          after: plan.after,
          changeId: turn.planning.changeId,
        })
        return finish(definitions, context, turn, plan, { note: note ?? null, undoes: null })
      })
    },
    async preview(context, asked) {
      const plan = await planOf(definitions, context, asked)
      const dependants = 'undo' in asked ? [] : definitions.dependantsOf(plan.models[0], asked.operations)
      const { database, environment } = context
      const { problems, sentences } = plan
      return { ...(await foretold(definitions, database, environment, plan)), problems, sentences, dependants }
    },
    async plan(context, asked) {
      const plan = await planOf(definitions, context, asked)
      refuseIf(plan.problems)
      return plan
    },
    async history({ database, environment, member }, filter) {
      const held = member.heldRights.activities
      const found = await store.changesBefore(database, environment.schema, { ...filter, held })
      return found.flatMap((change) => visibleChange(definitions.kinds, change, held) ?? [])
    },
    people: ({ database, environment, member }) =>
      store.selectPeople(database, environment.schema, member.heldRights.activities),
    async change({ database, environment, member }, changeId) {
      const change = await store.changeById(database, environment.schema, changeId)
      const visible = change && visibleChange(definitions.kinds, change, member.heldRights.activities)
      if (!visible) throw fault('change.unknown')
      return visible
    },
    async undo(context, changeId, note, companion) {
      return inTurn(definitions, context, async (turn) => {
        const change = await undoable(turn.transaction, context, changeId)
        const plan = planChange(turn.before, change.inverse, { ...turn.planning, author: 'undo' })
        refuseIf(plan.problems)
        await definitions.permit(turn.transaction, context, plan.after)
        await refuseLong(definitions, context, turn, plan)
        await companion?.(turn.transaction, {
          before: turn.before,
          after: plan.after,
          changeId: turn.planning.changeId,
        })
        return finish(definitions, context, turn, plan, { note: note ?? null, undoes: change })
      })
    },
  }
}

type Turn<Model> = {
  readonly transaction: Transaction
  readonly before: Model
  readonly version: number
  readonly planning: {
    readonly kinds: readonly OperationKind<Model>[]
    readonly changeId: string
    readonly newId: () => string
  }
}

async function planOf<Model>(
  definitions: Definitions<Model>,
  context: ChangeContext,
  asked: AskedChange,
): Promise<Plan<Model>> {
  const { database, environment, newId, member } = context
  const isUndo = 'undo' in asked
  if (!isUndo) requireOperations(definitions.kinds, asked.operations, member.heldRights.activities)
  const operations = isUndo ? (await undoable(database, context, asked.undo)).inverse : asked.operations
  const model = await definitions.load(database, environment)
  const author = isUndo ? 'undo' : 'maker'
  return planChange(model, operations, { kinds: definitions.kinds, author, changeId: newId(), newId })
}

/** Refuses a change that would block reads and writes for long, naming its subject, until the change is prepared. */
async function refuseLong<Model>(
  definitions: Definitions<Model>,
  { environment, isPrepared }: ChangeContext,
  { transaction }: Turn<Model>,
  { models, sentences }: Plan<Model>,
): Promise<void> {
  if (isPrepared || !(await definitions.isLong(transaction, environment, models))) return
  const { name = '', entity = '' } = sentences[0]?.values ?? {}
  throw fault('change.online', { name, entity })
}

/** Runs work under the exclusive lock of an environment's definitions, and publishes the result after the commit. */
async function inTurn<Model>(
  definitions: Definitions<Model>,
  context: ChangeContext,
  work: (turn: Turn<Model>) => Promise<AppliedChange<Model>>,
): Promise<AppliedChange<Model>> {
  const { database, environment, newId } = context
  const applied = await lockDefinitions(database, async (transaction) => {
    await transaction.execute({ text: `set local lock_timeout = '3s'` })
    const version = await store.lockVersion(transaction, environment.schema)
    const before = await definitions.load(transaction, environment)
    return work({ transaction, before, version, planning: { kinds: definitions.kinds, changeId: newId(), newId } })
  })
  definitions.committed(environment, applied.model)
  return applied
}

async function finish<Model>(
  definitions: Definitions<Model>,
  { environment, now, member, cause, isPrepared }: ChangeContext,
  { transaction, before, version, planning: { changeId } }: Turn<Model>,
  plan: Plan<Model>,
  { note, undoes }: { readonly note: string | null; readonly undoes: StoredChange | null },
): Promise<AppliedChange<Model>> {
  refuseIf(plan.problems)
  const on = now()
  const { operations, inverse, sentences, sentenceActivities, footprint, models, after } = plan
  const modelVersion = version + 1
  const change = {
    id: changeId,
    modelVersion,
    on,
    byId: member.id,
    cause,
    note,
    operations,
    inverse,
    sentences,
    sentenceActivities,
    // Operations that accompany an undo were not requested: an undo requires the activities of the original change.
    activities: undoes?.activities ?? activitiesOf(definitions.kinds, operations),
    footprint,
    undoesId: undoes?.id ?? null,
    undoneById: null,
    about: definitions.touched(before, after),
    ...(await meaningOf(definitions, transaction, environment, plan, isPrepared)),
  }
  await store.insertChange(transaction, environment.schema, change, definitions.reachOf(before, after))
  if (undoes) await store.markUndone(transaction, environment.schema, undoes, changeId)
  await definitions.save(transaction, environment, { before, after, version: modelVersion, changeId, on })
  await definitions.migrate(transaction, environment, models, isPrepared === true)
  const model = await definitions.load(transaction, environment)
  return { id: changeId, modelVersion, operations, sentences, model }
}
