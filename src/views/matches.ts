import { valueTypeOf } from '#attributes/attribute.ts'
import type { WireValue } from '#attributes/type.ts'
import { conditionsOf, isComplete, type Condition, type FilterFields, type FilterNode } from '#views/filter.ts'

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
  return conditionsOf(node).some((condition) => isComplete(condition, fields))
}

function meets(value: unknown, { column, operator, values }: Condition<WireValue>, fields: FilterFields): boolean {
  const field = fields.get(column)
  if (!field) return false
  if (operator === 'isnull') return isNothing(value)
  if (operator === 'notnull') return !isNothing(value)
  const [first = null] = values
  const { edm } = valueTypeOf(field)
  const isNumber = edm === 'Edm.Int64' || edm === 'Edm.Decimal'
  if (operator === 'in') return values.some((each) => order(value, each, isNumber) === 0)
  if (Array.isArray(value)) return operator === 'contains' && value.includes(first)
  if (operator === 'contains' || operator === 'startswith') {
    const [text, part] = [String(value ?? '').toLowerCase(), String(first).toLowerCase()]
    return value !== null && (operator === 'contains' ? text.includes(part) : text.startsWith(part))
  }
  const found = order(value, first, isNumber)
  if (operator === 'ne') return found !== 0
  if (found === undefined) return false
  const holds = { eq: found === 0, lt: found < 0, le: found <= 0, gt: found > 0, ge: found >= 0 }
  return holds[operator]
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

/** How two values stand to each other; undefined where nothing is compared with something. */
function order(value: unknown, other: WireValue, isNumber: boolean): number | undefined {
  if (value === null || value === undefined || other === null) return undefined
  if (isNumber) return Math.sign(Number(value) - Number(other))
  const [one, two] = [String(value), String(other)]
  return one === two ? 0 : one < two ? -1 : 1
}
