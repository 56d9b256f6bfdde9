import type { Attribute } from '#attributes/attribute.ts'
import { attributeTypeNames, attributeTypes, isAttributeTypeName, type AttributeTypeName } from '#attributes/types.ts'

/**
 * Possible target types of an attribute, with or without loss of values. Every conversion goes through the text of a
 * value, so all other types would only clear it. Files, people, links, passwords and computed values cannot be
 * converted.
 */
export function typesAfter(from: AttributeTypeName): AttributeTypeName[] {
  const { widensTo, becomes } = attributeTypes[from]
  const all = new Set([...widensTo, ...becomes.flatMap((into) => [into, ...familyMembers(into)])])
  all.delete(from)
  return [...all].filter(isAttributeTypeName)
}

function familyMembers(family: string): readonly AttributeTypeName[] {
  return attributeTypeNames.filter((name) => attributeTypes[name].family === family)
}

/** Whether a changed attribute needs a new column with all values converted. */
export function isConversion(was: Attribute, is: Attribute): boolean {
  const [before, after] = [columnTypeOf(was), columnTypeOf(is)]
  if (before === null || after === null) return false
  if (was.type === is.type) return before !== after && !onlyMoreDigits(was, is)
  return before !== after || !attributeTypes[was.type].widensTo.includes(is.type)
}

/** More digits before the decimal point only change the catalog. */
function onlyMoreDigits(was: Attribute, is: Attribute): boolean {
  return (was.scale ?? 2) === (is.scale ?? 2) && (is.precision ?? 18) > (was.precision ?? 18)
}

function columnTypeOf(attribute: Attribute): string | null {
  return attributeTypes[attribute.type].column(attribute)
}
