import { valueTypeOf } from '#attributes/attribute.ts'
import { compareDecimals, readDecimal } from '#decimals/decimalText.ts'
import { secondsOfSpan } from '#dates/durationSeconds.ts'
import type { EdmName, WireValue } from '#attributes/type.ts'
import { filterConditions, isComplete, type Condition, type FilterFields, type FilterNode } from '#views/filter.ts'

/** A record as its columns' values; what a lookup brings beside its id is of no interest here. */
export type Matched = Readonly<Record<string, unknown>>

/** Whether a record meets a filter, by the same rules as the query that a list is asked for with. */
export function matches(record: Matched, node: FilterNode<WireValue>, fields: FilterFields): boolean {
  if (node.kind === 'condition') return meets(record[node.column] ?? null, node, fields)
  const said = node.of.filter((part) => saysSomething(part, fields))
  return node.kind === 'and' || said.length === 0
    ? said.every((part) => matches(record, part, fields))
    : said.some((part) => matches(record, part, fields))
}

function saysSomething(node: FilterNode<WireValue>, fields: FilterFields): boolean {
  return filterConditions(node).some((condition) => isComplete(condition, fields))
}

function meets(value: unknown, { column, operator, values }: Condition<WireValue>, fields: FilterFields): boolean {
  const field = fields.get(column)
  if (!field) return false
  if (operator === 'isnull') return isNothing(value)
  if (operator === 'notnull') return !isNothing(value)
  const [first = null] = values
  const { edm } = valueTypeOf(field)
  if (operator === 'in') return values.some((each) => order(value, each, edm) === 0)
  if (Array.isArray(value)) return operator === 'contains' && value.includes(first)
  if (operator === 'contains' || operator === 'startswith') {
    const [text, part] = [String(value ?? '').toLowerCase(), String(first).toLowerCase()]
    return value !== null && (operator === 'contains' ? text.includes(part) : text.startsWith(part))
  }
  const found = order(value, first, edm)
  if (operator === 'ne') return found !== 0
  if (found === undefined) return false
  const holds = { eq: found === 0, lt: found < 0, le: found <= 0, gt: found > 0, ge: found >= 0 }
  return holds[operator]
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

/** How two values stand to each other, as the database compares them; undefined where nothing is compared with something. */
function order(value: unknown, other: WireValue, edm: EdmName | null): number | undefined {
  if (value === null || value === undefined || other === null) return undefined
  const [one, two] = [String(value), String(other)]
  switch (edm) {
    case 'Edm.Int64':
    case 'Edm.Decimal':
      return orderOf(readDecimal(one), readDecimal(two), compareDecimals)
    case 'Edm.Duration':
      return orderOf(secondsOfSpan(one), secondsOfSpan(two), (a, b) => a - b)
    case 'Edm.DateTimeOffset':
      return orderOf(momentOf(one), momentOf(two), (a, b) => a - b)
    default:
      return orderOfTexts(one, two)
  }
}

function momentOf(text: string): number | null {
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? null : moment
}

function orderOf<Value>(one: Value | null, two: Value | null, compare: (one: Value, two: Value) => number) {
  return one === null || two === null ? undefined : compare(one, two)
}

function orderOfTexts(one: string, two: string): number {
  return one === two ? 0 : one < two ? -1 : 1
}
