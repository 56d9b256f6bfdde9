import type { BoundApply, BoundList, BoundRows } from '#odata/bind/bound.ts'
import { bindApply } from '#odata/bind/apply.ts'
import { keyOfText } from '#odata/bind/key.ts'
import { bindList, bindOne, bindPart } from '#odata/bind/list.ts'
import { resourcePathAt } from '#odata/bind/resourcePath.ts'
import { compileApply } from '#odata/compile/apply.ts'
import { createCache, type Cache } from '#odata/compile/cache.ts'
import { compileList, type Page } from '#odata/compile/list.ts'
import { compileOne } from '#odata/compile/one.ts'
import { compileTable, type StatementColumn } from '#odata/compile/table.ts'
import { toStatement, type Compiled, type CompiledStatement, type ReadVersions } from '#odata/compile/statement.ts'
import type { ShownNames } from '#odata/bind/context.ts'
import type { WireForm } from '#odata/compile/writer.ts'
import { continueExpanded } from '#odata/expanded.ts'
import { guard, guardKey, type Guards } from '#odata/guard.ts'
import type { ODataModel, TableMap } from '#odata/model.ts'
import { linksOf, pageOf, startOf, type ListRow, type PageTokens } from '#odata/page.ts'
import type { Sign } from '#odata/serialize/token.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'
import type { QueryOptions } from '#odata/syntax/node.ts'
import { keepsRows, parseQuery } from '#odata/syntax/query.ts'
import { endOf, identityOf, pathToKey, keyValues, type PathPart, type ResourcePath } from '#odata/resourcePath.ts'

export type EngineInput = {
  readonly model: ODataModel
  readonly tables: TableMap
  /** Read with every answer in the same statement. Table aliases must not be p, r, o or t. */
  readonly versions?: ReadVersions
  readonly sign: Sign
}

/** Request parameters beside the query text. */
export type EngineRequest = {
  readonly guards: Guards
  readonly wire: WireForm
  /** `Prefer: odata.maxpagesize`. */
  readonly maxPageSize?: number | undefined
  /** Upper limit of the `$count` of a list: larger counts are answered as this number. */
  readonly maxCount?: number | undefined
}

/** Request parameters of a row table. */
export type TableAsked = { readonly guards: Guards; readonly columns: readonly StatementColumn[] }

/** A list, ready to run. `tokens` returns the `$skiptoken`s of the neighbouring pages. */
export type ODataListing = {
  readonly statement: CompiledStatement
  readonly query: QueryOptions
  /** Property paths of the values of `$apply`. */
  readonly columns?: readonly string[]
  readonly tokens: (row: ListRow) => PageTokens
}

/** Answer of a statement for one row or a part of the row: null values where nothing can be read. */
export type RowAnswer = {
  readonly value: string | null
  readonly version: string | null
  /** The row's key, where the path does not contain the key. */
  readonly key?: string | null
  /** Null where a row on the path is missing; undefined where the path has only one stop. */
  readonly origin?: string | null
}

/** `root`: path of the service root. */
export type LinkedHow = { readonly root: string; readonly maxPageSize?: number | undefined }

export type Engine = {
  /**
   * `GET /<place>?<rawQuery>`: the rows of a set or at the end of a path. `rawQuery` is still percent-encoded. Faults:
   * `query.*`, `server.unsupported`.
   */
  readonly list: (place: string | ResourcePath, rawQuery: string, asked: EngineRequest) => ODataListing
  /** `GET /<entitySet>(<key>)?<rawQuery>`. Fault `request.idInvalid` for a key of another type than the set's. */
  readonly one: (entitySet: string, key: string, rawQuery: string, asked: EngineRequest) => CompiledStatement
  /** The row at the end of a path: `RowAnswer`. */
  readonly row: (resourcePath: ResourcePath, rawQuery: string, asked: EngineRequest) => CompiledStatement
  /** The rows of a set as a table with the given columns; the query filters, sorts and selects properties. */
  readonly table: (set: string, rawQuery: string, asked: TableAsked) => CompiledStatement
  /** The parsed query options for the end of a path. */
  readonly parsed: (resourcePath: ResourcePath, rawQuery: string) => QueryOptions
  /** The JSON of an answer with next-page links for its expanded collections. */
  readonly linked: (resourcePath: ResourcePath, rawQuery: string, value: string, how: LinkedHow) => string
  /** A part of the row at the end of a path, as the only member of a JSON object: `RowAnswer`. */
  readonly part: (resourcePath: ResourcePath, part: PathPart, asked: EngineRequest) => CompiledStatement
}

