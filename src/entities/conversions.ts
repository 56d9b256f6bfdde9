import type { Attribute } from '#attributes/attribute.ts'
import { attributeTypeNames, attributeTypes, isAttributeTypeName, type AttributeTypeName } from '#attributes/types.ts'

/**
 * The types that an attribute of this type may become, whether or not values are lost. Every way goes by the text of the
 * value, so what is not here would only ever clear it. Files, people, links, passwords and calculated values are made into
 * nothing.
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

/** Whether a changed attribute needs a new column with every value made anew. */
export function isConversion(was: Attribute, is: Attribute): boolean {
  const [before, after] = [columnTypeOf(was), columnTypeOf(is)]
  if (before === null || after === null) return false
  if (was.type === is.type) return before !== after && !onlyMoreDigits(was, is)
  return before !== after || !attributeTypes[was.type].widensTo.includes(is.type)
}

/** More digits before the point of a decimal are a matter of the catalog alone. */
function onlyMoreDigits(was: Attribute, is: Attribute): boolean {
  return (was.scale ?? 2) === (is.scale ?? 2) && (is.precision ?? 18) > (was.precision ?? 18)
}

function columnTypeOf(attribute: Attribute): string | null {
  return attributeTypes[attribute.type].column(attribute)
}
