import { valueTypeOf } from '#attributes/attribute.ts'
import type { WireValue } from '#attributes/type.ts'
import { isDynamic, type DynamicValue, type FilterValue, type Reader } from '#views/dynamic.ts'
import { dateIn, spanOf, startOfDate } from '#dates/relativePeriod.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import {
  filterFields,
  type Condition,
  type FilterFields,
  type FilterGroup,
  type FilterNode,
  type PlainFilter,
} from '#views/filter.ts'
import type { ViewListing, PlainListing } from '#views/listing.ts'

/** A filter with every dynamic value resolved for a reader at the current moment. */
export function resolveFilter(filter: FilterGroup, fields: FilterFields, reader: Reader): PlainFilter {
  return { kind: filter.kind, of: filter.of.map((node) => resolveNode(node, fields, reader)) }
}

/** A listing with its filter resolved for a reader. */
export function plainListing(
  listing: ViewListing,
  { fields }: Pick<EntityDefinition, 'fields'>,
  reader: Reader,
): PlainListing {
  return { ...listing, filter: resolveFilter(listing.filter, filterFields(fields), reader) }
}

/** Matches no record: every record has an id. */
const nothing: Condition<WireValue> = { kind: 'condition', column: 'id', operator: 'isnull', values: [] }
const everything: Condition<WireValue> = { ...nothing, operator: 'notnull' }

function resolveNode(node: FilterNode, fields: FilterFields, reader: Reader): FilterNode<WireValue> {
  if (node.kind !== 'condition') return resolveFilter(node, fields, reader)
  const { column, operator, values } = node
  const field = fields.get(column)
  const isInstant = field !== undefined && valueTypeOf(field).edm === 'Edm.DateTimeOffset'
  const [first] = values
  if (operator !== 'in' && first !== undefined && isPeriod(first)) return within(column, operator, edges(first))
  const periods = values.filter(isPeriod)
  const plain = values.flatMap((value) => (isPeriod(value) ? [] : valuesOf(value, reader)))
  const whole = plainCondition(node, plain)
  if (periods.length === 0) return whole ?? nothing
  return { kind: 'or', of: [...(whole ? [whole] : []), ...periods.map((each) => within(column, 'eq', edges(each)))] }

  function edges({ unit, shift }: Period): Edges {
    const { from, to } = spanOf(unit, shift, dateIn(reader.timeZone, reader.now))
    if (!isInstant) return { from, to }
    return {
      from: startOfDate(reader.timeZone, from).toISOString(),
      to: startOfDate(reader.timeZone, to).toISOString(),
    }
  }
}

type Period = Extract<DynamicValue, { dynamic: 'period' }>
/** A period: `from` inclusive, `to` exclusive. */
type Edges = { readonly from: string; readonly to: string }

function isPeriod(value: FilterValue): value is Period {
  return isDynamic(value) && value.dynamic === 'period'
}

function valuesOf(value: Exclude<FilterValue, Period>, reader: Reader): readonly WireValue[] {
  if (!isDynamic(value)) return [value]
  switch (value.dynamic) {
    case 'me':
      return [reader.me]
    case 'teams':
      return reader.teams
    case 'unit':
      return reader.unit === null ? [] : [reader.unit]
    case 'variable': {
      const known = reader.variable(value.key)
      return known === undefined || known === null ? [] : [known]
    }
  }
}

/**
 * The condition with resolved values, whose number may differ: several teams, no value for an unknown variable. `ne`
 * without values matches every record, `eq` matches none.
 */
function plainCondition(
  { column, operator, values: written }: Condition,
  values: readonly WireValue[],
): FilterNode<WireValue> | undefined {
  const condition = (over: Partial<Condition<WireValue>>) =>
    ({ kind: 'condition', column, operator, values, ...over }) as const
  if (written.length === 0) return condition({})
  if (operator === 'ne') {
    const others = values.map((value) => condition({ values: [value] }))
    return others.length === 0 ? everything : { kind: 'and', of: others }
  }
  if (values.length === 0) return undefined
  return values.length > 1 && operator === 'eq' ? condition({ operator: 'in' }) : condition({})
}

/** A comparison with a period: before, inside or after. */
function within(column: string, operator: Condition['operator'], { from, to }: Edges): FilterNode<WireValue> {
  const compare = (as: Condition['operator'], ...values: readonly WireValue[]) =>
    ({ kind: 'condition', column, operator: as, values }) as const
  switch (operator) {
    case 'lt':
      return compare('lt', from)
    case 'le':
      return compare('lt', to)
    case 'gt':
      return compare('ge', to)
    case 'ge':
      return compare('ge', from)
    case 'ne':
      return { kind: 'or', of: [compare('isnull'), compare('lt', from), compare('ge', to)] }
    default:
      return { kind: 'and', of: [compare('ge', from), compare('lt', to)] }
  }
}
