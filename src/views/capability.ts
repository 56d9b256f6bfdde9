import { isComputed, isListed, isStored, valueTypeOf, type Field } from '#attributes/attribute.ts'
import { listMetadata } from '#attributes/listMetadata.ts'
import { principalTarget } from '#entities/system.ts'
import type { Operator } from '#attributes/type.ts'
import { isDynamic, type DynamicValue, type FilterValue } from '#views/dynamic.ts'
import type { ViewFunction } from '#views/view.ts'

/** What each field of an entity can be used for in a view; one rule for editor and server. */

/** Whether records can be put together by a field: few enough different values to be told apart, and never secret. */
export function isGroupable(field: Field): boolean {
  if (!field.queryable || !hasValues(field)) return false
  return valueTypeOf(field).viewUses.includes('group')
}

/** Whether a summary can have a row or a column for each value of a field; moments are put together by periods. */
export function isPivotable(field: Field): boolean {
  return isGroupable(field) || isMomentField(field)
}

/** Whether a field's values lie in periods of the calendar. */
export function isMomentField(field: Field): boolean {
  const { edm } = valueTypeOf(field)
  return field.queryable && hasValues(field) && (edm === 'Edm.Date' || edm === 'Edm.DateTimeOffset')
}

/** Whether a board can have a lane for each value of a field. */
export function isLane(field: Field): boolean {
  return field.queryable && isStored(field) && listMetadata[field.type].viewUses.includes('lane')
}

/** Whether a calendar can place records by a field. */
export function isDayField(field: Field): boolean {
  return field.queryable && listMetadata[field.type].viewUses.includes('day')
}

/** What a footer or a pivot can work out of a field's values. */
export function functionsFor(field: Field): readonly ViewFunction[] {
  if (!field.queryable || !hasValues(field) || !isListed(field)) return []
  switch (valueTypeOf(field).edm) {
    case 'Edm.Int64':
    case 'Edm.Decimal':
      return ['count', 'filled', 'sum', 'min', 'max', 'average']
    case 'Edm.Date':
    case 'Edm.DateTimeOffset':
      return ['count', 'filled', 'min', 'max']
    default:
      return ['count', 'filled']
  }
}

/** Whether a filter may compare a field so. Product ruling 2.4: filters of views speak only of what is queryable. */
export function fitsCondition(field: Field, operator: Operator, values: readonly FilterValue[]): boolean {
  const dynamics = dynamicsFor(field)
  return (
    field.queryable &&
    valueTypeOf(field).operators.includes(operator) &&
    values.every((value) => !isDynamic(value) || dynamics.includes(value.dynamic))
  )
}

/** Which values of a filter on a field may be left to be worked out when somebody reads. */
export function dynamicsFor(field: Field): readonly DynamicValue['dynamic'][] {
  const { edm } = valueTypeOf(field)
  if (edm === 'Edm.Date' || edm === 'Edm.DateTimeOffset') return ['period', 'variable']
  const isPrincipal = field.related_entity === principalTarget || valueTypeOf(field).control === 'principal'
  if (isPrincipal) return ['me', 'teams', 'unit']
  return valueTypeOf(field).edm === 'Edm.Boolean' ? [] : ['variable']
}

function hasValues(field: Field): boolean {
  return isStored(field) || isComputed(field)
}
