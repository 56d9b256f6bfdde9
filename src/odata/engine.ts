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
  /** Comes along with every answer in the same statement. Its aliases must not be p, r, o or t. */
  readonly versions?: ReadVersions
  readonly sign: Sign
}

/** What a request asks for beside its query text. */
export type EngineRequest = {
  readonly guards: Guards
  readonly wire: WireForm
  /** `Prefer: odata.maxpagesize`. */
  readonly maxPageSize?: number | undefined
  /** Where `$count` of a list may end: a greater count is answered as this number. */
  readonly maxCount?: number | undefined
}

/** What a table of rows is asked with. */
export type TableAsked = { readonly guards: Guards; readonly columns: readonly StatementColumn[] }

/** A list, ready to run. `tokens` gives the `$skiptoken`s of the pages around the answer. */
export type ODataListing = {
  readonly statement: CompiledStatement
  readonly query: QueryOptions
  /** The paths of the values of `$apply`. */
  readonly columns?: readonly string[]
  readonly tokens: (row: ListRow) => PageTokens
}

/** What a statement of one row or a part of it answers: null where there is nothing to read. */
export type RowAnswer = {
  readonly value: string | null
  readonly version: string | null
  /** The row's key, where the path does not give it. */
  readonly key?: string | null
  /** Null where a row is not there that the path goes through; nothing where it goes through none. */
  readonly origin?: string | null
}

/** `root`: the path of the service root. */
export type LinkedHow = { readonly root: string; readonly maxPageSize?: number | undefined }

export type Engine = {
  /** `GET /<place>?<rawQuery>`: the rows of a set or at the end of a path; the query string not decoded. Faults: `query.*`, `server.unsupported`. */
  readonly list: (place: string | ResourcePath, rawQuery: string, asked: EngineRequest) => ODataListing
  /** `GET /<entitySet>(<key>)?<rawQuery>`; a key of another type than the set's is `request.idInvalid`. */
  readonly one: (entitySet: string, key: string, rawQuery: string, asked: EngineRequest) => CompiledStatement
  /** The row that a path leads to: `RowAnswer`. */
  readonly row: (resourcePath: ResourcePath, rawQuery: string, asked: EngineRequest) => CompiledStatement
  /** All rows of a set as a table of the columns; the query says which rows, in which order, and selects their properties. */
  readonly table: (set: string, rawQuery: string, asked: TableAsked) => CompiledStatement
  /** The options of a query about what a path leads to. */
  readonly parsed: (resourcePath: ResourcePath, rawQuery: string) => QueryOptions
  /** The value of an answer to the query, with the links to the next pages of its expanded collections. */
  readonly linked: (resourcePath: ResourcePath, rawQuery: string, value: string, how: LinkedHow) => string
  /** A part of the row that a path leads to, alone in a JSON object: `RowAnswer`. */
  readonly part: (resourcePath: ResourcePath, part: PathPart, asked: EngineRequest) => CompiledStatement
}

const shapesKept = 500
/**
 * The engine over one snapshot of a model. Queries of one shape are bound and compiled once; a compiled text is reused only
 * for guards of the same parts, so a cached statement cannot carry the rights of another class.
 */
export function createEngine(input: EngineInput): Engine {
  const queries = createCache<QueryOptions>(shapesKept)
  const lists = createCache<BoundList>(shapesKept)
  const ones = createCache<BoundRows>(shapesKept)
  const statements = createCache<Compiled>(shapesKept * 2)
  const applies = createCache<BoundApply>(shapesKept / 10)
  // Where filters stand in the path, their literals come before those of the query.
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

/** The listing of a query whose rows are made by `$apply`. */
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

// A result is answered whole or not at all: rows that were left out would make its sums wrong.
function withinGroups(row: ListRow): PageTokens {
  if (Number(row.groups ?? 0) > queryLimits.groups) throw overLimit('groups', '$apply')
  return {}
}

function pageKey(page: Page): string {
  const after = page.after ? `${page.after.backward ? 'b' : 'f'}${page.after.nulls.map(Number).join('')}` : ''
  return `${page.limit}${page.isLast ? 'l' : ''}${page.skips ? 's' : ''}${after}`
}

// Names of looked-up rows are read from tables of their own, so they belong to what is bound.
function showsOf({ annotations }: WireForm): ShownNames {
  return { lookupNames: annotations?.includes('lookupName') ?? false }
}

function namesKey(wire: WireForm): string {
  return showsOf(wire).lookupNames ? '\u0004' : ''
}

function wireKey(wire: WireForm): string {
  return `${wire.numbersAsText ? 'text' : 'number'} ${wire.metadata ?? ''} ${wire.omitsNulls ?? ''} ${wire.annotations?.join() ?? ''}`
}
