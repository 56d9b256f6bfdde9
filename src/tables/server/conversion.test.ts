import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attributeOf, type Attribute, type AttributeDraft } from '#attributes/attribute.ts'
import { isRefusal } from '#attributes/type.ts'
import { attributeTypes, attributeTypeNames, type AttributeTypeName } from '#attributes/types.ts'
import { typesAfter } from '#entities/conversions.ts'
import { conversionOf } from '#tables/conversion/conversion.ts'
import { openDatabase, type Database } from '#platform/server/database/database.ts'
import { emptyDatabase } from '../../../test/support/database.ts'

let own: Awaited<ReturnType<typeof emptyDatabase>>
let database: Database
beforeAll(async () => {
  own = await emptyDatabase('conversion')
  database = openDatabase({ connectionString: own.connectionString, connections: 2 })
})
afterAll(async () => {
  await database.stop()
  await own.drop()
})

const options = [
  { value: 'open', label: 'Open', color: null, active: true },
  { value: 'won; lost', label: 'Won or lost', color: null, active: true },
  { value: '1', label: 'One', color: null, active: true },
]

function attribute(type: AttributeTypeName, properties: Partial<AttributeDraft> = {}): Attribute {
  const draft = { name: 'Some', uri: 'some', type, ...properties }
  const chosen = ['select', 'multiselect'].includes(type) ? { options } : {}
  return attributeOf({ ...chosen, ...draft }, { id: 'a', entity_id: 'e', change_id: 'c', position: 1 })
}

type Outcome = { value: string | string[] | null; loss: string | null }

async function convert(was: Attribute, is: Attribute, values: readonly unknown[]): Promise<Outcome[]> {
  const { value, loss } = conversionOf(was, is, 'c')
  const type = attributeTypes[was.type].column(was)
  const told = attributeTypes[is.type].isList
    ? value
    : attributeTypes[is.type].sqlWriter(value, attributeTypes[is.type].family)
  const rows = values.map((_value, at) => `(${at}, $${at + 1}::${type})`)
  return database.query<Outcome>({
    text: `select ${told} as value, ${loss} as loss from (values ${rows.join()}) v (at, c) order by at`,
    values,
  })
}

async function one(from: AttributeTypeName, to: AttributeTypeName, value: unknown, properties = {}): Promise<unknown> {
  const [outcome] = await convert(attribute(from), attribute(to, properties), [value])
  return outcome?.loss ? [outcome.value, outcome.loss] : outcome?.value
}

