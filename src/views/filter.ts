import { columnOf, isListed, valueTypeOf, type Field } from '#attributes/attribute.ts'
import { isRefusal, type Operator, type WireValue } from '#attributes/type.ts'
import { isDynamic, type FilterValue } from '#views/dynamic.ts'

/**
 * One comparison of a filter. `values` has one item for most operators, several for `in`, none for `isnull` and
 * `notnull`.
 */
export type Condition<Value = FilterValue> = {
  readonly kind: 'condition'
  /** The column name in record JSON: `customer_id` for a lookup. */
  readonly column: string
  readonly operator: Operator
  readonly values: readonly Value[]
}
export type FilterGroup<Value = FilterValue> = {
  readonly kind: 'and' | 'or'
  readonly of: readonly FilterNode<Value>[]
}
export type FilterNode<Value = FilterValue> = Condition<Value> | FilterGroup<Value>
/** A filter without dynamic values, after resolution (`#views/resolve.ts`). */
export type PlainFilter = FilterGroup<WireValue>

export const noFilter: FilterGroup<never> = { kind: 'and', of: [] }

/** The fields available to filters, by column. Product ruling 2.4: only queryable fields. */
export type FilterFields = ReadonlyMap<string, Field>

export function filterFields(fields: readonly Field[]): FilterFields {
  return new Map(
    fields
      .filter((field) => field.queryable && isListed(field) && valueTypeOf(field).operators.length > 0)
      .map((field) => [columnOf(field), field]),
  )
}

/** Number of values of an operator. */
export function valueCountOf(operator: Operator): 'none' | 'one' | 'many' {
  if (operator === 'isnull' || operator === 'notnull') return 'none'
  return operator === 'in' ? 'many' : 'one'
}

/** Whether a condition is complete: all values present and valid for the field. */
export function isComplete({ column, operator, values }: Condition, fields: FilterFields): boolean {
  const field = fields.get(column)
  if (!field) return false
  const type = valueTypeOf(field)
  if (!type.operators.includes(operator)) return false
  const wanted = valueCountOf(operator)
  if (wanted === 'none') return true
  if (wanted === 'one' ? values.length !== 1 : values.length === 0) return false
  const plain = values.filter((value) => !isDynamic(value))
  // List values are compared one by one.
  if (type.isList) return plain.every((value) => field.options.some((option) => option.value === value))
  if (type.edm === 'Edm.String' && type.control !== 'select')
    return plain.every((value) => typeof value === 'string' && value !== '')
  // Bounds, lengths and patterns restrict stored values, not filter values.
  const read = type.reader?.({ ...field, min: null, max: null })
  return plain.every((value) => value !== null && read !== undefined && !isRefusal(read(value)))
}

/**
 * The OData text of a filter, not percent-encoded; undefined for an empty filter. Incomplete conditions and deleted
 * fields are omitted.
 */
export function filterText(node: FilterNode<WireValue>, fields: FilterFields): string | undefined {
  if (node.kind === 'condition') return isComplete(node, fields) ? conditionText(node, fields) : undefined
  const parts = node.of
    .map((part) => {
      const text = filterText(part, fields)
      return part.kind === 'condition' || text === undefined ? text : `(${text})`
    })
    .filter((text) => text !== undefined)
  return parts.length === 0 ? undefined : parts.join(` ${node.kind} `)
}

/** The conditions of a filter, in their order. */
export function filterConditions(node: FilterNode): readonly Condition[] {
  return node.kind === 'condition' ? [node] : node.of.flatMap(filterConditions)
}

/** Whether a filter contains dynamic values, which depend on reader and time. */
export function hasDynamic(node: FilterNode): boolean {
  return node.kind === 'condition' ? node.values.some(isDynamic) : node.of.some(hasDynamic)
}

/** A text literal of OData: a quote in it is doubled. */
export function quotedLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

function conditionText({ column, operator, values }: Condition<WireValue>, fields: FilterFields): string | undefined {
  const field = fields.get(column)
  if (!field) return undefined
  const literals = values.map((value) => literalOf(field, value))
  const [literal = 'null'] = literals
  switch (operator) {
    case 'isnull':
      return `${column} eq null`
    case 'notnull':
      return `${column} ne null`
    case 'in':
      return `${column} in (${literals.join(',')})`
    case 'contains':
      return valueTypeOf(field).isList
        ? `${column}/any(each:each eq ${quotedLiteral(String(values[0]))})`
        : partText(operator, column, values)
    case 'startswith':
      return partText(operator, column, values)
    case 'ne':
      return `${column} ne ${literal}`
    default:
      return `${column} ${operator} ${literal}`
  }
}

// Partial matches are case-insensitive.
function partText(operator: 'contains' | 'startswith', column: string, [part = null]: readonly WireValue[]): string {
  return `${operator}(tolower(${column}),${quotedLiteral(String(part).toLowerCase())})`
}

function literalOf(field: Field, value: WireValue): string {
  const { edm } = valueTypeOf(field)
  if (edm === 'Edm.Duration') return `duration${quotedLiteral(String(value))}`
  return edm === 'Edm.String' ? quotedLiteral(String(value)) : String(value)
}
