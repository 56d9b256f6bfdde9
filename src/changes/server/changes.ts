import type { Author, CountQuery, Footprint, Operation, OperationKind, Sentence } from '#changes/operation.ts'
import { meets } from '#changes/operation.ts'
import { planChange, type Plan } from '#changes/plan.ts'
import * as store from '#changes/server/changes.store.ts'
import type { ChangeReach, StoredChange } from '#changes/server/changes.store.ts'
import type { Conversion, CountedImpact, DependantRecord } from '#changes/wire.ts'
import { takeTurn } from '#changes/server/turn.ts'
import { Fault, fault, refuseIf, type Problem } from '#faults/fault.ts'
import type { Context } from '#platform/server/context.ts'
import type { Executor, Transaction } from '#platform/server/database/database.ts'

export { takeTurn } from '#changes/server/turn.ts'

/** Where and by whom definitions are changed; a member's context has all of it. */
export type ChangeContext = Pick<Context, 'database' | 'now' | 'newId' | 'log'> & {
  readonly environment: ChangedEnvironment
  readonly member: { readonly id: string }
  readonly cause: { readonly kind: string; readonly id: string }
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

export type AppliedChange<Model> = {
  readonly id: string
  readonly modelVersion: number
  /** As they were applied, with the ids of what they made. */
  readonly operations: readonly Operation[]
  readonly sentences: readonly Sentence[]
  readonly model: Model
}
export type Preview = {
  readonly problems: readonly Problem[]
  readonly impact: readonly CountedImpact[]
  readonly conversions: readonly Conversion[]
  readonly dependants: readonly DependantRecord[]
  readonly sentences: readonly Sentence[]
}
export type Examination = Pick<Preview, 'impact' | 'conversions'>
export type ApplyOptions<Model> = {
  readonly note?: string | undefined
  readonly author?: Exclude<Author, 'undo'>
  readonly companion?: Companion<Model>
}
/** A change that is asked for: new operations, or the undo of an earlier one. */
export type AskedChange = { readonly operations: readonly unknown[] } | { readonly undo: string }
/** A change that is prepared beside running reads and writes, as its job keeps it. */
export type LaterChange = AskedChange & {
  readonly note?: string | undefined
  readonly overrideReason?: string | undefined
}

/** What can be done with change sets of one kind of definitions. */
export type ChangeSets<Model> = {
  /** All operations in one transaction with their DDL and history, or none: throws every problem, targets like `operations.0.name`. */
  apply(
    context: ChangeContext,
    operations: readonly unknown[],
    options?: ApplyOptions<Model>,
  ): Promise<AppliedChange<Model>>
  /** What `apply` or `undo` would do; changes nothing. */
  preview(context: ChangeContext, asked: AskedChange): Promise<Preview>
  /** The same as a plan; throws when there are problems. */
  plan(context: ChangeContext, asked: AskedChange): Promise<Plan<Model>>
  /** Newest first; `before` is the model version that the former page ended with. */
  history(context: ChangeContext, filter: store.ChangeFilter): Promise<StoredChange[]>
  /** Everybody who changed something. */
  people(context: ChangeContext): Promise<store.ChangedBy[]>
  /** One change with everything that is known of it. */
  change(context: ChangeContext, changeId: string): Promise<StoredChange>
  /** A new change set that inverts an old one. Throws `change.dependants` with the later changes that stand in the way. */
  undo(
    context: ChangeContext,
    changeId: string,
    note?: string,
    companion?: Companion<Model>,
  ): Promise<AppliedChange<Model>>
  /**
   * Work on what is nobody's history, such as a personal view: alone among those who change definitions, on the model as
   * it stands.
   */
  aside<Result>(
    context: ChangeContext,
    work: (transaction: Transaction, model: Model) => Promise<Result>,
  ): Promise<Result>
}

/**
 * Work that is done with a change or not at all: in its transaction, before the definitions change from one model to the
 * other. What it throws stops both.
 */
export type Companion<Model> = (
  transaction: Transaction,
  models: { readonly before: Model; readonly after: Model; readonly changeId: string },
) => Promise<void>

export function changeSets<Model>(definitions: Definitions<Model>): ChangeSets<Model> {
  return {
    aside: ({ database, environment }, work) =>
      takeTurn(database, async (transaction) => {
        await transaction.execute({ text: `set local lock_timeout = '3s'` })
        await store.lockVersion(transaction, environment.schema)
        return work(transaction, await definitions.load(transaction, environment))
      }),
    async apply(context, operations, { note, author = 'maker', companion } = {}) {
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
      return { ...(await previewOf(definitions, context, plan)), dependants }
    },
    async plan(context, asked) {
      const plan = await planOf(definitions, context, asked)
      refuseIf(plan.problems)
      return plan
    },
    history: ({ database, environment }, filter) => store.changesBefore(database, environment.schema, filter),
    people: ({ database, environment }) => store.selectPeople(database, environment.schema),
    async change({ database, environment }, changeId) {
      const change = await store.changeById(database, environment.schema, changeId)
      if (!change) throw fault('change.unknown')
      return change
    },
    async undo(context, changeId, note, companion) {
      return inTurn(definitions, context, async (turn) => {
        const change = await undoable(turn.transaction, context.environment.schema, changeId)
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

/** A change that is in force and that nothing later builds on. */
async function undoable(executor: Executor, schema: string, changeId: string): Promise<StoredChange> {
  const change = await store.changeById(executor, schema, changeId)
  if (!change) throw fault('change.unknown')
  if (change.undoneById !== null) throw fault('change.undone')
  await refuseDependants(executor, schema, change)
  return change
}

async function planOf<Model>(
  definitions: Definitions<Model>,
  { database, environment, newId }: ChangeContext,
  asked: AskedChange,
): Promise<Plan<Model>> {
  const isUndo = 'undo' in asked
  const operations = isUndo ? (await undoable(database, environment.schema, asked.undo)).inverse : asked.operations
  const model = await definitions.load(database, environment)
  const author = isUndo ? 'undo' : 'maker'
  return planChange(model, operations, { kinds: definitions.kinds, author, changeId: newId(), newId })
}

/** What would hold up reads and writes for long is refused, by the name of what it is about, until it is prepared. */
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

/** Runs work as the only one who changes this environment's definitions, and tells of the outcome after the commit. */
async function inTurn<Model>(
  definitions: Definitions<Model>,
  context: ChangeContext,
  work: (turn: Turn<Model>) => Promise<AppliedChange<Model>>,
): Promise<AppliedChange<Model>> {
  const { database, environment, newId } = context
  const applied = await takeTurn(database, async (transaction) => {
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
  const { operations, inverse, sentences, footprint, models, after } = plan
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

async function previewOf<Model>(
  definitions: Definitions<Model>,
  { database, environment }: ChangeContext,
  plan: Plan<Model>,
): Promise<Omit<Preview, 'dependants'>> {
  const impact = await countedImpact(definitions, database, environment, plan)
  const examined = await definitions.examine(database, environment, plan.models)
  return { ...examined, problems: plan.problems, impact: [...impact, ...examined.impact], sentences: plan.sentences }
}

/** What a change means for records, counted before it happens; of what was prepared as a job, its preview has told it. */
async function meaningOf<Model>(
  definitions: Definitions<Model>,
  transaction: Transaction,
  environment: ChangedEnvironment,
  plan: Plan<Model>,
  isPrepared: true | undefined,
): Promise<Examination> {
  if (isPrepared) return { impact: [], conversions: [] }
  const impact = await countedImpact(definitions, transaction, environment, plan)
  return { impact, conversions: await definitions.convert(transaction, environment, plan.models) }
}

async function countedImpact<Model>(
  definitions: Definitions<Model>,
  executor: Executor,
  environment: ChangedEnvironment,
  plan: Plan<Model>,
): Promise<CountedImpact[]> {
  const asked = plan.impact.flatMap(({ count }) => (typeof count === 'number' ? [] : [count]))
  const found = asked.length === 0 ? [] : await definitions.count(executor, environment, asked)
  const counts = new Map(asked.map((query, at) => [query, found[at] ?? 0]))
  return plan.impact
    .map(({ count, ...each }) => ({ ...each, count: typeof count === 'number' ? count : (counts.get(count) ?? 0) }))
    .filter(({ count }) => count > 0)
}

async function refuseDependants(executor: Executor, schema: string, change: StoredChange): Promise<void> {
  const later = await store.changesInForceAfter(executor, schema, change.modelVersion)
  const dependants = later.filter(
    ({ id, footprint }) => id !== change.undoesId && dependsOn(footprint, change.footprint),
  )
  if (dependants.length === 0) return
  const changes = dependants.flatMap(({ sentences }) => sentences.map(({ values }) => String(values['name'] ?? '')))
  throw new Fault({ code: 'change.dependants', parameters: { changes: [...new Set(changes)].join(', ') } }, [], {
    changes: dependants.map(({ id, on, sentences }) => ({ id, on, sentences })),
  })
}

/** Whether a later change builds on an earlier one's outcome, or made or removed what the earlier one's undo would need. */
function dependsOn(later: Footprint, earlier: Footprint): boolean {
  if (meets(earlier.writes, [...later.writes, ...later.needs])) return true
  return later.writes.some((key) => earlier.needs.includes(key))
}
