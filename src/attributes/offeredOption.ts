import type { Field } from '#attributes/attribute.ts'
import type { Option } from '#attributes/properties.ts'
import type { WireValue } from '#attributes/type.ts'

/**
 * The choices that a form offers for a field: the active ones, those that are chosen already, and, where another select
 * decides, those under its choice. `parent` is the value of that select in the record.
 */
export function offeredOptions(field: Field, chosen: readonly string[], parent: WireValue): readonly Option[] {
  const isUnder = ({ parent: under }: Option) => under === undefined || under === null || under === parent
  return field.options.filter(
    (option) =>
      chosen.includes(option.value) || (option.active && (field.parent_attribute === null || isUnder(option))),
  )
}
