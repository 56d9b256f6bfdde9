import type { Bound, BoundList, BoundOrder } from '#odata/bind/bound.ts'
import { isNullable, isWhole, typeOf, valueTypeOf } from '#odata/bind/types.ts'
import { conditionText, operandText } from '#odata/compile/expression.ts'
import { statementName } from '#odata/compile/hash.ts'
import { rangesAfter, type Key } from '#odata/compile/keyset.ts'
import { collationOf, orderText } from '#odata/compile/order.ts'
import { rowText } from '#odata/compile/rows.ts'
import { sourceText } from '#odata/compile/source.ts'
import type { Compiled, Hole, Versions } from '#odata/compile/statement.ts'
import { originText, stopConditions } from '#odata/compile/trail.ts'
import * as write from '#odata/compile/writer.ts'
import type { Wire, Writer } from '#odata/compile/writer.ts'
import type { GuardedQuery } from '#odata/guard.ts'
import type { TableMap } from '#odata/model.ts'

/** Which rows of the whole list: `after` tells where the page before (or behind) ended and which of its keys were null. */
export type Page = {
  readonly limit: number
  readonly skips: boolean
  readonly after?: { readonly backward: boolean; readonly nulls: readonly boolean[] } | undefined
  /** It ends what was asked for: no other page is linked, so no further row and no sort keys are read. Never backward. */
  readonly isLast: boolean
}

export type ListInput = {
  readonly tables: TableMap
  readonly page: Page
  readonly wire: Wire
  readonly versions?: Versions | undefined
  /** Where counting ends. */
  readonly maxCount?: number | undefined
}

/**
 * A list as one statement of one row: the versions' columns, `value` (the rows as JSON text), `count` (text, where asked),
 * `near` (not on a first page) and `far`: the sort keys of the first row read and, if more rows follow, of the last, as JSON
 * texts; neither on a last page. `origin` as in one row. Reading backward, the first row read is the last of the answer.
 */
export function compileList(guarded: GuardedQuery<BoundList>, input: ListInput): Compiled {
  const holes: Hole[] = []
  const writer: Writer = { guarded, tables: input.tables, holes }
  const origin = originText(writer, guarded.query.root)
  const page = pageText(writer, input)
  const count = guarded.query.count ? [`${countText(page.found, input.maxCount)} as count`] : []
  const columns = [...count, ...keysText(page, input.page)]
  const rows = input.wire.omitsNulls ? 'json_strip_nulls(json_agg("@r"))' : 'json_agg("@r")'
  const value = `(select coalesce(${rows}, '[]') from (${page.rows}) "@r")::text as value`
  const versions = input.versions && write.versionsText(writer, input.versions)
  const select = [versions?.columns, value, ...columns, origin?.column].filter((part) => part !== undefined).join(', ')
  const read = input.page.isLast ? undefined : `p as materialized (${page.read})`
  const text = `${write.withText([origin?.query, read])}select ${select}${versions ? ` from ${versions.from}` : ''}`
  return isPlannedOnce(guarded, holes) ? { text, holes, name: statementName(text) } : { text, holes }
}

// A generic plan does not know how many rows `owner = $1` or a pattern finds: it may miss the index.
function isPlannedOnce(guarded: GuardedQuery, holes: readonly Hole[]): boolean {
  const isOpen = guarded.conditions.every((condition) => condition === null)
  return isOpen && !holes.some((hole) => hole.from === 'literal' && hole.slot.pattern !== undefined)
}

type PageText = {
  readonly read: string
  readonly rows: string
  readonly keys: readonly string[]
  readonly found: string
}

