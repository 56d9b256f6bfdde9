import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RecordHistory, VersionComparison } from '../../src/records/history/recordHistory.ts'
import { newClerk, type Clerk } from '../support/clerk.ts'
import { expected } from '../support/maker.ts'
import { codeOf, openLedger, targetOf, type Ledger, type Row } from '../support/writes.ts'

let ledger: Ledger
let clerk: Clerk
let entities: Record<string, string> = {}
beforeAll(async () => {
  ledger = await openLedger('recordhistory')
  clerk = await newClerk(ledger.house, ledger.place)
  const { value } = (await ledger.send('GET', `/api/metadata/entity/v1/${ledger.place.id}`)).json<{
    value: { id: string; uri: string }[]
  }>()
  entities = Object.fromEntries(value.map(({ id, uri }) => [uri, id]))
})
afterAll(() => ledger.close())
beforeEach(() => clerk.allowAll())

const path = (set: string, id: string, rest = '') => `/api/history/v1/${ledger.place.id}/${entities[set]}/${id}${rest}`
const historyOf = async (set: string, id: string, query = '') =>
  (await expected(200, ledger.send('GET', path(set, id, query)))).json<RecordHistory>()
const patch = (set: string, id: string, body: object) => expected(200, ledger.send('PATCH', `${set}(${id})`, body))

describe('the history of a record', () => {
  test('[R170] tells who changed what, when and by which cause, old and new, with the names of what is linked', async () => {
    const customer = await ledger.made('customers', { name: 'Aldaris' })
    const { id } = await ledger.made('invoices', { name: 'First', total: '1234567890123456.89', code: 'A' })
    await patch('invoices', id, { customer_id: customer.id, total: '2.50' })
    await patch('invoices', id, { name: 'Second' })
    const { value, next, names } = await historyOf('invoices', id)
    expect(next).toBeNull()
    expect(value.map(({ kind, version, changes }) => [kind, version, changes])).toEqual([
      ['update', '3', [{ column: 'name', before: 'First', after: 'Second' }]],
      [
        'update',
        '2',
        [
          { column: 'total', before: '1234567890123456.89', after: '2.50' },
          { column: 'customer_id', before: null, after: customer.id },
        ],
      ],
      ['create', '1', expect.arrayContaining([{ column: 'total', before: null, after: '1234567890123456.89' }])],
    ])
    expect(names[customer.id]).toBe('Aldaris')
    expect(value[0]).toMatchObject({ by: 'Ilze Kalniņa', by_id: ledger.maker.id, cause: { kind: 'request' } })
  })

  test('goes on before the events in the audit rows, page by page, each write once', async () => {
    const { id } = await ledger.made('countries', { name: '0' })
    for (let at = 1; at <= 40; at++) await patch('countries', id, { name: String(at) })
    await ledger.house.database.execute({
      text: `delete from "${ledger.place.schema}"._event where record_id = $1 and (after->>'version')::int <= 20`,
      values: [id],
    })
    const told: string[] = []
    let query = ''
    for (;;) {
      const page = await historyOf('countries', id, query)
      told.push(...page.value.map(({ changes }) => String(changes.find(({ column }) => column === 'name')?.after)))
      if (page.next === null) break
      query = `?before=${page.next}`
    }
    expect(told).toEqual(Array.from({ length: 41 }, (_, at) => String(40 - at)))
  })

  test('leaves out attributes that are gone', async () => {
    const at = `/api/metadata/attribute/v1/${ledger.place.id}/${entities['customers']}`
    const made = await expected(201, ledger.send('POST', at, { name: 'Fax', uri: 'fax', type: 'text' }))
    const { id } = await ledger.made('customers', { name: 'Old', fax: '1' })
    await expected(200, ledger.send('DELETE', `${at}/${made.json<{ id: string }>().id}`))
    const { value } = await historyOf('customers', id)
    expect(value[0]?.changes.map(({ column }) => column)).not.toContain('fax')
  })

  test('is told also of a deleted record, and to nobody who may not read it', async () => {
    const { id } = await ledger.made('customers', { name: 'Kept', city: 'Riga' })
    await expected(204, ledger.send('DELETE', `customers(${id})`))
    expect((await historyOf('customers', id)).value.map(({ kind }) => kind)).toEqual(['delete', 'create'])
    await clerk.allow('read', 'customers', 'user')
    expect(codeOf(await clerk.send('GET', path('customers', id)))).toBe('record.unknown')
    const own = await ledger.made('customers', { name: 'Own' })
    await clerk.give('customers', own.id)
    await expected(204, ledger.send('DELETE', `customers(${own.id})`))
    const told = (await expected(200, clerk.send('GET', path('customers', own.id)))).json<RecordHistory>()
    expect(told.value).toHaveLength(2)
  })
})