describe('each value', () => {
  test.each([
    ['12.5', 'number', ['13', 'rounded']],
    ['-12.5', 'number', ['-13', 'rounded']],
    [' 42 ', 'number', '42'],
    ['1e5', 'number', [null, 'cleared']],
    ['1,234', 'number', [null, 'cleared']],
    ['9223372036854775808', 'number', [null, 'cleared']],
    ['007', 'number', ['7', 'truncated']],
    ['12.345', 'decimal', ['12.35', 'rounded']],
    ['12.50', 'decimal', '12.5'],
    ['99999999999999999', 'decimal', [null, 'cleared']],
    ['25', 'percent', '0.25'],
    ['-12.5\u00a0%', 'percent', '-0.125'],
    ['12.345 %', 'percent', ['0.1235', 'rounded']],
    ['25 % %', 'percent', [null, 'cleared']],
    ['yes', 'boolean', 'true'],
    ['NĒ', 'boolean', 'false'],
    ['maybe', 'boolean', [null, 'cleared']],
    ['2024-02-29', 'date', '2024-02-29'],
    ['2023-02-29', 'date', [null, 'cleared']],
    ['31.12.2024', 'date', '2024-12-31'],
    ['2024-12-31T10:00:00Z', 'date', ['2024-12-31', 'truncated']],
    ['2024-12-31', 'datetime', '2024-12-31T00:00:00.000Z'],
    ['2024-12-31T10:00+02:00', 'datetime', '2024-12-31T08:00:00.000Z'],
    ['2024-12-31 10:00', 'datetime', '2024-12-31T10:00:00.000Z'],
    ['0000-01-01', 'date', [null, 'cleared']],
    ['8:30', 'time', '08:30:00'],
    ['24:00', 'time', [null, 'cleared']],
    ['1:30', 'duration', '1:30:00'],
    ['P1DT2H', 'duration', '26:00:00'],
    ['2024-W53', 'week', [null, 'cleared']],
    ['2020w53', 'week', '2020-W53'],
    ['2024-12-30', 'week', ['2025-W01', 'truncated']],
    ['2024-12-30', 'month', ['2024-12', 'truncated']],
    ['ann@example.com', 'email', 'ann@example.com'],
    ['ann at example', 'email', [null, 'cleared']],
    ['https://example.com/x', 'url', 'https://example.com/x'],
    ['javascript:alert(1)', 'url', [null, 'cleared']],
    ['+371 29 123 456', 'tel', '+371 29 123 456'],
    ['#ABC', 'color', '#aabbcc'],
    ['OPEN', 'select', 'open'],
    ['other', 'select', [null, 'cleared']],
    ['<b>', 'wysiwyg', '<b>'],
    ['one; open', 'multiselect', ['open', '1']],
  ] as const)('of text: “%s” as %s', async (value, to, expected) => {
    expect(await one('text', to, value)).toEqual(expected)
  })

  test('of other types', async () => {
    expect(await one('decimal', 'number', '2.5')).toEqual(['3', 'rounded'])
    expect(await one('decimal', 'decimal', '2.55', { scale: 1 })).toEqual(['2.6', 'rounded'])
    expect(await one('number', 'text', '9223372036854775807')).toBe('9223372036854775807')
    expect(await one('number', 'rating', '6')).toEqual([null, 'cleared'])
    expect(await one('decimal', 'percent', '0.25')).toBe('0.25')
    expect(await one('percent', 'decimal', '0.25')).toBe('0.25')
    expect(await one('percent', 'text', '0.25')).toBe('25 %')
    expect(await one('number', 'boolean', '1')).toBe('true')
    expect(await one('boolean', 'number', true)).toBe('1')
    expect(await one('datetime', 'date', '2024-03-31T23:30:00Z')).toEqual(['2024-03-31', 'truncated'])
    expect(await one('datetime', 'date', '2024-03-31T00:00:00Z')).toBe('2024-03-31')
    expect(await one('date', 'datetime', '0001-01-01')).toBe('0001-01-01T00:00:00.000Z')
    expect(await one('textarea', 'text', 'x'.repeat(300), { maxlength: 250 })).toEqual(['x'.repeat(250), 'truncated'])
    expect(await one('multiselect', 'select', ['open', '1'])).toEqual(['open', 'truncated'])
    expect(await one('wysiwyg', 'textarea', '<p>a &lt; b<br>c</p>')).toBe('a < b\nc')
    expect(await one('wysiwyg', 'textarea', '<p><b>a</b></p>')).toEqual(['a', 'truncated'])
    expect(await one('email', 'number', null)).toBe(null)
    // Tags alone hold no words, so nothing is lost; and an empty text is no value.
    expect(await one('wysiwyg', 'textarea', '<p></p>')).toBe(null)
    for (const type of ['multiselect', 'duration', 'time'] as const)
      for (const wordless of ['', '<p></p>']) expect(await one('wysiwyg', type, wordless)).toBe(null)
    expect(await one('wysiwyg', 'number', '<p><br></p>')).toEqual([null, 'cleared'])
  })
})

const pairs = attributeTypeNames.flatMap((from) => typesAfter(from).map((to) => [from, to] as const))

test('every type that has an own column, but links, files and secrets, may become a text and most the other way', () => {
  const fixed = attributeTypeNames.filter((type) => typesAfter(type).length === 0)
  expect(fixed.toSorted()).toEqual(
    [
      '1:N',
      'N:1',
      'N:N',
      'button',
      'dataquery',
      'file',
      'formula',
      'image',
      'password',
      'rollup',
      'submit',
      'team',
      'user',
    ].toSorted(),
  )
})

const near = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !text.includes('\0')),
  fc.stringMatching(/^[+-]?[\d.,:eTZWP #-]{0,24}$/),
  fc.stringMatching(/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?)?$/),
  fc.stringMatching(/^-?P(\d{1,3}D)?T?(\d{1,2}H)?(\d{1,2}M)?$/),
  fc.stringMatching(/^\d{4}-?W\d{2}$/),
  fc.constantFrom('open', 'ONE; open', 'true', '#fff', 'a@b.cd', 'http://x.y', '9999-12-31T23:59:59.999999Z'),
)

test.each(pairs)('whatever a %s holds, the %s that is made of it holds by its own rules', async (from, to) => {
  const isText = attributeTypes[from].column(attribute(from))?.startsWith('text collate') === true
  // An empty text is no value.
  const random = isText ? fc.sample(near, { numRuns: 300, seed: 7 }).filter((text) => text !== '') : []
  const samples = attributeTypes[from].samples.map((sample) => (sample === '-PT45M' ? 'PT-45M' : sample))
  const values = [...samples, ...random, null]
  const target = attribute(to)
  const read = attributeTypes[to].reader(target)
  const isNothing = (value: unknown) =>
    value === null || (from === 'wysiwyg' && String(value).replaceAll(/<[^>]*>/g, '') === '')
  const outcomes = await convert(attribute(from), target, values)
  for (const [at, { value, loss }] of outcomes.entries()) {
    if (value === null) {
      expect([values[at], loss]).toEqual([values[at], isNothing(values[at]) ? null : 'cleared'])
      continue
    }
    const held = read(to === 'boolean' ? value === 'true' : value)
    expect([values[at], value, isRefusal(held) ? held.code : 'held']).toEqual([values[at], value, 'held'])
  }
})
