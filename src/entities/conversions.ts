import type { Attribute } from '#attributes/attribute.ts'
import { attributeTypes, isAttributeTypeName, type AttributeTypeName } from '#attributes/types.ts'

/** Types whose values are any text. */
const plain = ['text', 'textarea', 'search', 'hidden', 'markup'] as const
/** Types whose values are texts of a form. */
const formed = ['email', 'url', 'tel', 'color', 'month', 'week', 'select', 'id', 'wysiwyg'] as const
const counted = ['number', 'decimal', 'rating', 'boolean'] as const
const timed = ['date', 'datetime', 'time', 'duration'] as const
const fromText = [...plain, ...formed, ...counted, ...timed, 'multiselect'] as const

/**
 * What an attribute's values can be made into when its type changes. Every way goes by the text of the value, so what
 * is not here would only ever clear it. Files, people, links, passwords and calculated values are made into nothing.
 */
const targets: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries([...plain, ...formed, 'autonumber'].map((from) => [from, fromText])),
  number: [...plain, ...counted, 'tel', 'select'],
  decimal: [...plain, ...counted, 'select'],
  rating: [...plain, ...counted, 'select'],
  boolean: [...plain, 'number', 'decimal', 'select'],
  date: [...plain, 'datetime', 'month', 'week'],
  datetime: [...plain, 'date', 'time', 'month', 'week'],
  time: [...plain, 'duration'],
  duration: [...plain, 'time'],
  multiselect: [...plain, 'select'],
}

/** The types that an attribute of this type may become, whether or not values are lost. */
export function typesAfter(from: AttributeTypeName): AttributeTypeName[] {
  const all = new Set([...attributeTypes[from].widensTo, ...(targets[from] ?? [])])
  all.delete(from)
  return [...all].filter(isAttributeTypeName)
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
