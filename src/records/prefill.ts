import { columnOf, type Field } from '#attributes/attribute.ts'
import { fieldReaders, type RecordShape } from '#attributes/record.ts'
import { isRefusal, type WireValue } from '#attributes/type.ts'
import { attributeTypes } from '#attributes/types.ts'
import { uuidPattern } from '#attributes/uuid.ts'

/** The parameter of a create page that tells where it was opened from; no column is called so. */
const origin = 'back_to'

/** The parameters of a page that makes a new record, by column; `from` is the record to go back to. */
export function prefillAddress(values: Readonly<Record<string, string>>, from: Origin): string {
  const told = { ...values, [origin]: `${from.entityId}/${from.recordId}` }
  return Object.entries(told)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
}

/** The parameters of an address. */
type Parameters = ReadonlyMap<string, string>

/** A record that a new one is made from. */
export type Origin = { readonly entityId: string; readonly recordId: string }

/**
 * The values that the address of a create page gives to fields, by column. What is no value of its field stays as it is
 * written, to be refused like something typed; what names no field of the form counts as not said.
 */
export function prefilled(
  entity: RecordShape,
  fields: readonly Field[],
  given: Parameters,
): Readonly<Record<string, WireValue>> {
  const readers = fieldReaders(entity)
  return Object.fromEntries(
    fields.flatMap((field) => {
      const column = columnOf(field)
      const text = textIn(given, column)
      if (text === undefined || text === '' || readers.get(column)?.isClosed.create !== false) return []
      const value = attributeTypes[field.type].fromText(text, field, plainFormat)
      return [[column, isRefusal(value) ? text : value] as const]
    }),
  )
}

/** The record that a create page was opened from. */
export function originIn(given: Parameters): Origin | undefined {
  const [entityId = '', recordId = ''] = textIn(given, origin)?.split('/') ?? []
  return uuidPattern.test(entityId) && uuidPattern.test(recordId) ? { entityId, recordId } : undefined
}

const plainFormat = { decimal: '.', group: '', dateOrder: 'ymd' } as const

// The router reads JSON in addresses, and writes a text that looks like it in quotes.
function textIn(given: Parameters, name: string): string | undefined {
  const text = given.get(name)
  if (!text?.startsWith('"')) return text
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}