describe('a former version', () => {
  test('is restored as a change like any other, on the version that was read', async () => {
    const customer = await ledger.made('customers', { name: 'Cido' })
    const { id } = await ledger.made('invoices', { name: 'First', total: '1.00', customer_id: customer.id })
    await patch('invoices', id, { name: 'Second', total: '2.00', units: 9 })
    await patch('invoices', id, { customer_id: null })
    const { value } = await historyOf('invoices', id)
    const first = value.at(-1)?.at_seq ?? ''
    const compared = (await ledger.send('GET', path('invoices', id, `/version/${first}`))).json<VersionComparison>()
    expect(compared).toMatchObject({ problems: [], lost: [], names: { [customer.id]: 'Cido' } })
    expect(compared.differences.map(({ column, before, after }) => [column, before, after]).toSorted()).toEqual([
      ['customer_id', null, customer.id],
      ['name', 'Second', 'First'],
      ['total', '2.00', '1.00'],
      ['units', '9', '7'],
    ])
    const restore = (etag: string, columns?: string[]) =>
      ledger.send(
        'POST',
        path('invoices', id, '/restore'),
        { at_seq: first, ...(columns && { columns }) },
        { 'if-match': etag },
      )
    expect((await restore('W/"1"')).status).toBe(412)
    expect((await expected(200, restore('W/"3"', ['name']))).json<Row>()).toMatchObject({ name: 'First', version: '4' })
    expect((await expected(200, restore('W/"4"'))).json<Row>()).toMatchObject({
      total: '1.00',
      customer_id: customer.id,
    })
    const now = await historyOf('invoices', id)
    expect(now.value[0]?.cause.kind).toBe('restore')
  })

  test('tells what of it cannot be set back, and keeps that', async () => {
    const customer = await ledger.made('customers', { name: 'Gone' })
    const { id } = await ledger.made('invoices', { name: 'First', customer_id: customer.id })
    await patch('invoices', id, { customer_id: null, name: 'Second' })
    await expected(204, ledger.send('DELETE', `customers(${customer.id})`))
    const first = (await historyOf('invoices', id)).value.at(-1)?.at_seq ?? ''
    const compared = (await ledger.send('GET', path('invoices', id, `/version/${first}`))).json<VersionComparison>()
    expect(compared.problems).toEqual([{ code: 'validation.lookup', target: 'customer_id' }])
    const whole = await ledger.send('POST', path('invoices', id, '/restore'), {
      at_seq: first,
      columns: ['customer_id'],
    })
    expect([whole.status, targetOf(whole)]).toEqual([422, 'customer_id'])
    const rest = await expected(200, ledger.send('POST', path('invoices', id, '/restore'), { at_seq: first }))
    expect(rest.json<Row>()).toMatchObject({ name: 'First', customer_id: null })
    await clerk.allow('update', 'invoices', 'none')
    const second = (await historyOf('invoices', id)).value[1]?.at_seq ?? ''
    expect((await clerk.send('POST', path('invoices', id, '/restore'), { at_seq: second })).status).toBe(403)
  })
})
