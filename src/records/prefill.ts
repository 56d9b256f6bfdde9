import { columnOf, type Field } from '#attributes/attribute.ts'
import { fieldReaders, type RecordShape } from '#attributes/record.ts'
import { isRefusal, type WireValue } from '#attributes/type.ts'
import { attributeTypes } from '#attributes/types.ts'
import { uuidPattern } from '#attributes/uuid.ts'

/** URL parameter of a create page for the record where the page was opened; no column has this name. */
const origin = 'back_to'

/** URL parameters of a create page, by column; `from` is the record to return to. */
export function prefillAddress(values: Readonly<Record<string, string>>, from: Origin): string {
  const told = { ...values, [origin]: `${from.entityId}/${from.recordId}` }
  return Object.entries(told)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
}

/** URL parameters. */
type Parameters = ReadonlyMap<string, string>

/** The record where a create page was opened. */
export type Origin = { readonly entityId: string; readonly recordId: string }

/**
 * Field values from the URL of a create page, by column. Invalid values stay as text and are refused like typed ones;
 * names without a form field are ignored.
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

/** The record where a create page was opened, from the URL parameters. */
export function originIn(given: Parameters): Origin | undefined {
  const [entityId = '', recordId = ''] = textIn(given, origin)?.split('/') ?? []
  return uuidPattern.test(entityId) && uuidPattern.test(recordId) ? { entityId, recordId } : undefined
}

const plainFormat = { decimal: '.', group: '', dateOrder: 'ymd' } as const

// The router parses JSON in URLs, and quotes texts that look like JSON.
function textIn(given: Parameters, name: string): string | undefined {
  const text = given.get(name)
  if (!text?.startsWith('"')) return text
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}
