import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLedger, type Ledger, type Row } from '../support/writes.ts'

let ledger: Ledger
const ids: Record<string, string[]> = {}

beforeAll(async () => {
  ledger = await openLedger('odatawritesrandom')
  for (const name of ['Amber', 'Birch']) {
    const tree = { name, country: { name }, invoices: [{ name, lines: [{ name }, { name }] }] }
    const customer = await ledger.made('customers?$expand=country,invoices($expand=lines)', tree)
    const { country, invoices } = customer as unknown as { country: Row; invoices: (Row & { lines: Row[] })[] }
    const found = {
      countries: [country],
      customers: [customer],
      invoices,
      lines: invoices.flatMap(({ lines }) => lines),
    }
    for (const [set, rows] of Object.entries(found)) (ids[set] ??= []).push(...rows.map(({ id }) => id))
  }
})
afterAll(() => ledger.close())

const sets = {
  countries: { values: ['code'], lookups: {}, collections: { customers: 'customers' } },
  customers: { values: ['city'], lookups: { country: 'countries' }, collections: { invoices: 'invoices' } },
  invoices: {
    values: ['total', 'units', 'paid', 'code'],
    lookups: { customer: 'customers' },
    collections: { lines: 'lines' },
  },
  lines: { values: ['amount'], lookups: { invoice: 'invoices' }, collections: {} },
} as const
type SetName = keyof typeof sets

const value = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('1', '2.5', 'x', null, true, 7, 1e300, '', 'W/"1"', 'active') },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
)
// An existing row half of the time, so that trees reach far.
const keyIn = (set: SetName) => fc.nat(9).map((at) => ids[set]?.[at] ?? '0190a4c2-7a3b-7c4d-8e5f-0123456789ab')
const addressIn = (set: SetName) =>
  fc.oneof(
    { weight: 8, arbitrary: keyIn(set).map((key) => `${set}(${key})`) },
    { weight: 1, arbitrary: fc.constantFrom(`${set}(1)`, 'x(', '../x', '', `${set}/$count`, 'invoices', '$metadata') },
  )

function bodyOf(set: SetName, depth: number): fc.Arbitrary<Record<string, unknown>> {
  const { values, lookups, collections } = sets[set]
  const plain = ['name', 'status', 'owner_id', 'version', 'nothing', ...values].map((name) => [name, value] as const)
  const members: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(plain)
  members['@id'] = addressIn(set)
  members['id'] = keyIn(set)
  members['@etag'] = fc.constantFrom('W/"1"', '*', 'x', 5)
  members['total@odata.type'] = value
  for (const [name, target] of Object.entries(lookups) as [string, SetName][]) {
    members[`${name}@odata.bind`] = fc.option(addressIn(target))
    members[`${name}_id`] = keyIn(target)
    if (depth > 0) members[name] = fc.option(bodyOf(target, depth - 1))
  }
  for (const [name, target] of Object.entries(collections) as [string, SetName][]) {
    members[`${name}@bind`] = fc.array(addressIn(target), { maxLength: 2 })
    if (depth === 0) continue
    const row = bodyOf(target, depth - 1)
    const gone = fc
      .tuple(keyIn(target), fc.constantFrom('changed', 'deleted', 1))
      .map(([id, reason]) => ({ id, '@removed': { reason } }))
    members[name] = fc.array(row, { maxLength: 3 })
    members[`${name}@delta`] = fc.array(fc.oneof(row, gone), { maxLength: 3 })
  }
  return fc
    .subarray(Object.keys(members), { maxLength: 4 })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, members[name] ?? value]))))
}

const requestIn = fc.constantFrom<SetName>('countries', 'customers', 'invoices', 'lines').chain((set) =>
  fc.record({
    method: fc.constantFrom('POST', 'PATCH', 'PUT'),
    address: keyIn(set).map((key) => `${set}(${key})`),
    set: fc.constant(set),
    body: bodyOf(set, 2),
  }),
)

test('whatever stands in a body is written wholly or refused wholly, and never an error of ours', async () => {
  const seen = new Set<number>()
  await fc.assert(
    fc.asyncProperty(requestIn, async ({ method, address, set, body }) => {
      const before = await ledger.counts()
      const answer = await ledger.send(method, method === 'POST' ? set : address, body)
      seen.add(answer.status)
      expect(answer.status, answer.text).toBeLessThan(500)
      if (answer.status >= 400) {
        expect(answer.text).toMatch(/^\{"error":\{"code":"/)
        expect(await ledger.counts()).toEqual(before)
      }
    }),
    { numRuns: 400 },
  )
  expect([...seen]).toEqual(expect.arrayContaining([200, 201, 400, 422]))
})

test('whatever is sent to whatever address, it is done or refused, and never an error of ours', async () => {
  const setName = fc.constantFrom<SetName>('countries', 'customers', 'invoices', 'lines')
  const ends =
    ' /customer /invoices /lines /customer/$ref /lines/$ref /invoices/$ref /total /name /total/$value /name/$value /$value /$count /version /customer/country/$ref /nothing /$each'
  const rest = fc.constantFrom(...ends.split(' '))
  const id = fc.oneof(
    addressIn('invoices'),
    addressIn('lines'),
    fc.constantFrom('../../invoices(1)', '%zz', '//', '../../../x'),
  )
  const headers = fc.record(
    {
      'if-match': fc.constantFrom('*', 'W/"1"', 'x', '"'),
      'if-none-match': fc.constantFrom('*', 'W/"1"'),
      'idempotency-key': fc.constantFrom('a', 'b', ''),
      prefer: fc.constantFrom('return=minimal', 'return=representation', 'omit-values=nulls', ';;'),
      accept: fc.constantFrom('application/json;odata.metadata=full', 'text/csv', '*/*', 'application/xml'),
      'content-type': fc.constantFrom('application/json', 'text/plain', 'image/png', 'x'),
    },
    { requiredKeys: [] },
  )
  const body = fc.oneof(
    setName.chain((set) => bodyOf(set, 1)),
    value.map((given) => ({ value: given })),
    id.map((given) => ({ '@id': given })),
    fc.constantFrom('', 'null', '[]', '{', '"x"', 'true', '12.5'),
  )
  const query = fc.oneof(
    fc.constantFrom('', '', '?$select=name', '?$expand=lines', '?$select=x', '?$format=json', '?$id'),
    id.map((given) => `?$id=${given}`),
  )
  const request = fc.record({
    method: fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE'),
    set: setName,
    rest,
    query,
    headers,
    body,
  })
  await fc.assert(
    fc.asyncProperty(
      request,
      fc.nat(4),
      async ({ method, set, rest: path, query: asked, headers: said, body: sent }, at) => {
        const key = ids[set]?.[at] ?? '0190a4c2-7a3b-7c4d-8e5f-0123456789ab'
        const before = await ledger.counts()
        const answer = await ledger.send(method, `${set}(${key})${path}${asked}`, sent, said)
        expect(answer.status < 500 || answer.status === 501, `${answer.status} ${answer.text}`).toBe(true)
        if (answer.status >= 400) expect(await ledger.counts()).toEqual(before)
      },
    ),
    { numRuns: 400 },
  )
})