const shapesKept = 500
/**
 * Creates the engine over one snapshot of a model. Queries of the same shape are bound and compiled once. A compiled
 * text is reused only for guards with the same parts, so that a cached statement never carries the rights of another
 * class.
 */
export function createEngine(input: EngineInput): Engine {
  const queries = createCache<QueryOptions>(shapesKept)
  const lists = createCache<BoundList>(shapesKept)
  const ones = createCache<BoundRows>(shapesKept)
  const statements = createCache<Compiled>(shapesKept * 2)
  const applies = createCache<BoundApply>(shapesKept / 10)
  // Literals of filters in the path come before the literals of the query.
  const queryOf = (resourcePath: ResourcePath, rawQuery: string) =>
    resourcePath.literals.length > 0
      ? parseQuery(rawQuery, resourcePath.literals)
      : queries.get(rawQuery, () => parseQuery(rawQuery))
  const single = (
    kind: string,
    resourcePath: ResourcePath,
    literals: QueryOptions['literals'],
    bound: BoundRows,
    asked: EngineRequest,
  ): CompiledStatement => {
    const guarded = guard(bound, asked.guards)
    const maxPageSize = bound.selection.expands.length > 0 ? asked.maxPageSize : undefined
    const cacheKey = [kind, String(maxPageSize), wireKey(asked.wire), guardKey(guarded)].join('\u0003')
    const compiled = statements.get(cacheKey, () => compileOne(guarded, { ...input, wire: asked.wire, maxPageSize }))
    const { conditions } = guarded
    return toStatement(compiled, {
      literals,
      conditions,
      versions: input.versions,
      keys: keyValues(resourcePath),
      told: asked.guards.told,
      cost: bound.cost,
      isOneRow: bound.tables.length === 1,
    })
  }
  const row = (resourcePath: ResourcePath, rawQuery: string, asked: EngineRequest): CompiledStatement => {
    const query = queryOf(resourcePath, rawQuery)
    const shape = `${resourcePath.shape}?${query.shape}${namesKey(asked.wire)}`
    const bound = ones.get(shape, () => bindOne(input.model, resourcePath, query, showsOf(asked.wire)))
    return single(`one\u0003${shape}`, resourcePath, query.literals, bound, asked)
  }
  return {
    list(place, rawQuery, asked) {
      const resourcePath = resourcePathAt(input.model, place)
      const query = queryOf(resourcePath, rawQuery)
      const shape = `${resourcePath.shape}?${query.shape}${namesKey(asked.wire)}`
      if (!keepsRows(query)) return listApplied(input, { applies, statements }, { resourcePath, shape, query, asked })
      const bound = lists.get(shape, () => bindList(input.model, resourcePath, query, showsOf(asked.wire)))
      const identity = `${identityOf(resourcePath)}\u0001${query.identity}`
      const start = startOf(query, bound.order.length, identity, input.sign)
      const page = pageOf(query, start, asked.maxPageSize)
      const guarded = guard(bound, asked.guards)
      const { wire } = asked
      const maxCount = bound.count ? asked.maxCount : undefined
      const maxPageSize = bound.selection.expands.length > 0 ? asked.maxPageSize : undefined
      const sizes = `${pageKey(page)} ${maxCount} ${maxPageSize}`
      const key = ['list', shape, sizes, wireKey(wire), guardKey(guarded)].join('\u0003')
      const compiled = statements.get(key, () => compileList(guarded, { ...input, page, wire, maxCount, maxPageSize }))
      const { conditions } = guarded
      const sources = {
        literals: query.literals,
        conditions,
        versions: input.versions,
        keys: keyValues(resourcePath),
        after: start?.keys,
        skip: query.skip,
        told: asked.guards.told,
        cost: bound.cost,
      }
      const statement = { ...toStatement(compiled, sources), mostRows: page.limit }
      return { statement, query, tokens: (row) => linksOf(row, { query, start, page, identity, sign: input.sign }) }
    },
    one(entitySet, key, rawQuery, asked) {
      const all = resourcePathAt(input.model, entitySet)
      return row(pathToKey(all, keyOfText(endOf(all).set, key)), rawQuery, asked)
    },
    row,
    table(set, rawQuery, { guards, columns }) {
      const query = parseQuery(rawQuery)
      const bound = bindList(input.model, set, query, { lookupNames: columns.some(({ of }) => of === 'name') })
      const guarded = guard(bound, guards)
      const compiled = compileTable(guarded, { tables: input.tables, columns, isOrdered: query.order.length > 0 })
      return toStatement(compiled, { literals: query.literals, conditions: guarded.conditions, told: guards.told })
    },
    parsed: queryOf,
    linked(resourcePath, rawQuery, value, { root, maxPageSize }) {
      const { expand } = queryOf(resourcePath, rawQuery)
      if (expand.length === 0) return value
      const { model, sign } = input
      return continueExpanded(value, { model, set: endOf(resourcePath).set, expand, rawQuery, root, maxPageSize, sign })
    },
    part(resourcePath, part, asked) {
      const shape = `${resourcePath.shape}/${part.name}`
      const bound = ones.get(shape, () => bindPart(input.model, resourcePath, part))
      return single(`part\u0003${shape}`, resourcePath, resourcePath.literals, bound, asked)
    },
  }
}

