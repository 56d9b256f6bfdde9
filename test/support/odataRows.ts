import fc from 'fast-check'
import { memberNumber } from '#odata/enumeration.ts'
import type { RowValue } from '#odata/evaluate.ts'
import type { EntitySet, TableOfSet } from '#odata/model.ts'
import { hexOfBase64 } from '#odata/serialize/base64url.ts'

export type Row = Record<string, RowValue>
export type Rows = Record<'invoices' | 'customers' | 'countries', readonly Row[]>

export const names = [
  '',
  'a',
  'A',
  'ab',
  'ß',
  'Ķēde',
  'ķēde',
  '%_\\',
  '100%',
  "it's",
  '𝒳',
  '',
  '漢字',
  'a b',
  'NULL',
  'İ',
]
export const numbers = [
  '0',
  '-1',
  '1',
  '2',
  '0.1',
  '0.10',
  '1.005',
  '-0.5',
  '12345678901234567890.1234',
  '9007199254740993',
]
export const integers = ['0', '1', '-1', '2', '9007199254740993', '-9223372036854775808', '7']
export const days = ['2026-01-01', '2026-02-28', '1999-12-31', '0001-01-01', '9999-12-31']
export const times = [
  '2026-01-01T00:00:00Z',
  '2026-01-01T00:00:00.123456Z',
  '2025-12-31T23:00:00-01:00',
  '1969-12-31T23:59:59.5Z',
]

export const durations = ['PT0S', 'PT1H30M', 'P1D', 'P1DT0.5S', 'P10000D', 'PT86400S', 'PT0.000001S', 'P-1DT-2H']
export const clocks = ['00:00:00', '12:30:00', '23:59:59.999999', '12:30:00.5']
export const doubles = ['0', '0.1', '0.2', '-1.5', '1e+300', '5e-324', 'INF', '-INF', 'NaN', '3', '2.5', '1e-200']
export const seals = ['', 'AA', 'AAE', '_-8', 'T0RhdGE']
/** Texts that say something of other types, or almost do. */
export const writings = ['true', 'False', '+07', '-0', '1e300', '-1e-300', '1e331', '.5', '5.', '0x1', '255', '256', '-129', '32768', '127.9', '1e2', 'NaN', 'INF', '-INF', 'Infinity', '12345678901234567890123456789', '3.4028235677973366e38', '3.4028235e38', '7.1e-46', '1e-46', '2026-02-30', '0000-01-01', '2024-02-29', '2025-02-29', '2026-01-01T10:00Z', '2026-01-01t10:00:00.1234567z', '2026-02-30T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59.9999999Z', '2026-01-01T10:00:00', '24:00', '12:30', '23:59:59.9999999', 'P', 'PT', 'P1DT', '-P1DT2H', 'PT1.5M', 'P999999999D', 'PT0.0000019S', '00000000-0000-7000-8200-00000000000A', '00000000-0000-7000-8200-000000000001', 'AAE', 'A', 'AAE=', '_-8', '+/8', 'Red', ' 1', '1 '] // prettier-ignore
const shape = (type: string) => (coordinates: unknown) => JSON.stringify({ type, coordinates })
const square = (from: number, to: number) => [[from, from], [to, from], [to, to], [from, to], [from, from]] // prettier-ignore
/** Places and shapes as JSON holds them: on the globe and in the plane. */
export const shapes = {
  places: [[24.1, 56.95], [2.35, 48.86], [-180, -90], [180, 0], [0, 0], [0.5, 0.5], [5, 5, 100]].map(shape('Point')), // prettier-ignore
  routes: [[[24.1, 56.95], [2.35, 48.86]], [[0, 0], [0, 0]], [[179.9, 0], [-179.9, 0], [-180, 89.5]]].map(shape('LineString')), // prettier-ignore
  areas: [[square(-10, 10), square(-1, 1)], [square(20, 60)], [[[0, 0], [10, 0], [0, 10], [0, 0]]]].map(shape('Polygon')), // prettier-ignore
  corners: [[0, 0], [3, 4], [1e15, -1e15], [0.1, 0.2], [-7, 5]].map(shape('Point')), // prettier-ignore
  paths: [[[0, 0], [3, 4], [3, 0]], [[0.1, 0.2], [0.3, 0.7]], [[1, 1], [1, 1]]].map(shape('LineString')), // prettier-ignore
  rooms: [[square(0, 4)], [square(-10, 10), square(-7, 7)], [[[0, 0], [6, 8], [6, 0], [0, 0]]]].map(shape('Polygon')), // prettier-ignore
}
const colours = ['Red', 'Green', 'Blue']
const accesses = ['None', 'Read', 'Write', 'ReadWrite', 'Delete', 'ReadWrite,Delete', 'Read,Delete']

