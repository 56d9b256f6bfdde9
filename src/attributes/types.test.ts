import { describe, expect, test } from 'vitest'
import { neutralProperties, type Properties } from '#attributes/properties.ts'
import { isRefusal, plainFormat } from '#attributes/type.ts'
import { attributeTypeNames, attributeTypes } from '#attributes/types.ts'
import { localeCodes } from '#language/locale.ts'
import { listLocaleFiles, readLocaleTexts } from '#language/server/localeFiles.ts'

const texts = new Map(localeCodes.map((locale) => [locale, readLocaleTexts(listLocaleFiles(locale))]))
const needed: Partial<Properties> = {
  options: [
    { value: 'open', label: 'Open', color: null, active: true },
    { value: 'won; lost', label: 'Won; "lost"', color: null, active: true },
  ],
  related_entity: '0190a6e0-0000-7000-8000-000000000001',
  query: { text: 'invoices/$count', show: 'number' },
  precision: 18,
  scale: 2,
}

/** The properties that an attribute of the type has when a maker names only what is needed. */
function propertiesOf(name: keyof typeof attributeTypes, given: Partial<Properties> = {}): Properties {
  const type = attributeTypes[name]
  const known = Object.entries(needed).filter(([property]) => (type.properties as readonly string[]).includes(property))
  return { ...neutralProperties, ...type.defaults, ...Object.fromEntries(known), ...given }
}

function read(
  name: keyof typeof attributeTypes,
  value: string | number | boolean | object,
  given: Partial<Properties> = {},
) {
  const outcome = attributeTypes[name].reader(propertiesOf(name, given))(value)
  return isRefusal(outcome) ? outcome.code : outcome
}

describe.each(attributeTypeNames)('every attribute type keeps its contract: %s', (name) => {
  const type = attributeTypes[name]
  const properties = propertiesOf(name)

  test('its defaults fit together', () => {
    expect(type.check(properties)).toEqual([])
    expect(type.name).toBe(name)
  })

  test('its samples are values of its own, in their normal form', () => {
    for (const sample of type.samples) expect(read(name, sample)).toEqual(sample)
  })

  test('a sample written as text and read again is the same', () => {
    for (const sample of type.samples) {
      const text = type.toText(sample, properties)
      const value = type.fromText(text, properties, plainFormat)
      expect(isRefusal(value) || value === null ? value : read(name, value)).toEqual(sample)
    }
  })

  test('what is no value of it is refused, never thrown', () => {
    for (const nonsense of [{}, [], { a: 1 }, '\0', Number.NaN, Number.POSITIVE_INFINITY, 1e300, 'x'.repeat(200_001)])
      expect(isRefusal(type.reader(properties)(nonsense))).toBe(true)
  })

  test('it has a name and a description in four languages', () => {
    for (const locale of localeCodes) {
      for (const key of [type.label, type.description])
        expect(texts.get(locale)?.[key], `${locale} ${key}`).toBeTypeOf('string')
    }
  })

  test('what it widens to has the same column', () => {
    if (type.column(properties) === null) expect(type.widensTo).toEqual([])
    for (const wider of type.widensTo) {
      const other = attributeTypes[wider as keyof typeof attributeTypes]
      expect(other.column(propertiesOf(wider as keyof typeof attributeTypes))).toBe(type.column(properties))
    }
  })
})

test('every type that an import may guess has a rank of its own', () => {
  const ranks = attributeTypeNames.map((name) => attributeTypes[name].guessRank).filter((rank) => rank !== null)
  expect(new Set(ranks).size).toBe(ranks.length)
})