type AppliedQuery = {
  readonly resourcePath: ResourcePath
  readonly shape: string
  readonly query: QueryOptions
  readonly asked: EngineRequest
}
type ApplyCaches = { readonly applies: Cache<BoundApply>; readonly statements: Cache<Compiled> }

/** The list of a query with `$apply`. */
function listApplied(
  input: EngineInput,
  { applies, statements }: ApplyCaches,
  { resourcePath, shape, query, asked }: AppliedQuery,
): ODataListing {
  const guarded = guard(
    applies.get(shape, () => bindApply(input.model, resourcePath, query)),
    asked.guards,
  )
  const skips = query.skip !== undefined
  const key = ['apply', shape, String(skips), wireKey(asked.wire), guardKey(guarded)].join('\u0003')
  const compiled = statements.get(key, () =>
    compileApply(guarded, { ...input, wire: asked.wire, top: query.top, skips }),
  )
  const { literals, skip } = query
  const { conditions } = guarded
  const sources = {
    literals,
    conditions,
    versions: input.versions,
    skip,
    keys: keyValues(resourcePath),
    told: asked.guards.told,
    cost: guarded.query.cost,
  }
  const columns = guarded.query.columns.map(({ name }) => name)
  return { statement: toStatement(compiled, sources), query, columns, tokens: withinGroups }
}

// Aggregates are answered completely or not at all: missing rows would make sums wrong.
function withinGroups(row: ListRow): PageTokens {
  if (Number(row.groups ?? 0) > queryLimits.groups) throw overLimit('groups', '$apply')
  return {}
}

function pageKey(page: Page): string {
  const after = page.after ? `${page.after.backward ? 'b' : 'f'}${page.after.nulls.map(Number).join('')}` : ''
  return `${page.limit}${page.isLast ? 'l' : ''}${page.skips ? 's' : ''}${after}`
}

// Names of looked-up rows come from further tables, so this option is part of the binding.
function showsOf({ annotations }: WireForm): ShownNames {
  return { lookupNames: annotations?.includes('lookupName') ?? false }
}

function namesKey(wire: WireForm): string {
  return showsOf(wire).lookupNames ? '\u0004' : ''
}

function wireKey(wire: WireForm): string {
  return `${wire.numbersAsText ? 'text' : 'number'} ${wire.metadata ?? ''} ${wire.omitsNulls ?? ''} ${wire.annotations?.join() ?? ''}`
}
