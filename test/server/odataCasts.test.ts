import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ScalarType } from '#odata/bind/bound.ts'
import { isEnumeration } from '#odata/bind/types.ts'
import { castValue } from '#odata/cast.ts'
import { castText } from '#odata/compile/cast.ts'
import { textOfDouble } from '#decimals/double.ts'
import { writing } from '#odata/writing.ts'
import { emptyDatabase, type TestDatabase } from '../support/database.ts'
import { access, colour } from '../support/odataModel.ts'
import { clocks, days, doubles, durations, integers, numbers, seals, times, writings } from '../support/odataRows.ts'

let database: TestDatabase
let client: Client

beforeAll(async () => {
  database = await emptyDatabase('odata casts')
  client = new Client({ connectionString: database.connectionString, options: '-c timezone=UTC' })
  await client.connect()
})

afterAll(async () => {
  await client?.end()
  await database?.drop()
})

const types: readonly ScalarType[] = ['Edm.String', 'Edm.Boolean', 'Edm.Byte', 'Edm.SByte', 'Edm.Int16', 'Edm.Int32', 'Edm.Int64', 'Edm.Decimal', 'Edm.Single', 'Edm.Double', 'Edm.Guid', 'Edm.Date', 'Edm.TimeOfDay', 'Edm.DateTimeOffset', 'Edm.Duration', 'Edm.Binary', colour, access] // prettier-ignore

type Casts = Readonly<Record<string, string | null>>

// What a text is as a value of each type, written as a text again: by its type's name.
const castsOf = (values: readonly (string | boolean | null)[]): Casts =>
  Object.fromEntries(
    types.map((type, index) => [isEnumeration(type) ? type.name : type, values[index]?.toString() ?? null]),
  )

async function castsInSql(texts: readonly string[]): Promise<readonly Casts[]> {
  const casts = types.map((type) =>
    castText('Edm.String', { text: castText(type, { text: 't.t', type: 'Edm.String' }), type }),
  )
  const statement = `select array[${casts.join(', ')}] as casts from unnest($1::text[]) with ordinality as t(t, n) order by t.n`
  const { rows } = await client.query<{ casts: (string | null)[] }>(statement, [texts])
  return rows.map((row) => castsOf(row.casts))
}

function castsOfEvaluator(text: string): Casts {
  return castsOf(
    types.map((type) => {
      const value = castValue('Edm.String', type, text)
      return value === null ? null : castValue(type, 'Edm.String', String(value))
    }),
  )
}

const known = [...writings, ...numbers, ...integers, ...days, ...times, ...durations, ...clocks, ...doubles, ...seals, 'Red', 'Read,Delete'] // prettier-ignore
// Of which SQL and the evaluator once thought otherwise.
const onceFound = ['2026-01-01T10:00:00Z', '0001-01-31t00:00:00.0000000+14:00', '34000166']
// The forms without what they look ahead to, which a generator does not know.
const forms = Object.values(writing).map((form) => new RegExp(form.replaceAll(/\(\?[!=][^)]*\)/g, ''), 'u'))
const written = fc.oneof(fc.constantFrom(...known), ...forms.map((form) => fc.stringMatching(form, { maxLength: 60 })))
const edge = fc.constantFrom('', '', '', '', ' ', '\n', '0', '-', '+', 'Z', 'T', '=', ',', '.5', '\u0660')
const text = fc.tuple(edge, written, edge).map((parts) => parts.join(''))

describe('a text cast to each type', () => {
  test('is in SQL what it is to the evaluator', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 60 }), async (texts) => {
        expect(await castsInSql(texts)).toEqual(texts.map(castsOfEvaluator))
      }),
      // `CASTS=2000 SEED=7 npx vitest ...` asks for more and for others.
      { numRuns: Number(process.env['CASTS'] ?? 60), examples: [[known], [onceFound]] },
    )
  }, 600_000)

  test('is a value of that type alone: a moment is no day, a day no moment', async () => {
    const [moment, day] = await castsInSql(['2026-01-01T10:00:00Z', '2026-01-01'])
    expect(moment).toMatchObject({ 'Edm.Date': null, 'Edm.DateTimeOffset': '2026-01-01T10:00:00Z' })
    expect(day).toMatchObject({ 'Edm.Date': '2026-01-01', 'Edm.DateTimeOffset': null })
  })
})

describe('a number cast to a text', () => {
  // Odd wholes of a power of two are the likeliest to lie in the middle between two texts.
  const some = (bits: number, least: number, greatest: number) =>
    fc.tuple(fc.bigInt(-(1n << BigInt(bits)), 1n << BigInt(bits)), fc.integer({ min: least, max: greatest })).map(([whole, power]) => Number(whole) * 2 ** power) // prettier-ignore
  const forms = [
    ['Edm.Single', 'float4', fc.oneof(fc.float(), some(24, -30, 30), some(1, -149, 127)).map(Math.fround), [33_554_432, 34_000_168, 2_097_152.25]], // prettier-ignore
    ['Edm.Double', 'float8', fc.oneof(fc.double(), some(53, -30, 30), some(1, -1074, 1023)), [1e23, 9_007_199_254_740_992, 2 ** -44]], // prettier-ignore
  ] as const

  test.each(forms)(
    'has the same digits in SQL as to the evaluator: %s',
    async (type, column, number, middles) => {
      const text = castText('Edm.String', { text: 't.t', type })
      const statement = `select array_agg(${text} order by t.n) as texts from unnest($1::${column}[]) with ordinality as t(t, n)`
      await fc.assert(
        fc.asyncProperty(fc.array(number, { minLength: 1, maxLength: 100 }), async (numbers) => {
          const { rows } = await client.query<{ texts: string[] }>(statement, [numbers.map(String)])
          expect(rows[0]?.texts).toEqual(numbers.map((each) => castValue(type, 'Edm.String', textOfDouble(each))))
        }),
        { numRuns: Number(process.env['CASTS'] ?? 60), examples: [[[...middles]]] },
      )
    },
    600_000,
  )
})
