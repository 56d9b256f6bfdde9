import type { BoundNode, BoundList, BoundOrder } from '#odata/bind/bound.ts'
import { tableAt } from '#odata/bind/scope.ts'
import { isNullable, isWhole, boundType, odataValueType } from '#odata/bind/types.ts'
import { derivedValue } from '#odata/compile/derived.ts'
import { conditionText, operandText } from '#odata/compile/expression.ts'
import { canBeHeavy, weighedText, weightText } from '#odata/compile/rowWeight.ts'
import { statementName } from '#odata/compile/hash.ts'
import { rangesAfter, type Key } from '#odata/compile/keyset.ts'
import { orderCollation, orderText } from '#odata/compile/order.ts'
import { partsText } from '#odata/compile/parts.ts'
import { jsonMembers, plainMembers, plainText, type PlainMember } from '#odata/compile/plain.ts'
import { rowText } from '#odata/compile/rows.ts'
import { sourceText } from '#odata/compile/source.ts'
import type { Compiled, Hole, ReadVersions } from '#odata/compile/statement.ts'
import { originText, stopConditions, type OriginText } from '#odata/compile/resourcePath.ts'
import * as write from '#odata/compile/writer.ts'
import type { WireForm, Writer } from '#odata/compile/writer.ts'
import { branchesOf, type GuardedQuery } from '#odata/guard.ts'
import { propertyOf, type ODataModel, type Property, type TableMap } from '#odata/model.ts'
import type { JsonMember, JsonRows } from '#platform/jsonRows.ts'

/**
 * The requested part of a list. `after`: direction, and which sort keys were null where the neighbouring page ended.
 */
export type Page = {
  readonly limit: number
  readonly skips: boolean
  readonly after?: { readonly backward: boolean; readonly nulls: readonly boolean[] } | undefined
  /**
   * The page completes the request: no further page is linked, so no extra row and no sort keys are read. Never
   * backward.
   */
  readonly isLast: boolean
}

export type ListInput = {
  readonly tables: TableMap
  readonly model?: Pick<ODataModel, 'namespace'>
  readonly page: Page
  readonly wire: WireForm
  readonly versions?: ReadVersions | undefined
  /** Maximum page size of expanded collections. */
  readonly maxPageSize?: number | undefined
  /** Upper limit of the count. */
  readonly maxCount?: number | undefined
}

/**
 * A list as one statement with one row: version columns, `value` (the rows as JSON text), `count` (text, where
 * requested), `near` (not on a first page) and `far`: the sort keys of the first row read and, if more rows follow, of
 * the last row, as JSON texts; neither on a last page. `origin` as in `compileOne`. Backward reads produce the answer's
 * last row first. Rows of plain values are returned as columns, with the description that turns them into the same
 * JSON.
 */
export function compileList(guarded: GuardedQuery<BoundList>, input: ListInput): Compiled {
  const holes: Hole[] = []
  const { tables, model, maxPageSize } = input
  const writer: Writer = { guarded, tables, holes, derive: derivedValue, namespace: model?.namespace, maxPageSize }
  const origin = originText(writer, guarded.query.root)
  const plain = plainMembers(writer, input.wire, guarded.query.selection)
  if (plain) return compilePlain(writer, input, { members: plain, origin })
  const page = pageText(writer, input)
  const count = guarded.query.count ? [`${countText(page.found(), input.maxCount)} as count`] : []
  const columns = [...count, ...keysText(page, input.page)]
  const rows = input.wire.omitsNulls ? 'json_strip_nulls(json_agg("@r"))' : 'json_agg("@r")'
  const all = `(select coalesce(${rows}, '[]') from (${page.rows}) "@r")::text`
  const value = `${weighedText(all, page.weight)} as value`
  const versions = input.versions && write.versionsText(writer, input.versions)
  const select = [versions?.columns, value, ...columns, origin?.column].filter((part) => part !== undefined).join(', ')
  const isReadOnce = input.page.isLast && page.weight === undefined
  const read = isReadOnce ? undefined : `p as materialized (select ${page.read})`
  const text = `${write.withText([origin?.query, ...page.queries, read])}select ${select}${versions ? ` from ${versions.from}` : ''}`
  return isPlannedOnce(guarded, holes) ? { text, holes, name: statementName(text) } : { text, holes }
}

type Plain = { readonly members: readonly PlainMember[]; readonly origin: OriginText | undefined }

function compilePlain(writer: Writer, input: ListInput, { members, origin }: Plain): Compiled {
  const { query } = writer.guarded as GuardedQuery<BoundList>
  const { limit, skips, after, isLast } = input.page
  const page = pageText(writer, input, members)
  const count = query.count ? [`${countText(page.found(), input.maxCount)} as count`] : []
  const heads = origin ? [...count, origin.column] : count
  const columns = page.columns.size
  const rows = plainText(writer, input.versions, { rows: page.read, columns, heads })
  const text = write.withText([origin?.query, ...page.queries]) + rows
  const json: JsonRows = {
    kind: 'list',
    columns,
    members: page.members,
    limit,
    backward: after?.backward ?? false,
    keys: isLast ? [] : page.places,
    near: !isLast && (skips || after !== undefined),
    far: !isLast,
  }
  return isPlannedOnce(writer.guarded, writer.holes)
    ? { text, holes: writer.holes, json, name: statementName(text) }
    : { text, holes: writer.holes, json }
}

// A generic plan does not know how many rows `owner = $1` or a pattern finds, and may miss the index.
function isPlannedOnce(guarded: GuardedQuery, holes: readonly Hole[]): boolean {
  const isOpen = guarded.conditions.every((condition) => condition === null)
  return (
    isOpen && !holes.some((hole) => hole.from === 'literal' && (hole.slot.pattern !== undefined || hole.slot.words))
  )
}

