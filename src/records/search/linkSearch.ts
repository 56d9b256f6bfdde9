import { columnOf, type Field } from '#attributes/attribute.ts'
import { listMetadata } from '#attributes/listMetadata.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { searchFields } from '#entities/searchFields.ts'
import { digitsIn, digitsPattern, soughtDigits } from '#platform/telephone.ts'
import { quotedLiteral } from '#views/filter.ts'

const mostFields = 5
/** No telephone number has more digits, those of its extension included. */
const mostDigits = 26
/** What people look for beside names: short texts that tell one record from another. */
const telling: ReadonlySet<string> = new Set(['text', 'email', 'tel', 'url', 'search', 'autonumber'])

/** The fields by which a lookup finds the records of an entity: their names, and other searchable short texts. */
export function linkFields(entity: Pick<EntityDefinition, 'fields'>): readonly Field[] {
  return searchFields(entity)
    .filter(({ type }) => telling.has(type))
    .slice(0, mostFields)
}

/** The condition that one of the fields has the text in it; undefined without a text. */
export function linkFilter(fields: readonly Field[], typed: string): string | undefined {
  const text = typed.trim().toLowerCase()
  if (text === '' || fields.length === 0) return undefined
  const digits = soughtDigits(text)
  const parts = fields.flatMap((field) => [
    `contains(tolower(${columnOf(field)}),${quotedLiteral(text)})`,
    ...(listMetadata[field.type].words === 'telephone' && digits !== undefined && digits.length <= mostDigits
      ? [`matchespattern(${columnOf(field)},${quotedLiteral(digitsPattern(digits))})`]
      : []),
  ])
  return parts.length === 1 ? parts[0] : `(${parts.join(' or ')})`
}

/** By what a record was found, where that is not its name: `Phone: +371 29 123 456`. */
export function linkPlace(
  fields: readonly Field[],
  row: Readonly<Record<string, unknown>>,
  typed: string,
): string | undefined {
  const text = typed.trim().toLowerCase()
  if (text === '') return undefined
  const digits = soughtDigits(text)
  const place = fields.find((field) => {
    const value = String(row[columnOf(field)] ?? '')
    if (value.toLowerCase().includes(text)) return true
    return listMetadata[field.type].words === 'telephone' && digits !== undefined && digitsIn(value).includes(digits)
  })
  return place && place.uri !== 'name' ? `${place.name}: ${String(row[columnOf(place)])}` : undefined
}
