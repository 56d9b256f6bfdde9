import type { Field } from '#attributes/attribute.ts'
import type { AttributeOption } from '#attributes/properties.ts'
import type { WireValue } from '#attributes/type.ts'

/**
 * The choices that a form offers for a field: the active ones, those that are chosen already, and, where another select
 * decides, those under its choice. `parent` is the value of that select in the record.
 */
export function offeredOptions(field: Field, chosen: readonly string[], parent: WireValue): readonly AttributeOption[] {
  const isUnder = ({ parent: under }: AttributeOption) => under === undefined || under === null || under === parent
  return field.options.filter(
    (option) =>
      chosen.includes(option.value) || (option.active && (field.parent_attribute === null || isUnder(option))),
  )
}
