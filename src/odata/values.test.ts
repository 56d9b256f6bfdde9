import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { castValue } from '#odata/cast.ts'
import { durationOf, isTooLong, durationSeconds } from '#dates/isoDuration.ts'
import { memberNumber, singleFlags, textOfMembers } from '#odata/enumeration.ts'
import { calculateDouble, doubleOf } from '#decimals/double.ts'
import { hexOfBase64 } from '#odata/serialize/base64url.ts'
import { plainValue, storedValue, type ValueKind } from '#odata/write/values.ts'
import { access, colour } from '../../test/support/odataModel.ts'

describe('durations', () => {
  test.each([
    ['PT1H30M', '5400', 'PT1H30M'],
    ['P1D', '86400', 'P1D'],
    ['PT86400S', '86400', 'P1D'],
    ['-P1DT0.5S', '-86400.5', '-P1DT0.5S'],
    ['P-1DT-2H', '-93600', '-P1DT2H'],
    ['PT0.0000019S', '0.0000019', 'PT0.000001S'],
    ['PT0S', '0', 'PT0S'],
  ])('%s is %s seconds', (text, seconds, shown) => {
    expect(Number(durationSeconds(text))).toBe(Number(seconds))
    expect(durationOf(durationSeconds(text) ?? '')).toBe(shown)
  })

  test.each(['', 'P', 'PT', 'P1DT', 'P1Y', 'P1M', 'PT1.5M', '1', 'P1D '])('%j is none', (text) => {
    expect(durationSeconds(text)).toBe(undefined)
  })

  test('there and back, to the microsecond', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), (micros) => {
        const digits = String(micros < 0n ? -micros : micros).padStart(7, '0')
        const seconds = `${micros < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
        expect(Number(durationSeconds(durationOf(seconds)))).toBe(Number(seconds))
      }),
    )
    expect(isTooLong('1000000000001')).toBe(true)
    expect(isTooLong('-1000000000000')).toBe(false)
  })
})

describe('enumerations', () => {
  test('members are known by name and number; flags together', () => {
    expect(memberNumber(colour, 'Blue')).toBe(10)
    expect(memberNumber(colour, '10')).toBe(10)
    for (const wrong of ['blue', '3', 'Red,Blue', '', '1.0']) expect(memberNumber(colour, wrong), wrong).toBe(undefined)
    expect(memberNumber(access, 'Read, Delete')).toBe(5)
    expect(memberNumber(access, '4,Read')).toBe(5)
    for (const wrong of ['8', '-1', 'Read,', 'Fly']) expect(memberNumber(access, wrong), wrong).toBe(undefined)
  })

  test('are shown by the fewest names; by digits where there are none', () => {
    expect([0, 1, 3, 5, 7, 8].map((number) => textOfMembers(access, number))).toEqual(
      ['None', 'Read', 'ReadWrite', 'Read,Delete', 'Read,Write,Delete', '8'], // prettier-ignore
    )
    expect(textOfMembers(colour, 3)).toBe('3')
    expect(singleFlags(access).map(([name]) => name)).toEqual(['Read', 'Write', 'Delete'])
  })

  test('every value that has a name is read again', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 7 }),
        (number) => memberNumber(access, textOfMembers(access, number)) === number,
      ),
    )
  })
})

describe('doubles', () => {
  test('have no result that a double could not be', () => {
    expect(calculateDouble('mul', '1e+300', '1e+300')).toBe('INF')
    expect(calculateDouble('div', '-1', '0')).toBe('-INF')
    expect(calculateDouble('div', '0', '0')).toBe('NaN')
    expect(calculateDouble('sub', 'INF', 'INF')).toBe('NaN')
    expect(calculateDouble('mul', '1e-200', '1e-200')).toBe('0')
    expect(calculateDouble('mod', '5.3', '0.7')).toBe('0.4')
    expect(calculateDouble('mod', '1', '0')).toBe(null)
    expect(doubleOf('1e400')).toBe('INF')
  })
})

describe('casts', () => {
  test.each([
    ['Edm.Decimal', 'Edm.String', '12.50', '12.5'],
    ['Edm.Double', 'Edm.String', '1e21', '1e+21'],
    ['Edm.Double', 'Edm.String', '0.00001', '1e-05'],
    ['Edm.Double', 'Edm.String', '-INF', '-INF'],
    ['Edm.Single', 'Edm.String', '0.10000000149011612', '0.1'],
    ['Edm.Single', 'Edm.String', '1000000', '1e+06'],
    ['Edm.DateTimeOffset', 'Edm.String', '2026-01-01T02:00:00.500000+02:00', '2026-01-01T00:00:00.5Z'],
    ['Edm.TimeOfDay', 'Edm.String', '12:30', '12:30:00'],
    ['Edm.Duration', 'Edm.String', '5400', 'PT1H30M'],
    ['Edm.Binary', 'Edm.String', '\\xffef', '_-8'],
    ['Edm.String', 'Edm.Int32', '+07', '7'],
    ['Edm.String', 'Edm.Int32', '7.5', null],
    ['Edm.String', 'Edm.Byte', '256', null],
    ['Edm.String', 'Edm.Decimal', '1e2', '100'],
    ['Edm.String', 'Edm.Double', 'INF', 'INF'],
    ['Edm.String', 'Edm.Boolean', 'True', true],
    ['Edm.String', 'Edm.Boolean', '1', null],
    ['Edm.String', 'Edm.Date', '2026-02-30', null],
    ['Edm.String', 'Edm.Date', '2024-02-29', '2024-02-29'],
    ['Edm.String', 'Edm.Date', '2024-02-29T10:00:00Z', null],
    ['Edm.String', 'Edm.DateTimeOffset', '0001-01-01T00:00:00+14:00', null],
    ['Edm.String', 'Edm.DateTimeOffset', '2026-01-01T10:00:00.1234567+02:00', '2026-01-01T08:00:00.123456Z'],
    ['Edm.String', 'Edm.TimeOfDay', '24:00', null],
    ['Edm.String', 'Edm.Duration', 'P1M', null],
    ['Edm.String', 'Edm.Guid', '00000000-0000-7000-8300-00000000000A', '00000000-0000-7000-8300-00000000000a'],
    ['Edm.String', 'Edm.Binary', '_-8=', '\\xffef'],
    ['Edm.Decimal', 'Edm.Single', '1e39', 'INF'],
    ['Edm.Int64', 'Edm.SByte', '128', null],
  ] as const)('%s to %s: %s', (from, to, value, expected) => expect(castValue(from, to, value)).toBe(expected))
})

describe('values of bodies', () => {
  const kind = (type: ValueKind['type'], more: Partial<ValueKind> = {}): ValueKind => ({
    type,
    nullable: true,
    ...more,
  })
  const stored = (of: ValueKind, value: unknown) => {
    const checked = plainValue(of, value, 'x')
    return 'code' in checked ? checked.code : storedValue(of, checked.value)
  }

  test('become parameters of their columns', () => {
    expect(stored(kind('Edm.Duration'), '-P1DT2H')).toBe('P-1DT-2H')
    expect(stored(kind('Edm.Binary'), '_-8=')).toBe('\\xffef')
    expect(stored(kind('Edm.Int64', { enumeration: access }), 'Read,Delete')).toBe(5)
    expect(stored(kind('Edm.Double'), '-INF')).toBe('-Infinity')
    expect(stored(kind('Edm.Single'), 0.1)).toBe('0.10000000149011612')
    expect(stored(kind('Edm.Single'), 1e39)).toBe('validation.type')
    expect(stored(kind('Edm.Decimal', { precision: 4, scale: 2 }), '12.30000')).toBe('12.30000')
    expect(stored(kind('Edm.Decimal', { precision: 4, scale: 2 }), '123.1')).toBe('validation.decimal')
    expect(stored(kind('Edm.TimeOfDay'), '23:59:59.9999999')).toBe('23:59:59.999999')
    expect(stored(kind('Edm.Int32', { collection: true }), [1, '2', null])).toEqual(['1', '2', null])
    expect(stored(kind('Edm.Int32', { collection: true }), null)).toBe('validation.type')
    expect(stored(kind('Edm.Guid'), '00000000-0000-7000-8300-00000000000A')).toBe(
      '00000000-0000-7000-8300-00000000000a',
    )
  })

  test('anything at all is taken or refused, and nothing is thrown', () => {
    const types = ['Edm.Guid', 'Edm.String', 'Edm.Byte', 'Edm.Int64', 'Edm.Decimal', 'Edm.Single', 'Edm.Double', 'Edm.Boolean', 'Edm.Date', 'Edm.DateTimeOffset', 'Edm.TimeOfDay', 'Edm.Duration', 'Edm.Binary'] as const // prettier-ignore
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.boolean(), fc.jsonValue(), (type, collection, value) => {
        const of = kind(type, collection ? { collection: true } : {})
        const found = stored(of, value)
        return found === null || ['string', 'boolean', 'number', 'object'].includes(typeof found)
      }),
    )
  })

  test('base64 and base64url are the same bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = Buffer.from(bytes)
        expect(hexOfBase64(text.toString('base64'))).toBe(text.toString('hex'))
        expect(hexOfBase64(text.toString('base64url'))).toBe(text.toString('hex'))
      }),
    )
    for (const wrong of ['a', 'a=b', '*', 'ab c']) expect(hexOfBase64(wrong), wrong).toBe(undefined)
  })
})
