import { isLink, type Field } from '#attributes/attribute.ts'
import { readTypedNumber } from '#attributes/numberTyping.ts'
import { isRefusal, type Read, type TextFormat } from '#attributes/type.ts'
import { attributeTypes } from '#attributes/types.ts'
import { type NumberSigns } from '#decimals/numberText.ts'
import { momentAt } from '#dates/zoneTime.ts'

/** The reader's number and date format, and the time zone for times without a zone. */
export type ClipFormat = {
  readonly signs: NumberSigns
  readonly dateOrder: TextFormat['dateOrder']
  readonly timeZone: string
}

/**
 * A spreadsheet cell as a value of a field, not yet validated by the field's rules. An empty cell means no value. Links
 * are read from ids only; use `clipName` to resolve names.
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
  // The text was parsed as UTC; the wall time belongs to the reader's zone.
  return isWall ? new Date(momentAt(Date.parse(read), format.timeZone)).toISOString() : read
}

/** The name of a linked record in a cell; undefined where the cell holds an id or nothing. */
export function clipName(field: Field, cell: string): string | undefined {
  const text = cell.trim()
  if (!isLink(field) || text === '') return undefined
  return isRefusal(attributeTypes['N:1'].fromText(text, field, { decimal: '.', group: '', dateOrder: 'ymd' }))
    ? text
    : undefined
}
