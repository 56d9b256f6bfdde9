import { describe, expect, test } from 'vitest'
import { neutralProperties } from '#attributes/properties.ts'
import { hasPercentSign, valueOfPercent, withoutPercentSign } from '#attributes/percentReading.ts'
import { percentOfValue } from '#attributes/percentText.ts'
import { readTypedNumber } from '#attributes/numberTyping.ts'
import { writeTypedNumber } from '#attributes/numberLine.ts'
import { isRefusal, plainFormat } from '#attributes/type.ts'
import { decimal } from '#attributes/types/decimal.ts'
import { percent } from '#attributes/types/percent.ts'
import { typesAfter } from '#entities/conversions.ts'
import { locales } from '#language/locale.ts'
import { numbersOf } from '#language/format.ts'

const properties = { ...neutralProperties, ...percent.defaults }
const comma = { decimal: ',', group: ' ' }

describe('a share in percent', () => {
  test('is kept as the number that it is: texts are a hundred times the value, with the sign or without', () => {
    for (const text of ['25', '25 %', '25%', '25\u00a0%', '25\u202f%'])
      expect(percent.fromText(text, properties, plainFormat)).toBe('0.25')
    expect(percent.fromText('12,5 %', properties, { ...plainFormat, decimal: ',' })).toBe('0.125')
    expect(isRefusal(percent.fromText('a lot', properties, plainFormat))).toBe(true)
    expect(isRefusal(percent.fromText('25 % %', properties, plainFormat))).toBe(true)
    expect(percent.toText('0.25')).toBe('25 %')
  })

  test('every digit stays, whichever way it goes', () => {
    for (const value of ['0.1', '0.07', '-0.005', '12345678901234567890.123456789012345678', '0'])
      expect(valueOfPercent(percentOfValue(value) ?? '')).toBe(value)
    expect(percentOfValue('0.57')).toBe('57')
    expect(valueOfPercent('0.07')).toBe('0.0007')
  })

  test('a text of any length is read in one pass', () => {
    // Megabytes of blanks or zeros would take hours if each of them began a search of its own.
    const blanks = `1${' '.repeat(2_000_000)}`
    expect(withoutPercentSign(`${blanks}%`)).toBe('1')
    expect([`${blanks}x`, `${blanks}%`].map(hasPercentSign)).toEqual([false, true])
    for (const type of [percent, decimal]) {
      const read = type.reader(properties)
      for (const text of [`${blanks}x`, `0.${'0'.repeat(2_000_000)}1`, `${'0'.repeat(2_000_000)}.1`])
        expect(read(text)).toMatchObject({ code: 'validation.decimal' })
    }
  })

  test('in the API the value is a number, whose digits and bounds hold', () => {
    const read = percent.reader({ ...properties, min: '0', max: '1' })
    expect(read('0.25')).toBe('0.25')
    expect(read(0.25)).toBe('0.25')
    expect(read('1.5')).toMatchObject({ code: 'validation.range' })
    expect(read('25 %')).toMatchObject({ code: 'validation.decimal' })
    expect(read('0.00001')).toMatchObject({ code: 'validation.decimal' })
  })

  test('it is typed and pasted in percent, and copied with the sign', () => {
    expect(readTypedNumber('percent', '25', comma)).toBe('0.25')
    expect(readTypedNumber('percent', '1 250,5 %', comma)).toBe('12.505')
    expect(readTypedNumber('percent', 'much', comma)).toBeUndefined()
    expect(readTypedNumber('decimal', '25 %', comma)).toBeUndefined()
    expect(writeTypedNumber('percent', '0.125', comma)).toBe('12,5 %')
    expect(writeTypedNumber('decimal', '0.125', comma)).toBe('0,125')
  })

  test('readers see it as their language writes percent', () => {
    const shown = Object.values(locales).map(({ region }) => numbersOf(region).percent('0.255', 2))
    expect(shown).toEqual(['25.5%', '25,5\u00a0%', '25,5%', '25,5\u00a0%'])
    expect(numbersOf('en-US').percent('0.1234567', 2)).toBe('12.35%')
  })

  test('numbers and texts become it, and it becomes them', () => {
    expect(typesAfter('percent')).toEqual(expect.arrayContaining(['text', 'number', 'decimal', 'rating', 'select']))
    for (const from of ['text', 'number', 'decimal', 'rating'] as const) expect(typesAfter(from)).toContain('percent')
  })
})
