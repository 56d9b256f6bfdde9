import { isLink, type Field } from '#attributes/attribute.ts'
import { readTypedNumber } from '#attributes/numberTyping.ts'
import { isRefusal, type Read, type TextFormat } from '#attributes/type.ts'
import { attributeTypes } from '#attributes/types.ts'
import { type NumberSigns } from '#decimals/numberText.ts'
import { momentAt } from '#dates/zoneTime.ts'

/** How the reader writes numbers and dates, and on whose clocks a time without a zone is read. */
export type ClipFormat = {
  readonly signs: NumberSigns
  readonly dateOrder: TextFormat['dateOrder']
  readonly timeZone: string
}

/**
 * A cell of a spreadsheet as a value of a field; it is not yet checked against the field's rules. An empty cell is no
 * value. A link is read from an id only; who knows names finds it by `clipName`.
 */
export function readClip(field: Field, cell: string, format: ClipFormat): Read {
  const text = field.type === 'textarea' ? cell : cell.trim()
  if (text === '') return null
  const { number } = attributeTypes[field.type]
  const typed = number && readTypedNumber(number, text, format.signs)
  if (typed) return typed
  const { dateOrder } = format
  const read = attributeTypes[field.type].fromText(text, field, { decimal: '.', group: '', dateOrder })
  const isWall = field.type === 'datetime' && typeof read === 'string' && !/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text)
  // It was read as if the clocks were those of UTC.
  return isWall ? new Date(momentAt(Date.parse(read), format.timeZone)).toISOString() : read
}

/** The name by which a cell speaks of a linked record; undefined where it gives an id, or nothing. */
export function clipName(field: Field, cell: string): string | undefined {
  const text = cell.trim()
  if (!isLink(field) || text === '') return undefined
  return isRefusal(attributeTypes['N:1'].fromText(text, field, { decimal: '.', group: '', dateOrder: 'ymd' }))
    ? text
    : undefined
}