describe('numbers', () => {
  test('whole numbers keep every digit up to a bigint', () => {
    expect(read('number', '9223372036854775807')).toBe('9223372036854775807')
    expect(read('number', '-9223372036854775808')).toBe('-9223372036854775808')
    expect(read('number', '9223372036854775808')).toBe('validation.integer')
    expect(read('number', '1.5')).toBe('validation.integer')
    expect(read('number', '1.0')).toBe('1')
    expect(read('number', '007')).toBe('7')
    expect(read('number', 42)).toBe('42')
    expect(read('number', '1e3')).toBe('1000')
    expect(read('number', '-0')).toBe('0')
  })

  test('decimals keep precision and scale, without a float in between', () => {
    expect(read('decimal', '9999999999999999.99')).toBe('9999999999999999.99')
    expect(read('decimal', '0.10')).toBe('0.1')
    expect(read('decimal', '1.005')).toBe('validation.decimal')
    expect(read('decimal', '12345678901234567')).toBe('validation.decimal')
    expect(read('decimal', '1,5')).toBe('validation.decimal')
  })

  test('bounds hold exactly', () => {
    expect(read('decimal', '0.01', { min: '0.02' })).toBe('validation.min')
    expect(read('decimal', '0.02', { min: '0.02' })).toBe('0.02')
    expect(read('number', '11', { min: '1', max: '10' })).toBe('validation.range')
    expect(read('number', '-2', { max: '-3' })).toBe('validation.max')
  })

  test('groups and commas of other countries are understood, ambiguity is not', () => {
    const properties = propertiesOf('decimal')
    const from = (text: string, decimal: '.' | ',', group: '' | ',' | '.' | ' ') => {
      const value = attributeTypes.decimal.fromText(text, properties, { decimal, group, dateOrder: 'ymd' })
      return isRefusal(value) ? value.code : value
    }
    expect(from('1.234.567,89', ',', '.')).toBe('1234567.89')
    expect(from('1 234,5', ',', ' ')).toBe('1234.5')
    expect(from('-1,234.5', '.', ',')).toBe('-1234.5')
    expect(from('1.2345,6', ',', '.')).toBe('validation.decimal')
  })
})

describe('days and moments', () => {
  test('a day that does not exist is refused', () => {
    expect(read('date', '2024-02-29')).toBe('2024-02-29')
    for (const day of ['2023-02-29', '2024-13-01', '2024-04-31', '0000-01-01', '24-01-01', '2024-1-1'])
      expect(read('date', day)).toBe('validation.date')
  })

  test('days are read in the order of the file', () => {
    const from = (text: string, dateOrder: 'ymd' | 'dmy' | 'mdy') =>
      attributeTypes.date.fromText(text, propertiesOf('date'), { ...plainFormat, dateOrder })
    expect(from('31.12.2024', 'dmy')).toBe('2024-12-31')
    expect(from('12/31/2024', 'mdy')).toBe('2024-12-31')
    expect(from('2024/1/5', 'dmy')).toBe('2024-01-05')
    expect(isRefusal(from('31.12.2024', 'mdy'))).toBe(true)
  })

  test('a moment is kept in UTC and needs a zone', () => {
    expect(read('datetime', '2024-03-31T03:30:00+03:00')).toBe('2024-03-31T00:30:00.000Z')
    for (const moment of ['2024-03-31T03:30:00', '2024-03-31', '2024-02-30T00:00:00Z', '2024-01-01T24:00:00Z'])
      expect(read('datetime', moment)).toBe('validation.datetime')
  })
})

test('e-mail addresses: what browsers accept, with a domain', () => {
  expect(read('email', ' ann@example.com ')).toBe('ann@example.com')
  for (const address of ['ann', 'ann@', 'ann@host', 'a b@example.com', '<a@example.com>', 'a@-x.com'])
    expect(read('email', address)).toBe('validation.email')
})

describe('bounds of days, times and periods', () => {
  test.each([
    ['time', '08:00:00', '17:00:00', '17:00:01', 'noon'],
    ['month', '2024-02', '2024-12', '2025-01', '2024-13'],
    ['week', '2024-W01', '2024-W52', '2025-W01', '2024-W53'],
    ['date', '2024-02-29', '2024-12-31', '2025-01-01', '2023-02-29'],
    ['duration', 'PT1H', 'P1D', 'PT24H1S', '1 hour'],
  ] as const)('%s', (name, min, max, beyond, nonsense) => {
    const problems = (given: Partial<Properties>) => attributeTypes[name].check(propertiesOf(name, given))
    expect(read(name, max, { min, max })).toBe(max)
    expect(read(name, beyond, { min, max })).toBe('validation.range')
    expect(problems({ min, max })).toEqual([])
    expect(problems({ min: nonsense })).toEqual([{ code: `validation.${name}`, target: 'min' }])
    expect(problems({ min: max, max: min })).toMatchObject([{ code: 'validation.max', target: 'min' }])
  })
})
