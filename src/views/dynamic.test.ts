import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { withAttributes } from '#entities/model.ts'
import { type FilterValue, type Reader } from '#views/dynamic.ts'
import { periodUnits } from '#dates/periodUnit.ts'
import { dateIn, spanOf, startOfDate } from '#dates/relativePeriod.ts'
import { filterFields, filterText, type Condition } from '#views/filter.ts'
import { matches } from '#views/matches.ts'
import { hasDynamic } from '#views/filter.ts'
import { resolveFilter } from '#views/resolve.ts'

const zones = ['Pacific/Honolulu', 'UTC', 'Pacific/Kiritimati', 'Europe/Riga', 'America/Santiago', 'Asia/Kolkata']

describe('periods', () => {
  test('each is known by its first day and the first one after it', () => {
    const of = (unit: (typeof periodUnits)[number], shift: number) => spanOf(unit, shift, '2026-11-21')
    expect(of('day', -1)).toEqual({ from: '2026-11-20', to: '2026-11-21' })
    // A Saturday: its week began on Monday.
    expect(of('week', 0)).toEqual({ from: '2026-11-16', to: '2026-11-23' })
    expect(of('month', 2)).toEqual({ from: '2027-01-01', to: '2027-02-01' })
    expect(of('quarter', 1)).toEqual({ from: '2027-01-01', to: '2027-04-01' })
    expect(of('quarter', -4)).toEqual({ from: '2025-10-01', to: '2026-01-01' })
    expect(of('year', 0)).toEqual({ from: '2026-01-01', to: '2027-01-01' })
    expect(spanOf('week', 0, '2026-11-22')).toEqual(of('week', 0))
    expect(spanOf('day', 1, '2028-02-28').from).toBe('2028-02-29')
  })

  test('the present one holds today, and one follows the other without a gap', () => {
    const day = fc.date({ min: new Date('1971-01-01'), max: new Date('2399-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(day, fc.constantFrom(...periodUnits), fc.integer({ min: -50, max: 50 }), (date, unit, shift) => {
        const today = date.toISOString().slice(0, 10)
        const now = spanOf(unit, 0, today)
        expect(now.from <= today && today < now.to).toBe(true)
        expect(spanOf(unit, shift, today).to).toBe(spanOf(unit, shift + 1, today).from)
      }),
    )
  })
})

