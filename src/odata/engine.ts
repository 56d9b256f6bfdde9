import type { BoundApply, BoundList, BoundQuery } from '#odata/bind/bound.ts'
import { bindApply } from '#odata/bind/apply.ts'
import { bindList, bindOne } from '#odata/bind/list.ts'
import { compileApply } from '#odata/compile/apply.ts'
import { createCache } from '#odata/compile/cache.ts'
import { compileList, type Page } from '#odata/compile/list.ts'
import { compileOne } from '#odata/compile/one.ts'
import { statementOf, type Compiled, type Statement, type Versions } from '#odata/compile/statement.ts'
import type { Wire } from '#odata/compile/writer.ts'
import { fault } from '#faults/fault.ts'
import { guard, guardKey, type Guards } from '#odata/guard.ts'
import type { ODataModel, TableMap } from '#odata/model.ts'
import { linksOf, pageOf, startOf, type ListRow, type PageTokens } from '#odata/page.ts'
import type { Sign } from '#odata/serialize/token.ts'
import { limits, overLimit } from '#odata/syntax/limits.ts'
import type { Query } from '#odata/syntax/node.ts'
import { parseQuery } from '#odata/syntax/query.ts'

export type EngineInput = {
  readonly model: ODataModel
  readonly tables: TableMap
  /** Comes along with every answer in the same statement. Its aliases must not be p, r, o or t. */
  readonly versions?: Versions
  readonly sign: Sign
}

/** What a request asks for beside its query text. */
export type Asked = {
  readonly guards: Guards
  readonly wire: Wire
  /** `Prefer: odata.maxpagesize`. */
  readonly maxPageSize?: number | undefined
  /** Where `$count` of a list may end: a greater count is answered as this number. */
  readonly maxCount?: number | undefined
}

/** A list, ready to run. `tokens` gives the `$skiptoken`s of the pages around the answer. */
export type Listing = {
  readonly statement: Statement
  readonly query: Query
  readonly tokens: (row: ListRow) => PageTokens
}

export type Engine = {
  /** `GET /<entitySet>?<rawQuery>`, the query string not decoded. Faults: `query.*`, `server.unsupported`. */
  readonly list: (entitySet: string, rawQuery: string, asked: Asked) => Listing
  /** `GET /<entitySet>(<key>)?<rawQuery>`; a key that is no guid is `request.idInvalid`. */
  readonly one: (entitySet: string, key: string, rawQuery: string, asked: Asked) => Statement
}

const shapesKept = 500
const guidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * The engine over one snapshot of a model. Queries of one shape are bound and compiled once; a compiled text is reused only
 * for guards of the same parts, so a cached statement cannot carry the rights of another class.
 */
export function createEngine(input: EngineInput): Engine {
  const queries = createCache<Query>(shapesKept)
  const lists = createCache<BoundList>(shapesKept)
  const ones = createCache<BoundQuery>(shapesKept)
  const statements = createCache<Compiled>(shapesKept * 2)
  const applies = createCache<BoundApply>(shapesKept / 10)
  const applied = (entitySet: string, shape: string, query: Query, asked: Asked): Listing => {
    const guarded = guard(
      applies.get(shape, () => bindApply(input.model, entitySet, query)),
      asked.guards,
    )
    const skips = query.skip !== undefined
    const key = ['apply', shape, String(skips), wireKey(asked.wire), guardKey(guarded)].join('\u0003')
    const compiled = statements.get(key, () =>
      compileApply(guarded, { ...input, wire: asked.wire, top: query.top, skips }),
    )
    const { literals, skip } = query
    const sources = { literals, conditions: guarded.conditions, versions: input.versions, skip }
    return { statement: statementOf(compiled, sources), query, tokens: withinGroups }
  }
  return {
    list(entitySet, rawQuery, asked) {
      const query = queries.get(rawQuery, () => parseQuery(rawQuery))
      const shape = `${entitySet}?${query.shape}`
      if (query.apply) return applied(entitySet, shape, query, asked)
      const bound = lists.get(shape, () => bindList(input.model, entitySet, query))
      const identity = `${entitySet}\u0001${query.identity}`
      const start = startOf(query, bound.order.length, identity, input.sign)
      const page = pageOf(query, start, asked.maxPageSize)
      const guarded = guard(bound, asked.guards)
      const { wire } = asked
      const maxCount = bound.count ? asked.maxCount : undefined
      const key = ['list', shape, pageKey(page), String(maxCount), wireKey(wire), guardKey(guarded)].join('\u0003')
      const compiled = statements.get(key, () => compileList(guarded, { ...input, page, wire, maxCount }))
      const { conditions } = guarded
      const sources = {
        literals: query.literals,
        conditions,
        versions: input.versions,
        after: start?.keys,
        skip: query.skip,
      }
      const statement = statementOf(compiled, sources)
      return { statement, query, tokens: (row) => linksOf(row, { query, start, page, identity, sign: input.sign }) }
    },
    one(entitySet, key, rawQuery, asked) {
      if (!guidPattern.test(key)) throw fault('request.idInvalid', {}, 'id')
      const query = queries.get(rawQuery, () => parseQuery(rawQuery))
      const shape = `${entitySet}?${query.shape}`
      const guarded = guard(
        ones.get(shape, () => bindOne(input.model, entitySet, query)),
        asked.guards,
      )
      const cacheKey = ['one', shape, wireKey(asked.wire), guardKey(guarded)].join('\u0003')
      const compiled = statements.get(cacheKey, () => compileOne(guarded, { ...input, wire: asked.wire }))
      return statementOf(compiled, {
        literals: query.literals,
        conditions: guarded.conditions,
        versions: input.versions,
        key,
      })
    },
  }
}

// A result is answered whole or not at all: rows that were left out would make its sums wrong.
function withinGroups(row: ListRow): PageTokens {
  if (Number(row.groups ?? 0) > limits.groups) throw overLimit('groups', '$apply')
  return {}
}

function pageKey(page: Page): string {
  const after = page.after ? `${page.after.backward ? 'b' : 'f'}${page.after.nulls.map(Number).join('')}` : ''
  return `${page.limit}${page.isLast ? 'l' : ''}${page.skips ? 's' : ''}${after}`
}

function wireKey(wire: Wire): string {
  return `${wire.numbersAsText ? 'text' : 'number'} ${wire.metadata ?? ''} ${wire.omitsNulls ?? ''}`
}
