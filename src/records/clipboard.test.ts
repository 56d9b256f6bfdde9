import { describe, expect, test } from 'vitest'
import { attributeOf, type Field } from '#attributes/attribute.ts'
import type { AttributeTypeName } from '#attributes/types.ts'
import { isRefusal } from '#attributes/type.ts'
import { clipText } from '#records/clipboard.ts'
import { clipName, readClip, type ClipFormat } from '#records/readClip.ts'

const company = '01a1fc78-1ffa-7093-a984-c9cfaae60401'
const english: ClipFormat = {
  signs: { decimal: '.', group: ',' },
  dateOrder: 'mdy',
  timeZone: 'Pacific/Kiritimati',
}
const latvian: ClipFormat = { ...english, signs: { decimal: ',', group: ' ' }, dateOrder: 'dmy' }

describe('cells for a spreadsheet', () => {
  test('numbers carry the decimal sign of the reader, and every digit', () => {
    expect(clipText(fieldOf('decimal'), '1234567890123.45', undefined, latvian.signs)).toContain(',45')
    expect(clipText(fieldOf('number'), '1234', undefined, english.signs).replaceAll(',', '')).toBe('1234')
  })

  test('days are written so that no country reads them in another order', () => {
    expect(clipText(fieldOf('date'), '2025-12-24', undefined, english.signs)).toBe('2025-12-24')
  })

  test('a choice goes by its label, a link by its name, and by its id where the name may not be read', () => {
    expect(clipText(fieldOf('select'), 'open', undefined, english.signs)).toBe('Open')
    expect(clipText(fieldOf('N:1'), company, 'Acme', english.signs)).toBe('Acme')
    expect(clipText(fieldOf('N:1'), company, undefined, english.signs)).toBe(company)
  })

  test('nothing is an empty cell', () => {
    expect(clipText(fieldOf('text'), null, undefined, english.signs)).toBe('')
    expect(clipText(fieldOf('N:1'), undefined, undefined, english.signs)).toBe('')
  })
})

describe('cells from a spreadsheet', () => {
  test('numbers are read as the reader writes them', () => {
    expect(readClip(fieldOf('decimal'), '1,234.5', english)).toBe('1234.5')
    expect(readClip(fieldOf('decimal'), '1 234,5', latvian)).toBe('1234.5')
  })

  test('what is no number comes back as it was, to be refused with its reason', () => {
    expect(readClip(fieldOf('number'), 'many', english)).toBe('many')
  })

  test('a day is read in the order of the reader, and in ISO form by everyone', () => {
    expect(readClip(fieldOf('date'), '12/31/2025', english)).toBe('2025-12-31')
    expect(readClip(fieldOf('date'), '31.12.2025', latvian)).toBe('2025-12-31')
    expect(readClip(fieldOf('date'), '2025-12-31', latvian)).toBe('2025-12-31')
  })

  test('a wall clock is the reader’s; a time with a zone is that instant', () => {
    expect(readClip(fieldOf('datetime'), '2025-12-31 10:00', english)).toBe('2025-12-30T20:00:00.000Z')
    expect(new Date(String(readClip(fieldOf('datetime'), '2025-12-31T10:00:00+02:00', english))).toISOString()).toBe(
      '2025-12-31T08:00:00.000Z',
    )
  })

  test('a choice is read by its label or its value, and an unknown one is refused', () => {
    expect(readClip(fieldOf('select'), 'Open', english)).toBe('open')
    expect(readClip(fieldOf('select'), 'open', english)).toBe('open')
    expect(isRefusal(readClip(fieldOf('select'), 'Omega', english))).toBe(true)
  })

  test('an empty cell is no value; the blanks of a text of several lines stay', () => {
    expect(readClip(fieldOf('text'), '  ', english)).toBeNull()
    expect(readClip(fieldOf('textarea'), ' one\ntwo ', english)).toBe(' one\ntwo ')
  })

  test('a link is spoken of by name, unless the cell gives an id', () => {
    expect(clipName(fieldOf('N:1'), ' Acme ')).toBe('Acme')
    expect(clipName(fieldOf('N:1'), company)).toBeUndefined()
    expect(clipName(fieldOf('N:1'), '')).toBeUndefined()
    expect(clipName(fieldOf('text'), 'Acme')).toBeUndefined()
  })
})

function fieldOf(type: AttributeTypeName): Field {
  const options = [{ value: 'open', label: 'Open', color: '#2563eb', active: true }]
  const draft = { name: 'Amount', uri: 'amount', type, ...(type === 'select' ? { options } : {}) }
  return attributeOf(draft, { id: 'a', entity_id: 'e', change_id: 'c', position: 0 })
}
