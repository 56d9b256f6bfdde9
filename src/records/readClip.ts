import { isLink, type Field } from '#attributes/attribute.ts'
import { isRefusal, type Read, type TextFormat } from '#attributes/type.ts'
import { attributeTypes } from '#attributes/types.ts'
import { parseNumberText, type NumberSigns } from '#design/numberText.ts'

/** How the reader's language writes numbers and dates, and what a wall clock without a zone means there. */
export type ClipFormat = {
  readonly signs: NumberSigns
  readonly dateOrder: TextFormat['dateOrder']
  /** The instant that a wall clock of the reader shows; `wall` is written as if it were UTC. */
  readonly instantOf: (wall: string) => string
}

/**
 * A cell of a spreadsheet as a value of a field; it is not yet checked against the field's rules. An empty cell is no
 * value. A link is read from an id only; who knows names finds it by `clipName`.
 */
export function readClip(field: Field, cell: string, format: ClipFormat): Read {
  const text = field.type === 'textarea' ? cell : cell.trim()
  if (text === '') return null
  if (field.type === 'number' || field.type === 'decimal') return parseNumberText(text, format.signs) ?? text
  const { dateOrder } = format
  const read = attributeTypes[field.type].fromText(text, field, { decimal: '.', group: '', dateOrder })
  const isWall = field.type === 'datetime' && typeof read === 'string' && !/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text)
  return isWall ? format.instantOf(read) : read
}

/** The name by which a cell speaks of a linked record; undefined where it gives an id, or nothing. */
export function clipName(field: Field, cell: string): string | undefined {
  const text = cell.trim()
  if (!isLink(field) || text === '') return undefined
  return isRefusal(attributeTypes['N:1'].fromText(text, field, { decimal: '.', group: '', dateOrder: 'ymd' }))
    ? text
    : undefined
}