type PageText = {
  /** Queries for the statement's WITH clause. */
  readonly queries: readonly string[]
  /** The text after the word `select`. */
  readonly read: string
  readonly columns: ReadonlyMap<string, number>
  readonly members: readonly JsonMember[]
  readonly rows: string
  readonly keys: readonly string[]
  /** Column positions of the keys. */
  readonly places: readonly number[]
  /** FROM and WHERE of all rows; called for each use, because every call adds parameters. */
  readonly found: () => string
  /** Number of expanded rows, where there could be too many. */
  readonly weight: string | undefined
}

function pageText(writer: Writer, input: ListInput, plain?: readonly PlainMember[]): PageText {
  const { query } = writer.guarded as GuardedQuery<BoundList>
  const { limit, skips, after, isLast } = input.page
  const backward = after?.backward ?? false
  const needed = new Map<string, number>()
  const placeOf = (text: string) => {
    const place = needed.get(text) ?? needed.size
    needed.set(text, place)
    return place
  }
  const need = (text: string) => {
    return `p.c${placeOf(text)}`
  }
  const { set } = tableAt(query, 0)
  const key = write.column(writer, 0, propertyOf(set, set.key))
  if (plain || skips) need(key)
  const columnsOfOrder = query.order.map(({ expression }) => operandText(writer, expression))
  const branches = branchesOf(writer.guarded)
  // A last page of plain rows is read in order and needs no sort keys.
  const keys = plain && isLast && !after && branches < 2 ? [] : columnsOfOrder.map(need)
  const read = {
    property: (table: number, property: Property) => write.column(writer, table, property),
    value: (bound: BoundNode) => operandText(writer, bound),
  }
  const members = plain ? jsonMembers(plain, read, placeOf) : []
  const row = plain
    ? ''
    : rowText({ ...writer, ofPage: need }, input.wire, query.selection, {
        property: (table, property) => need(read.property(table, property)),
        value: (bound) => need(read.value(bound)),
      })
  const within = canBeHeavy(writer, query.selection, limit)
    ? weightText({ ...writer, ofPage: need }, query.selection, (table, property) =>
        need(read.property(table, property)),
      )
    : undefined
  const weight = within && `(select coalesce(sum(${within}), 0) from (select * from p limit ${limit}) p)`
  const from = sourceText(writer, 0)
  let filter: string | undefined
  const conditionsOf = (branch?: number) => [
    ...stopConditions(writer, query.root, branch),
    (filter ??= query.filter && conditionText(writer, query.filter)),
  ]
  const column = (text: string) => `${text} as c${placeOf(text)}`
  const { queries, text: page } = partsText({
    branches,
    ranges: after ? rangesOf(writer, query.order, columnsOfOrder, after) : [undefined],
    columns: [...needed.keys()].map(column).join(', '),
    from,
    conditionsOf,
    order: orderText(writer, query.order, columnsOfOrder, backward),
    orderOfPage: () => orderText(writer, query.order, keys, backward),
    most: isLast ? limit : limit + 1,
    skip: skips
      ? {
          count: `${write.holeParameter(writer, { from: 'skip' })}::bigint`,
          key,
          keyOfPage: need(key),
          columns: [...new Set([key, ...(keys.length > 0 ? columnsOfOrder : [])])].map(column).join(', '),
        }
      : undefined,
  })
  const turned = `select ${row} from (select * from p limit ${limit}) p order by ${orderText(writer, query.order, keys, false)}`
  // Rows that are read only once need no materialized page.
  const forward =
    isLast && weight === undefined ? `select ${row} from (select ${page}) p` : `select ${row} from p limit ${limit}`
  return {
    queries,
    read: page,
    columns: needed,
    members,
    rows: backward ? turned : forward,
    keys,
    places: keys.length > 0 ? columnsOfOrder.map(placeOf) : [],
    weight,
    found: () => from + write.conditionsText('where', conditionsOf()),
  }
}

// The limit is literal text: with a parameter, the planner would not know how few rows are wanted.
function countText(found: string, most: number | undefined): string {
  if (most === undefined) return `(select count(*) from ${found})::text`
  return `(select count(*) from (select from ${found} limit ${Math.trunc(most)}) c)::text`
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
      text: `${texts[index]}${orderCollation(writer, item)}`,
      value: valueIsNull ? 'null' : `${write.holeParameter(writer, hole)}::${keyTypeOf(expression)}`,
      valueIsNull,
      descending: descending !== after.backward,
      nullable: isNullable(expression),
    }
  })
  const [first, ...others] = keys
  const ranges = first ? rangesAfter([first, ...others]) : []
  return ranges.length > 0 ? ranges : ['false']
}

// A computed whole number may exceed the range of column types.
function keyTypeOf(expression: BoundNode): string {
  const type = boundType(expression)
  if (type === 'null') return 'text'
  // The text of a single, read back as a double, would be a different number.
  if (type === 'Edm.Single') return 'float4'
  return expression.kind !== 'property' && isWhole(type) ? 'numeric' : odataValueType(type)
}

function keysText({ keys }: PageText, { limit, skips, after, isLast }: Page): readonly string[] {
  if (isLast) return []
  const list = `json_build_array(${keys.map((key) => `${key}::text`).join(', ')})::text`
  // The row is selected inside the subquery; otherwise the keys of all earlier rows would be serialized too.
  const keysOf = (row: string) => `(select ${list} from (select * from p ${row}) p)`
  const near = `${keysOf('limit 1')} as near`
  const far = `case when exists (select from p offset ${limit}) then ${keysOf(`offset ${limit - 1} limit 1`)} end as far`
  // On the first page no rows precede the first row.
  return skips || after ? [near, far] : [far]
}
