import type { Author, CountQuery, Footprint, Operation, OperationKind, Sentence } from '#changes/operation.ts'
import { meets } from '#changes/operation.ts'
import { planChange, type Plan } from '#changes/plan.ts'
import * as store from '#changes/server/changes.store.ts'
import type { StoredChange } from '#changes/server/changes.store.ts'
import type { Conversion, CountedImpact } from '#changes/wire.ts'
import { takeTurn } from '#changes/server/turn.ts'
import { Fault, fault, refuseIf, type Problem } from '#faults/fault.ts'
import type { Context } from '#platform/server/context.ts'
import type { Executor, Transaction } from '#platform/server/database/database.ts'
import { violationOf } from '#platform/server/database/errors.ts'

/** Where and by whom definitions are changed; a member's context has all of it. */
export type ChangeContext = Pick<Context, 'database' | 'now' | 'newId' | 'log'> & {
  readonly environment: ChangedEnvironment
  readonly member: { readonly id: string }
  readonly cause: { readonly kind: string; readonly id: string }
}
export type ChangedEnvironment = { readonly id: string; readonly schema: string; readonly collation: string }

/** What change sets need to know of the definitions that they change: a model, its store and its tables. */
export type Definitions<Model> = {
  readonly kinds: readonly OperationKind<Model>[]
  /** The model as it now stands, in one snapshot. */
  load(executor: Executor, environment: ChangedEnvironment): Promise<Model>
  save(transaction: Transaction, environment: ChangedEnvironment, change: SavedChange<Model>): Promise<void>
  /** The DDL that leads from the first model to the last one. */
  migrate(transaction: Transaction, environment: ChangedEnvironment, models: readonly Model[]): Promise<void>
  count(executor: Executor, environment: ChangedEnvironment, query: CountQuery): Promise<number>
  /** What leading the tables through these models would do to stored values. */
  examine(executor: Executor, environment: ChangedEnvironment, models: readonly Model[]): Promise<Examination>
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
  readonly sentences: readonly Sentence[]
}
export type Examination = Pick<Preview, 'impact' | 'conversions'>
export type ApplyOptions = { readonly note?: string | undefined; readonly author?: Exclude<Author, 'undo'> }

/** What can be done with change sets of one kind of definitions. */
export type ChangeSets<Model> = {
  /** All operations in one transaction with their DDL and history, or none: throws every problem, targets like `operations.0.name`. */
  apply(context: ChangeContext, operations: readonly unknown[], options?: ApplyOptions): Promise<AppliedChange<Model>>
  /** What `apply` would do; changes nothing. */
  preview(context: ChangeContext, operations: readonly unknown[]): Promise<Preview>
  /** What `undo` would do. */
  previewUndo(context: ChangeContext, changeId: string): Promise<Preview>
  /** Newest first; `before` is the model version that the former page ended with. */
  history(context: ChangeContext, page: { before?: number | undefined; top: number }): Promise<StoredChange[]>
  /** A new change set that inverts an old one. Throws `change.dependants` with the later changes that stand in the way. */
  undo(
    context: ChangeContext,
    changeId: string,
    note?: string,
    companion?: Companion<Model>,
  ): Promise<AppliedChange<Model>>
}

/**
 * Work that is done with an undo or not at all: in its transaction, before the definitions change from one model to the
 * other. What it throws stops both.
 */
export type Companion<Model> = (
  transaction: Transaction,
  models: { readonly before: Model; readonly after: Model },
) => Promise<void>

export function changeSets<Model>(definitions: Definitions<Model>): ChangeSets<Model> {
  return {
    async apply(context, operations, { note, author = 'maker' } = {}) {
      return inTurn(definitions, context, async (turn) => {
        const plan = planChange(turn.before, operations, { ...turn.planning, author })
        return finish(definitions, context, turn, plan, { note: note ?? null, undoes: null })
      })
    },
    async preview(context, operations) {
      const { database, environment, newId } = context
      const model = await definitions.load(database, environment)
      const planning = { kinds: definitions.kinds, author: 'maker', changeId: newId(), newId } as const
      const plan = planChange(model, operations, planning)
      return previewOf(definitions, context, plan)
    },
    async previewUndo(context, changeId) {
      const { database, environment, newId } = context
      const change = await store.changeById(database, environment.schema, changeId)
      if (!change) throw fault('change.unknown')
      if (change.undoneById !== null) throw fault('change.undone')
      await refuseDependants(database, environment.schema, change)
      const model = await definitions.load(database, environment)
      const planning = { kinds: definitions.kinds, author: 'undo', changeId: newId(), newId } as const
      return previewOf(definitions, context, planChange(model, change.inverse, planning))
    },
    history: ({ database, environment }, { before, top }) =>
      store.changesBefore(database, environment.schema, before, top),
    async undo(context, changeId, note, companion) {
      return inTurn(definitions, context, async (turn) => {
        const change = await store.changeById(turn.transaction, context.environment.schema, changeId)
        if (!change) throw fault('change.unknown')
        if (change.undoneById !== null) throw fault('change.undone')
        await refuseDependants(turn.transaction, context.environment.schema, change)
        const plan = planChange(turn.before, change.inverse, { ...turn.planning, author: 'undo' })
        refuseIf(plan.problems)
        await companion?.(turn.transaction, { before: turn.before, after: plan.after })
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
  { environment, now, member, cause }: ChangeContext,
  { transaction, before, version, planning: { changeId } }: Turn<Model>,
  plan: Plan<Model>,
  { note, undoes }: { readonly note: string | null; readonly undoes: StoredChange | null },
): Promise<AppliedChange<Model>> {
  refuseIf(plan.problems)
  const on = now()
  const { operations, inverse, sentences, footprint, models, after } = plan
  const modelVersion = version + 1
  await store.insertChange(transaction, environment.schema, {
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
  })
  if (undoes) await store.markUndone(transaction, environment.schema, undoes, changeId)
  await definitions.save(transaction, environment, { before, after, version: modelVersion, changeId, on })
  await definitions.migrate(transaction, environment, models)
  const model = await definitions.load(transaction, environment)
  return { id: changeId, modelVersion, operations, sentences, model }
}

async function previewOf<Model>(
  definitions: Definitions<Model>,
  { database, environment }: ChangeContext,
  plan: Plan<Model>,
): Promise<Preview> {
  const impact: CountedImpact[] = []
  for (const { count, ...each } of plan.impact) {
    impact.push({ ...each, count: await countOf(definitions, database, environment, count) })
  }
  const examined = await definitions.examine(database, environment, plan.models)
  return { ...examined, problems: plan.problems, impact: [...impact, ...examined.impact], sentences: plan.sentences }
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

/** A table or column that the change set itself makes has no rows yet. */
async function countOf<Model>(
  definitions: Definitions<Model>,
  executor: Executor,
  environment: ChangedEnvironment,
  query: CountQuery,
): Promise<number> {
  return definitions.count(executor, environment, query).catch((error: unknown) => {
    if (violationOf(error)?.kind === 'undefined') return 0
    throw error
  })
}
