import type { Bound, BoundList, BoundOrder } from '#odata/bind/bound.ts'
import { propertyOf } from '#odata/bind/list.ts'
import { tableAt } from '#odata/bind/scope.ts'
import { isNullable, valueTypeOf } from '#odata/bind/types.ts'
import { conditionText } from '#odata/compile/expression.ts'
import { statementName } from '#odata/compile/hash.ts'
import { rangesAfter, type Key } from '#odata/compile/keyset.ts'
import { rowText } from '#odata/compile/rows.ts'
import type { Compiled, Hole, Versions } from '#odata/compile/statement.ts'
import * as write from '#odata/compile/writer.ts'
import type { Wire, Writer } from '#odata/compile/writer.ts'
import type { GuardedQuery } from '#odata/guard.ts'
import type { Property, TableMap } from '#odata/model.ts'

/** Which rows of the whole list: `after` tells where the page before (or behind) ended and which of its keys were null. */
export type Page = {
  readonly limit: number
  readonly skips: boolean
  readonly after?: { readonly backward: boolean; readonly nulls: readonly boolean[] } | undefined
}

export type ListInput = {
  readonly tables: TableMap
  readonly page: Page
  readonly wire: Wire
  readonly versions?: Versions | undefined
}

/**
 * A list as one statement of one row: the versions' columns, `value` (the rows as JSON text), `count` (text, where asked),
 * `near` and `far`: the sort keys of the first row read and, if more rows follow, of the last (JSON texts). Reading backward,
 * "first" is the last row of the answer.
 */
export function compileList(guarded: GuardedQuery<BoundList>, input: ListInput): Compiled {
  const holes: Hole[] = []
  const writer: Writer = { guarded, tables: input.tables, holes }
  const page = pageText(writer, input)
  const columns = [...(guarded.query.count ? [countText(writer)] : []), ...keysText(page, input.page.limit)]
  const value = `(select coalesce(json_agg(r), '[]') from (${page.rows}) r)::text as value`
  const versions = input.versions && write.versionsText(writer, input.versions)
  const select = [versions?.columns, value, ...columns].filter((part) => part !== undefined).join(', ')
  const text = `with p as materialized (${page.read}) select ${select}${versions ? ` from ${versions.from}` : ''}`
  return isPlannedOnce(guarded, holes) ? { text, holes, name: statementName(text) } : { text, holes }
}

// A generic plan does not know how many rows `owner = $1` or a pattern finds: it may miss the index.
function isPlannedOnce(guarded: GuardedQuery, holes: readonly Hole[]): boolean {
  const isOpen = guarded.conditions.every((condition) => condition === null)
  return isOpen && !holes.some((hole) => hole.from === 'literal' && hole.slot.pattern !== undefined)
}

type PageText = { readonly read: string; readonly rows: string; readonly keys: readonly string[] }

function pageText(writer: Writer, input: ListInput): PageText {
  const { query } = writer.guarded as GuardedQuery<BoundList>
  const { limit, skips, after } = input.page
  const backward = after?.backward ?? false
  const needed = new Map<string, string>()
  const need = (text: string) => {
    const name = needed.get(text) ?? `c${needed.size}`
    needed.set(text, name)
    return `p.${name}`
  }
  const read = (table: number, property: Property) => need(write.column(writer, table, property))
  const keys = query.order.map(({ expression }) => read(expression.table, expression.property))
  const row = rowText(writer, input.wire, query.selection, read)
  const from = fromText(writer, query, after && rangesOf(writer, query.order, after))
  const order = query.order.map((item) => {
    return write.sortColumn(writer, item.expression.table, item.expression.property) + directionText(item, backward)
  })
  const columns = [...needed].map(([text, name]) => `${text} as ${name}`).join(', ')
  const offset = skips ? ` offset ${write.parameter(writer, { from: 'skip' })}::bigint` : ''
  return {
    read: `select ${columns} from ${from} order by ${order.join(', ')} limit ${limit + 1}${offset}`,
    rows: backward ? turnedText(writer, query.order, keys, row, limit) : `select ${row} from p limit ${limit}`,
    keys,
  }
}

// A page read backward is turned round again.
function turnedText(writer: Writer, order: readonly BoundOrder[], keys: readonly string[], row: string, limit: number) {
  const forward = order.map((item, index) => {
    const collation = write.collationOf(writer, item.expression.table, item.expression.property)
    return `${keys[index]}${collation}${directionText(item, false)}`
  })
  return `select ${row} from (select * from p limit ${limit}) p order by ${forward.join(', ')}`
}

// OData: null is the lowest value. Where there are no nulls, saying so would only keep PostgreSQL from a plain index.
function directionText({ expression, descending }: BoundOrder, backward: boolean): string {
  if (!isNullable(expression)) return descending === backward ? ' asc' : ' desc'
  return descending === backward ? ' asc nulls first' : ' desc nulls last'
}

function rangesOf(writer: Writer, order: readonly BoundOrder[], after: NonNullable<Page['after']>): readonly string[] {
  const keys = order.map(({ expression: { table, property }, descending }, index): Key => {
    const valueIsNull = after.nulls[index] ?? false
    return {
      text: write.sortColumn(writer, table, property),
      value: valueIsNull
        ? 'null'
        : `${write.parameter(writer, { from: 'after', index })}::${valueTypeOf(property.type)}`,
      valueIsNull,
      descending: descending !== after.backward,
      nullable: isNullable({ kind: 'property', table, property }),
    }
  })
  const [first, ...others] = keys
  return first ? rangesAfter([first, ...others]) : []
}

function fromText(writer: Writer, query: BoundList, ranges: readonly string[] | undefined): string {
  const root = write.tableText(writer, tableAt(query, 0))
  const isOwnKey = query.order[0]?.expression.table === 0
  const apart =
    ranges !== undefined && ranges.length > 1 && isOwnKey && query.order.every((item) => item.expression.table === 0)
  const parts = apart ? ranges.map((range) => `select * from ${root} where ${range}`).join(' union all ') : undefined
  const range = ranges === undefined || apart ? undefined : `(${ranges.join(' or ') || 'false'})`
  const start = parts === undefined ? root : `(${parts}) t`
  return start + joinsText(writer, query) + conditionsOf(writer, query.filter, range)
}

function joinsText(writer: Writer, query: BoundList): string {
  const joins = query.tables.map((table, index) => {
    if (table.link?.purpose !== 'join') return ''
    const key = write.column(writer, index, propertyOf(table.set, table.set.key))
    const conditions = [
      `${key} = ${write.column(writer, table.link.parent, table.link.via)}`,
      write.guardText(writer, index),
    ]
    return ` left join ${write.tableText(writer, table)}${write.conditionsText('on', conditions)}`
  })
  return joins.join('')
}

function conditionsOf(writer: Writer, filter: Bound | undefined, range: string | undefined): string {
  const conditions = [write.guardText(writer, 0), filter && conditionText(writer, filter), range]
  return write.conditionsText('where', conditions)
}

function countText(writer: Writer): string {
  const query = writer.guarded.query as BoundList
  return `(select count(*) from ${fromText(writer, query, undefined)})::text as count`
}

function keysText(page: PageText, limit: number): readonly string[] {
  if (limit === 0) return []
  const keys = `json_build_array(${page.keys.map((key) => `${key}::text`).join(', ')})::text`
  return [
    `(select ${keys} from p limit 1) as near`,
    `case when exists (select from p offset ${limit}) then (select ${keys} from p offset ${limit - 1} limit 1) end as far`,
  ]
}