/** A row as its table takes it: members by their numbers, bytes in hexadecimal, each value under its column. */
export function storedRow(row: Row, set: EntitySet, table: TableOfSet): Record<string, unknown> {
  const entries = Object.entries(row).map(([name, value]): [string, unknown] => {
    const property = set.properties.get(name)
    const { enumeration, type } = property ?? {}
    const stored = (each: unknown): unknown => {
      if (each === null) return null
      if (enumeration) return memberNumber(enumeration, String(each))
      if (type === 'Edm.Double' || type === 'Edm.Single') return String(each).replace('INF', 'Infinity')
      if (type?.startsWith('Edm.Geo')) return JSON.parse(String(each)) as unknown
      return type === 'Edm.Binary' ? `\\x${hexOfBase64(String(each))}` : each
    }
    return [table.columns?.get(name) ?? name, Array.isArray(value) ? value.map(stored) : stored(value)]
  })
  return Object.fromEntries(entries)
}

/** The same rows in every run: drawn with a fixed seed. */
export function drawRows(): Rows {
  const pick = <Thing>(things: readonly Thing[]) => fc.option(fc.constantFrom(...things), { freq: 4 })
  const idOf = (kind: number, index: number) => `00000000-0000-7000-8${kind}00-${String(index).padStart(12, '0')}`
  const draw = <Thing>(value: fc.Arbitrary<Thing>, count: number) => fc.sample(value, { numRuns: count, seed: 42 })
  const countries = draw(fc.record({ name: pick(names) }), 5).map((row, index) => ({ id: idOf(1, index), ...row }))
  const country = pick(countries.map((row) => row['id']))
  const customers = draw(fc.record({ name: pick(names), country_id: country }), 12).map((row, index) => ({
    id: idOf(2, index),
    ...row,
  }))
  const invoice = fc.record({
    name: pick([...names, ...writings.slice(0, 24)]),
    total: pick(numbers),
    units: pick(integers),
    rank: pick(['0', '1', '2', '7']),
    due: pick(days),
    done: fc.option(fc.boolean()),
    created_on: fc.constantFrom(...times),
    customer_id: pick([...customers.map((row) => row['id']), idOf(9, 9)]),
    colour: pick(colours),
    access: pick(accesses),
    tags: pick([[], ['a'], ['a', 'b'], ['b', 'a', 'a'], ['Ķēde', null, 'a']]),
    sizes: pick([[], ['1'], ['1', '2', '3'], ['3', '1', '2', '1'], ['7', null]]),
    colours: pick([[], ['Red'], ['Blue', 'Red']]),
    took: pick(durations),
    opens: pick(clocks),
    weight: pick(doubles),
    ratio: pick(['0.1', '2.5', '-INF', 'NaN', '0', '3']),
    share: pick(['0', '255', '7']),
    seal: pick(seals),
    spot: pick(shapes.places),
    route: pick(shapes.routes),
    area: pick(shapes.areas),
    corner: pick(shapes.corners),
    path: pick(shapes.paths),
    room: pick(shapes.rooms),
    'address/city': fc.option(fc.constantFrom(...names, ...writings), { freq: 2 }),
    'address/zip': fc.option(fc.constantFrom('0', '1', '7'), { freq: 2 }),
  })
  const invoices = draw(invoice, 240).map((row, index) => ({ id: idOf(3, index), ...row }))
  return { countries, customers, invoices }
}