function pageText(writer: Writer, input: ListInput): PageText {
  const { query } = writer.guarded as GuardedQuery<BoundList>
  const { limit, skips, after, isLast } = input.page
  const backward = after?.backward ?? false
  const needed = new Map<string, string>()
  const need = (text: string) => {
    const name = needed.get(text) ?? `c${needed.size}`
    needed.set(text, name)
    return `p.${name}`
  }
  const columnsOfOrder = query.order.map(({ expression }) => operandText(writer, expression))
  const keys = columnsOfOrder.map(need)
  const row = rowText(writer, input.wire, query.selection, {
    property: (table, property) => need(write.column(writer, table, property)),
    value: (bound) => need(operandText(writer, bound)),
  })
  const from = sourceText(writer, 0)
  const conditions = [...stopConditions(writer, query.root), query.filter && conditionText(writer, query.filter)]
  const columns = [...needed].map(([text, name]) => `${text} as ${name}`).join(', ')
  const offset = skips ? ` offset ${write.parameter(writer, { from: 'skip' })}::bigint` : ''
  const order = orderText(writer, query.order, columnsOfOrder, backward)
  const most = isLast ? limit : limit + 1
  const end = `order by ${order} limit ${most}`
  const ranges = after ? rangesOf(writer, query.order, columnsOfOrder, after) : [undefined]
  const parts = ranges.map((range) => {
    return `select ${columns} from ${from}${write.conditionsText('where', [...conditions, range])} ${end}${offset}`
  })
  const turned = `select ${row} from (select * from p limit ${limit}) p order by ${orderText(writer, query.order, keys, false)}`
  const read = mergedText(parts, `order by ${orderText(writer, query.order, keys, backward)} limit ${most}`)
  // Rows that are read once need not be kept.
  const forward = isLast ? `select ${row} from (${read}) p` : `select ${row} from p limit ${limit}`
  return {
    read,
    rows: backward ? turned : forward,
    keys,
    found: from + write.conditionsText('where', conditions),
  }
}

// The number stands in the text: with a parameter, the planner would not know how few rows are wanted.
function countText(found: string, most: number | undefined): string {
  if (most === undefined) return `(select count(*) from ${found})::text`
  return `(select count(*) from (select from ${found} limit ${Math.trunc(most)}) c)::text`
}

// Each range by itself in order, so that each can be read from an index and stop early; then as many as fit of both.
function mergedText(parts: readonly string[], end: string): string {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  return `select * from (${parts.map((part) => `(${part})`).join(' union all ')}) p ${end}`
}

function rangesOf(
  writer: Writer,
  order: readonly BoundOrder[],
  texts: readonly string[],
  after: NonNullable<Page['after']>,
): readonly string[] {
  const keys = order.map((item, index): Key => {
    const { expression, descending } = item
    const valueIsNull = after.nulls[index] ?? false
    const hole = { from: 'after', index } as const
    return {
      text: `${texts[index]}${collationOf(writer, item)}`,
      value: valueIsNull ? 'null' : `${write.parameter(writer, hole)}::${keyTypeOf(expression)}`,
      valueIsNull,
      descending: descending !== after.backward,
      nullable: isNullable(expression),
    }
  })
  const [first, ...others] = keys
  const ranges = first ? rangesAfter([first, ...others]) : []
  return ranges.length > 0 ? ranges : ['false']
}

// A computed number may be longer than any column holds.
function keyTypeOf(expression: Bound): string {
  const type = typeOf(expression)
  if (type === 'null') return 'text'
  return expression.kind !== 'property' && isWhole(type) ? 'numeric' : valueTypeOf(type)
}

function keysText({ keys }: PageText, { limit, skips, after, isLast }: Page): readonly string[] {
  if (isLast) return []
  const list = `json_build_array(${keys.map((key) => `${key}::text`).join(', ')})::text`
  // The row is picked inside, or the keys of every row before it would be written too.
  const keysOf = (row: string) => `(select ${list} from (select * from p ${row}) p)`
  const near = `${keysOf('limit 1')} as near`
  const far = `case when exists (select from p offset ${limit}) then ${keysOf(`offset ${limit - 1} limit 1`)} end as far`
  // On the first page nothing lies before the first row.
  return skips || after ? [near, far] : [far]
}