describe('the beginning of a day', () => {
  test('is the reader’s midnight, ten hours behind and fourteen ahead of UTC', () => {
    expect(startOfDate('Pacific/Honolulu', '2026-11-21').toISOString()).toBe('2026-11-21T10:00:00.000Z')
    expect(startOfDate('Pacific/Kiritimati', '2026-11-21').toISOString()).toBe('2026-11-20T10:00:00.000Z')
    expect(startOfDate('UTC', '2026-11-21').toISOString()).toBe('2026-11-21T00:00:00.000Z')
  })

  test('on days of 23 and 25 hours, and where midnight does not exist', () => {
    const hours = (zone: string, from: string, to: string) =>
      (startOfDate(zone, to).getTime() - startOfDate(zone, from).getTime()) / 3_600_000
    expect(hours('Europe/Riga', '2026-03-29', '2026-03-30')).toBe(23)
    expect(hours('Europe/Riga', '2026-10-25', '2026-10-26')).toBe(25)
    // The clocks of Santiago go from 24:00 to 1:00.
    expect(startOfDate('America/Santiago', '2025-09-07').toISOString()).toBe('2025-09-07T04:00:00.000Z')
    expect(hours('America/Santiago', '2025-09-07', '2025-09-08')).toBe(23)
    // Samoa had no 30th of December in 2011.
    expect(startOfDate('Pacific/Apia', '2011-12-30')).toEqual(startOfDate('Pacific/Apia', '2011-12-31'))
  })

  test('every instant lies on the day that it is said to lie on', () => {
    const time = fc.date({ min: new Date('1990-01-01'), max: new Date('2037-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(time, fc.constantFrom(...zones), (now, zone) => {
        const today = dateIn(zone, now)
        const { from, to } = spanOf('day', 0, today)
        expect(startOfDate(zone, from) <= now && now < startOfDate(zone, to)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})

const entity = withAttributes(
  entityOf({ name: 'Order', collectionname: 'Orders', uri: 'orders' }, { id: 'e', change_id: 'c' }),
  (['date', 'datetime', 'text', 'decimal', 'duration', 'boolean'] as const).map((type, position) =>
    attributeOf({ name: type, uri: `a${type}`, type }, { id: type, entity_id: 'e', change_id: 'c', position }),
  ),
)
const fields = filterFields(entity.fields)
const me = '0190a6e0-0000-7000-8000-000000000001'
const team = '0190a6e0-0000-7000-8000-000000000002'
const other = '0190a6e0-0000-7000-8000-000000000003'
const reader = (over: Partial<Reader> = {}): Reader => ({
  me,
  teams: [team, other],
  unit: null,
  now: new Date('2026-11-21T23:30:00Z'),
  timeZone: 'Europe/Riga',
  variable: (key) => (key === 'city' ? "O'Hare" : undefined),
  ...over,
})
const one = (column: string, operator: Condition['operator'], ...values: FilterValue[]): Condition => ({
  kind: 'condition',
  column,
  operator,
  values,
})
const said = (condition: Condition, who = reader()) =>
  filterText(resolveFilter({ kind: 'and', of: [condition] }, fields, who), fields)

describe('a filter with dynamic values, for its reader', () => {
  const today = { dynamic: 'period', unit: 'day', shift: 0 } as const
  const week = { dynamic: 'period', unit: 'week', shift: -1 } as const

  test('a day without time is the reader’s day, wherever that is', () => {
    expect(said(one('adate', 'eq', today))).toBe('(adate ge 2026-11-22 and adate lt 2026-11-23)')
    expect(said(one('adate', 'lt', today), reader({ timeZone: 'Pacific/Honolulu' }))).toBe('adate lt 2026-11-21')
    expect(said(one('adate', 'gt', today), reader({ timeZone: 'Pacific/Kiritimati' }))).toBe('adate ge 2026-11-23')
  })

  test('an instant is compared with the edges of the reader’s days', () => {
    expect(said(one('adatetime', 'ge', today))).toBe('adatetime ge 2026-11-21T22:00:00.000Z')
    expect(said(one('adatetime', 'le', week))).toBe('adatetime lt 2026-11-15T22:00:00.000Z')
    expect(said(one('adatetime', 'ne', today), reader({ timeZone: 'Pacific/Honolulu' }))).toBe(
      '(adatetime eq null or adatetime lt 2026-11-21T10:00:00.000Z or adatetime ge 2026-11-22T10:00:00.000Z)',
    )
  })

  test('me, my teams, my unit', () => {
    expect(said(one('owner_id', 'eq', { dynamic: 'me' }))).toBe(`owner_id eq ${me}`)
    expect(said(one('owner_id', 'eq', { dynamic: 'teams' }))).toBe(`owner_id in (${team},${other})`)
    expect(said(one('owner_id', 'ne', { dynamic: 'teams' }))).toBe(`(owner_id ne ${team} and owner_id ne ${other})`)
    expect(said(one('owner_id', 'in', { dynamic: 'me' }, { dynamic: 'teams' }))).toContain(`(${me},${team},${other})`)
  })

  test('what there is none of is equal to nothing: a filter never widens by it', () => {
    expect(said(one('owner_id', 'eq', { dynamic: 'unit' }))).toBe('id eq null')
    expect(said(one('owner_id', 'ne', { dynamic: 'teams' }), reader({ teams: [] }))).toBe('id ne null')
    expect(said(one('atext', 'eq', { dynamic: 'variable', key: 'gone' }))).toBe('id eq null')
    expect(said(one('atext', 'eq', { dynamic: 'variable', key: 'city' }))).toBe("atext eq 'O''Hare'")
  })

  test('a filter that depends on nobody is known as such', () => {
    expect(hasDynamic({ kind: 'and', of: [{ kind: 'or', of: [one('adate', 'eq', today)] }] })).toBe(true)
    expect(hasDynamic({ kind: 'and', of: [one('adate', 'eq', '2026-01-01')] })).toBe(false)
  })
})

test('a row is coloured by the same rules as a list is filtered by', () => {
  const check = (record: object, condition: Condition) =>
    matches({ ...record }, resolveFilter({ kind: 'and', of: [condition] }, fields, reader()), fields)
  expect(check({ adecimal: '9.50' }, one('adecimal', 'lt', '10'))).toBe(true)
  expect(check({ adecimal: null }, one('adecimal', 'lt', '10'))).toBe(false)
  expect(check({ adecimal: null }, one('adecimal', 'ne', '10'))).toBe(true)
  expect(check({ atext: 'RĪGA port' }, one('atext', 'contains', 'rīga'))).toBe(true)
  expect(check({ atext: null }, one('atext', 'contains', 'n'))).toBe(false)
  expect(check({ aboolean: false }, one('aboolean', 'eq', false))).toBe(true)
  expect(check({ adate: '2026-11-20' }, one('adate', 'lt', { dynamic: 'period', unit: 'day', shift: 0 }))).toBe(true)
  expect(check({ owner_id: other }, one('owner_id', 'eq', { dynamic: 'teams' }))).toBe(true)
  expect(check({ adate: null }, one('adate', 'isnull'))).toBe(true)
  // No digit is lost, as none is in the list.
  expect(check({ adecimal: '0.1000000000000000055' }, one('adecimal', 'gt', '0.1'))).toBe(true)
  expect(check({ adecimal: '9007199254740993' }, one('adecimal', 'ne', '9007199254740992'))).toBe(true)
  const among = { kind: 'condition', column: 'adecimal', operator: 'in', values: ['1', '9007199254740992'] } as const
  expect(matches({ adecimal: '9007199254740993' }, among, fields)).toBe(false)
  expect(matches({ adecimal: '9007199254740992' }, among, fields)).toBe(true)
  expect(check({ adecimal: '-0.00' }, one('adecimal', 'eq', '0'))).toBe(true)
  expect(check({ aduration: 'PT2H' }, one('aduration', 'gt', 'PT10H'))).toBe(false)
  expect(check({ adatetime: '2026-11-20T10:00:00Z' }, one('adatetime', 'eq', '2026-11-20T10:00:00.000Z'))).toBe(true)
})

test('numbers stand to each other as exact numbers do', () => {
  const number = fc.tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(6))
  const written = ([digits, scale]: readonly [bigint, number]) => {
    const size = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
    return `${digits < 0n ? '-' : ''}${size.slice(0, size.length - scale)}${scale ? `.${size.slice(-scale)}` : ''}`
  }
  fc.assert(
    fc.property(number, number, fc.boolean(), (one_, two, isSame) => {
      const [value, wanted] = [one_, isSame ? ([one_[0] * 10n ** BigInt(6 - one_[1]), 6] as const) : two]
      const exact = ([digits, scale]: readonly [bigint, number]) => digits * 10n ** BigInt(6 - scale)
      const holds = (operator: 'lt' | 'eq' | 'ge') =>
        matches(
          { adecimal: written(value) },
          { kind: 'condition', column: 'adecimal', operator, values: [written(wanted)] },
          fields,
        )
      expect([holds('lt'), holds('eq'), holds('ge')]).toEqual([
        exact(value) < exact(wanted),
        exact(value) === exact(wanted),
        exact(value) >= exact(wanted),
      ])
    }),
  )
})
