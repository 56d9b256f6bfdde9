import { cascadingKinds, type DefinitionConcept } from '#changes/cascade.ts'
import type { ChangedEnvironment, Definitions } from '#changes/server/changes.ts'
import { findDependents } from '#changes/references.ts'
import type { CountedImpact } from '#changes/wire.ts'
import type { Beside, Model } from '#entities/model.ts'
import { entityConcept } from '#entities/operations.ts'
import { loadModel, saveModel, type Models } from '#entities/server/entities.ts'
import { qualified } from '#platform/sql.ts'
import type { Log } from '#platform/server/context.ts'
import type { Database, Executor } from '#platform/server/database/database.ts'
import { countRows } from '#tables/server/countRows.ts'
import { migrateTables } from '#tables/server/ddl.ts'
import { stepsThrough } from '#tables/diff.ts'
import { longSteps } from '#tables/longSteps.ts'
import { isLarge } from '#tables/server/size.ts'
import { conversionsOf, examine } from '#tables/server/examine.ts'
import { reconcileTables } from '#tables/server/reconcile.ts'

export type DefinitionsOptions = {
  readonly models: Models
  /** A pool without a statement timeout, because building an index on a large table takes long. */
  readonly online: Database
  readonly log: Log
  readonly parts?: readonly DefinitionPart[]
  readonly afterTables?: AfterTables
  /** Further checks of a change; none by default. */
  readonly permit?: Definitions<Model>['permit']
  /** Further effects of a change beside those on stored values; none by default. */
  readonly foretell?: (
    executor: Executor,
    environment: ChangedEnvironment,
    models: readonly Model[],
  ) => Promise<readonly CountedImpact[]>
}

/** Definitions of a higher concept that change in the same transaction: how they are loaded, saved and cascaded. */
export type DefinitionPart = {
  readonly concept: DefinitionConcept<Model>
  load(executor: Executor, schema: string): Promise<Beside>
  save(executor: Executor, schema: string, models: { readonly before: Model; readonly after: Model }): Promise<void>
}

/** Runs after the tables have changed, while nobody else can write to them. */
export type AfterTables = (executor: Executor, schema: string, before: Model, after: Model) => Promise<void>

export type TableCare = {
  /** Many rows were added to a table: refreshes its statistics and creates the indexes for its new size. */
  grown(environment: ChangedEnvironment, table: string): void
  /** Waits for the work after commits. */
  settled(): Promise<void>
}

/**
 * The store of entities and attributes with their tables, for change sets, and the maintenance of tables after commits.
 */
export function definitionStoreOf(options: DefinitionsOptions): Definitions<Model> & TableCare {
  // One after the other within an environment; a large table of one environment delays no other.
  const settling = new Map<string, Promise<void>>()
  const queue = (environmentId: string, work: () => Promise<void>) => {
    const former = settling.get(environmentId) ?? Promise.resolve()
    const next = former.then(work).finally(() => {
      if (settling.get(environmentId) === next) settling.delete(environmentId)
    })
    settling.set(environmentId, next)
  }
  const { parts = [] } = options
  const concepts = [entityConcept, ...parts.map(({ concept }) => concept)]
  const descriptors = concepts.flatMap((concept) => concept.descriptors)
  return {
    kinds: cascadingKinds(concepts),
    async load(executor, { schema }) {
      const model = await loadModel(executor, schema)
      const beside: Record<string, unknown> = {}
      for (const part of parts) Object.assign(beside, await part.load(executor, schema))
      return { ...model, beside }
    },
    async save(transaction, { schema }, change) {
      await saveModel(transaction, schema, change)
      for (const part of parts) await part.save(transaction, schema, change)
    },
    reachOf: (before, after) => (isSameStructure(before, after) ? 'beside' : 'structure'),
    async migrate(transaction, environment, models, isPrepared) {
      await migrateTables(transaction, environment, models, isPrepared)
      const [before, after] = [models[0], models.at(-1)]
      if (before && after) await options.afterTables?.(transaction, environment.schema, before, after)
    },
    async isLong(executor, { schema }, models) {
      // What the change itself makes has no rows, and no table yet.
      const known = models[0]?.entitiesByUri
      const tables = new Set(longSteps(stepsThrough(models)).map(({ table }) => table))
      for (const table of tables) if (known?.has(table) && (await isLarge(executor, schema, table))) return true
      return false
    },
    count: (executor, { schema }, queries) => countRows(executor, schema, queries),
    async examine(executor, environment, models) {
      const found = await examine(executor, environment, models)
      const further = (await options.foretell?.(executor, environment, models)) ?? []
      return { ...found, impact: [...found.impact, ...further] }
    },
    convert: (executor, { schema }, models) => conversionsOf(executor, schema, models),
    dependantsOf: (model, operations) => findDependents(descriptors, model, operations),
    touched: touchedEntities,
    permit: options.permit ?? (() => Promise.resolve()),
    committed(environment, model) {
      options.models.publish(environment, model)
      queue(environment.id, () => settle(options, environment, model))
    },
    grown(environment, table) {
      queue(environment.id, () => settleGrown(options, environment, table))
    },
    settled: async () => void (await Promise.all(settling.values())),
  }
}

/** Whether two models are equal except for definitions beside the structure. */
function isSameStructure({ beside: _before, ...before }: Model, { beside: _after, ...after }: Model): boolean {
  return Object.entries(before).every(([name, value]) => after[name as keyof typeof after] === value)
}

/** Created, changed and deleted entities, and entities whose views changed. */
function touchedEntities(before: Model, after: Model): string[] {
  const ids = [...before.entities.keys(), ...after.entities.keys()]
  const own = ids.filter((id) => before.entities.get(id) !== after.entities.get(id))
  const [was, is] = [besideIn(before), besideIn(after)]
  const beside = [...[...is].filter((each) => !was.has(each)), ...[...was].filter((each) => !is.has(each))]
  return [...new Set([...own, ...beside.flatMap(entityOf)])]
}

function besideIn({ beside }: Model): Set<unknown> {
  return new Set(Object.values(beside).flat())
}

function entityOf(thing: unknown): string[] {
  const owner = typeof thing === 'object' && thing !== null && 'entity_id' in thing ? thing.entity_id : undefined
  return typeof owner === 'string' ? [owner] : []
}

/** Failed maintenance is repeated by the next change or the next start. */
async function settle(
  { online, models, log }: DefinitionsOptions,
  environment: ChangedEnvironment,
  model: Model,
): Promise<void> {
  try {
    const current = await models.current(environment)
    await reconcileTables(online, environment, current.version > model.version ? current : model)
  } catch (error) {
    log.warn({ err: error, environment: environment.id }, 'indexes are not complete yet')
  }
}

async function settleGrown(options: DefinitionsOptions, environment: ChangedEnvironment, table: string): Promise<void> {
  const { online, models, log } = options
  try {
    await online.execute({ text: `analyze ${qualified(environment.schema, table)}` })
    await reconcileTables(online, environment, await models.current(environment))
  } catch (error) {
    log.warn({ err: error, environment: environment.id }, 'a table has grown, but its indexes are not complete yet')
  }
}
