import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { neutralProperties, type Properties } from '#attributes/properties.ts'
import { readDuration, writeDuration } from '#attributes/span.ts'
import { secondsOfSpan } from '#dates/durationSeconds.ts'
import { isRefusal, plainFormat, type WireValue } from '#attributes/type.ts'
import { attributeTypes, type AttributeTypeName } from '#attributes/types.ts'

const two = (number: number) => String(number).padStart(2, '0')
const options = ['open', 'won; lost', 'say "x"', ' spaced', 'ā'].map((value) => ({
  value,
  label: value.trim() === value ? value.toUpperCase() : `${value}!`,
  color: null,
  active: true,
}))
/** Each is called as the other is kept. */
const crossed = [
  { value: 'left', label: 'right', color: null, active: true },
  { value: 'right', label: 'left', color: null, active: true },
]
const line = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((text) => text.trim())
  .filter(Boolean)

/** Values of each type, not all of them in their normal form. */
const values: Partial<Record<AttributeTypeName, fc.Arbitrary<string | boolean | readonly string[]>>> = {
  id: fc.uuid(),
  text: line,
  search: line,
  hidden: line,
  textarea: line,
  markup: line,
  url: fc.webUrl({ withQueryParameters: true, withFragments: true }),
  tel: fc.integer({ min: 100, max: 999_999_999 }).map((number) => `+${number}`),
  email: fc.tuple(fc.stringMatching(/^[a-z0-9]{1,12}$/), fc.domain()).map(([name, domain]) => `${name}@${domain}`),
  number: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  decimal: fc.tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.nat(99)).map(([a, b]) => `${a}.${two(b)}`),
  color: fc.nat(0xff_ff_ff).map((number) => `#${number.toString(16).padStart(6, '0')}`),
  date: fc
    .date({ min: new Date('0001-01-02'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10)),
  datetime: fc
    .date({ min: new Date('0001-01-02'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((at) => at.toISOString()),
  time: fc.tuple(fc.nat(23), fc.nat(59), fc.nat(59)).map((parts) => parts.map(two).join(':')),
  month: fc
    .tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 12 }))
    .map(([year, month]) => `${String(year).padStart(4, '0')}-${two(month)}`),
  week: fc
    .tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 52 }))
    .map(([year, week]) => `${String(year).padStart(4, '0')}-W${two(week)}`),
  duration: fc.integer({ min: -90_000_000, max: 90_000_000 }).map(writeDuration),
  rating: fc.integer({ min: 1, max: 5 }).map(String),
  boolean: fc.boolean(),
  select: fc.constantFrom(...options.map(({ value }) => value)),
  multiselect: fc.subarray(
    options.map(({ value }) => value),
    { minLength: 1 },
  ),
  user: fc.uuid(),
  team: fc.uuid(),
  'N:1': fc.uuid(),
}

describe.each(Object.keys(values) as AttributeTypeName[])('values of type %s', (name) => {
  const type = attributeTypes[name]
  const properties: Properties = {
    ...neutralProperties,
    ...type.defaults,
    options: type.properties.includes('options') ? options : [],
  }
  const read = type.reader(properties)

  test('have one normal form, and are the same when they were written as text and read again', () => {
    fc.assert(
      fc.property(values[name] ?? fc.constant(''), (value) => {
        const normal = held(read(value))
        expect(read(normal)).toEqual(normal)
        const text = type.toText(normal, properties)
        expect(read(held(type.fromText(text, properties, plainFormat)))).toEqual(normal)
      }),
    )
  })
})

test.each(['select', 'multiselect'] as const)(
  'a %s whose label is the value of another choice keeps its choice',
  (name) => {
    const type = attributeTypes[name]
    const properties: Properties = { ...neutralProperties, ...type.defaults, options: crossed }
    for (const { value } of crossed) {
      const chosen = name === 'select' ? value : [value]
      expect(type.fromText(type.toText(chosen, properties), properties, plainFormat)).toEqual(chosen)
    }
  },
)

describe('durations', () => {
  test('as the database writes an interval into JSON', () => {
    const kept = ['1 day 02:00:00', '-1 days -02:00:00', '-00:45:00', '3 days', '100:00:00', '1 day -00:30:00']
    expect(kept.map(readDuration)).toEqual(['P1DT2H', '-P1DT2H', '-PT45M', 'P3D', 'P4DT4H', 'PT23H30M'])
  })

  test('as people write them', () => {
    expect(['1:30', '0:05', '26:00:01', 'P1W', 'pt90m'].map(readDuration)).toEqual([
      'PT1H30M',
      'PT5M',
      'P1DT2H1S',
      'P7D',
      'PT1H30M',
    ])
    expect(['', 'P', 'PT', '1:60', '1.5', 'P1Y', '1 day 2'].map(readDuration)).toEqual(
      Array.from({ length: 7 }, () => null),
    )
  })

  test('every number of seconds has one text', () => {
    fc.assert(fc.property(fc.integer(), (seconds) => secondsOfSpan(writeDuration(seconds)) === seconds))
  })
})

describe('weeks', () => {
  test('a year has as many as ISO 8601 gives it', () => {
    const { reader } = attributeTypes.week
    const has53 = (year: number) => !isRefusal(reader(neutralProperties)(`${year}-W53`))
    expect([2004, 2009, 2015, 2020, 2026].map(has53)).toEqual([true, true, true, true, true])
    expect([2005, 2021, 2023, 2024, 2025].map(has53)).toEqual([false, false, false, false, false])
  })
})

function held(read: WireValue | object): string | boolean | readonly string[] {
  if (read === null || (typeof read === 'object' && !Array.isArray(read))) throw new Error(JSON.stringify(read))
  return read as string | boolean | readonly string[]
}
