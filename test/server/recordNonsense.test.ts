import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { newEntity, newEnvironment, newMaker, type Maker } from '../support/maker.ts'

let house: TestApi
let ilze: Maker
let root: string
beforeAll(async () => {
  house = await openApiOn('nonsense')
  ilze = await newMaker(house.send, 'ilze@example.org')
  const acme = await newEnvironment(ilze, 'acme')
  const customers = await newEntity(ilze, acme, 'customers', [])
  await newEntity(ilze, acme, 'invoices', [
    { name: 'Total', uri: 'total', type: 'decimal' },
    { name: 'Units', uri: 'units', type: 'number' },
    { name: 'Code', uri: 'code', type: 'text', unique: true },
    { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: customers.id },
  ])
  root = `/api/odata/v1/${acme.id}`
})
afterAll(() => house.close())

test('500 wrong bodies and query texts are never an error of the server', async () => {
  const { id } = (await ilze.send('POST', `${root}/invoices`, { units: '1' })).json<{ id: string }>()
  const random = generator(20251121)
  for (let round = 0; round < 250; round++) {
    const body = oneOf(random, bodies)(random)
    const header = oneOf(random, etags)
    const method = round % 2 ? 'PATCH' : 'POST'
    const path = method === 'POST' ? 'invoices' : `invoices(${id})`
    const written = await ilze.send(method, `${root}/${path}`, body, header === '' ? {} : { 'if-match': header })
    expect(written.status === 501 || written.status < 500, `${written.status} ${method} ${body} ${header}`).toBe(true)
    const query = `${oneOf(random, places)}?${textOf(random, queryParts, 6)}`
    const found = await ilze.send('GET', `${root}/${query}`)
    expect(found.status === 501 || found.status < 500, `${found.status} ${query}: ${found.text}`).toBe(true)
  }
})

type Random = () => number
const values = [
  '1',
  '"x"',
  'null',
  'true',
  '[]',
  '{}',
  '1e400',
  '-0',
  '"\\u0000"',
  '"2024-02-30"',
  '99999999999999999999',
  '"\\ud800"',
  '"0190a4c2"',
]
const fields = [
  'name',
  'total',
  'units',
  'code',
  'customer_id',
  'owner_id',
  'status',
  'version',
  'id',
  'nope',
  '__proto__',
  'constructor',
  '@odata.etag',
  '',
]
const bodies: ((random: Random) => string)[] = [
  (random) =>
    `{${Array.from({ length: 1 + Math.floor(random() * 4) }, () => `${JSON.stringify(oneOf(random, fields))}:${oneOf(random, values)}`).join(',')}}`,
  (random) => oneOf(random, values),
  (random) => textOf(random, ['{', '}', '[', ']', '"', ':', ',', 'name', '1', '\\'], 12),
  () => '',
]
const etags = ['', '', '', 'W/"1"', '"x"', 'nonsense', 'W/"1', '*', 'W/"99999999999999999999"', 'W/""']
const places = [
  'invoices',
  'invoices/$count',
  'customers',
  'nope',
  'invoices(1)',
  'invoices(',
  '_principal',
  '_event',
  '%00',
  '%ff',
  'invoices/customer',
  '$metadata',
  '$batch',
]
const queryParts = [
  '$filter=',
  '$orderby=',
  '$select=',
  '$expand=',
  '$top=',
  '$skip=',
  '$count=',
  '$search=',
  '&',
  '=',
  '%27',
  '(',
  ')',
  'name',
  'total',
  ' eq ',
  ' in ',
  ' and ',
  'not ',
  "'x'",
  '1',
  '-1',
  'null',
  '9'.repeat(40),
  'contains(',
  'customer',
  '/',
  ',',
  '%00',
  '%E0%A4%A',
  '$skiptoken=',
  '$apply=',
  '$compute=',
  '%F0%9F%98%80',
  '*',
  'desc',
  '$it',
  '$levels=max',
  ';',
  '1e999',
  '2024-02-30',
  "duration'P1D'",
]

function textOf(random: Random, parts: readonly string[], most: number): string {
  return Array.from({ length: 1 + Math.floor(random() * most) }, () => oneOf(random, parts))
    .join('')
    .replaceAll(' ', '%20')
}

function oneOf<Thing>(random: Random, things: readonly Thing[]): Thing {
  return things[Math.floor(random() * things.length)] as Thing
}

/** The same numbers for the same seed (mulberry32). */
function generator(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
