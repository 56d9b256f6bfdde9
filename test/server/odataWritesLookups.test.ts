import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#platform/server/newId.ts'
import { codeOf, openLedger, targetOf, type Ledger, type Row } from '../support/writes.ts'

let ledger: Ledger
let root: string

beforeAll(async () => {
  ledger = await openLedger('odatawriteslookups')
  root = ledger.root
})
afterAll(() => ledger.close())

const send: Ledger['send'] = (...given) => ledger.send(...given)
const made: Ledger['made'] = (...given) => ledger.made(...given)

describe('lookups by address', () => {
  let amber: Row
  beforeEach(async () => {
    amber = await made('customers', { name: 'Amber' })
  })

  test.each([
    ['customer@odata.bind', (id: string) => `customers(${id})`],
    ['customer@bind', (id: string) => `${root}customers(${id})`],
    ['customer@odata.bind', (id: string) => `https://lintel.example${root}customers/${id}`],
    ['customer', (id: string) => ({ '@id': `customers(${id})` })],
    ['customer', (id: string) => ({ '@odata.id': `${root}customers(${id})` })],
  ])('%s binds at creation and at change', async (name, address) => {
    const invoice = await made('invoices', { [name]: address(amber.id) })
    expect(invoice['customer_id']).toBe(amber.id)
    const birch = await made('customers', { name: 'Birch' })
    const changed = await send('PATCH', `invoices(${invoice.id})`, { [name]: address(birch.id) })
    expect([changed.status, changed.json<Row>()['customer_id']]).toEqual([200, birch.id])
    const cleared = await send('PATCH', `invoices(${invoice.id})`, { [name]: null })
    expect([cleared.status, cleared.json<Row>()['customer_id']]).toEqual([200, null])
  })

  test.each([
    ['customer@odata.bind', 'invoices(0190a4c2-7a3b-7c4d-8e5f-0123456789ab)', 400, 'request.reference'],
    ['customer@odata.bind', 'nonsense(', 400, 'request.reference'],
    ['customer@odata.bind', 5, 400, 'request.reference'],
    ['customer@odata.bind', '/elsewhere/customers(0190a4c2-7a3b-7c4d-8e5f-0123456789ab)', 400, 'request.reference'],
    ['customer@odata.bind', 'customers(0190a4c2-7a3b-7c4d-8e5f-0123456789ab)', 422, 'validation.lookup'],
    ['nobody@odata.bind', 'customers(0190a4c2-7a3b-7c4d-8e5f-0123456789ab)', 422, 'validation.unknown'],
    ['customer', 'customers(0190a4c2-7a3b-7c4d-8e5f-0123456789ab)', 422, 'validation.type'],
  ])('%s: %s is refused at its place', async (name, address, status, code) => {
    const answer = await send('POST', 'invoices', { [name]: address })
    expect([answer.status, codeOf(answer), targetOf(answer)]).toEqual([status, code, name])
  })

  test('an owner too; where a record cannot be without one, it stays', async () => {
    const { id } = await made('invoices', { 'owner@odata.bind': `_principal(${ledger.maker.id})` })
    const answer = await send('PATCH', `invoices(${id})`, { owner: null })
    expect([answer.status, codeOf(answer), targetOf(answer)]).toEqual([422, 'validation.required', 'owner'])
    for (const [method, address] of [
      ['POST', '_principal'],
      ['PATCH', `_principal(${ledger.maker.id})`],
      ['DELETE', `_principal(${ledger.maker.id})`],
      ['PUT', `invoices(${id})/owner/name`],
    ] as const) {
      // prettier-ignore
      expect((await send(method, address, method === 'DELETE' ? undefined : { name: 'x', value: 'x' })).status).toBe(405)
    }
    const nobody = await send('PATCH', `invoices(${id})`, { 'owner@bind': `_principal(${newId()})` })
    expect([nobody.status, codeOf(nobody), targetOf(nobody)]).toEqual([400, 'record.ownerUnfit', 'owner@bind'])
  })

  test('a record that the same batch has made', async () => {
    const requests = [
      { id: '1', method: 'POST', url: 'customers', atomicityGroup: 'g', body: { name: 'First' } },
      { id: '2', method: 'POST', url: 'invoices', atomicityGroup: 'g', body: { 'customer@odata.bind': '$1' } },
      { id: '3', method: 'POST', url: 'invoices', atomicityGroup: 'g', body: { customer: { '@id': '$1' } } },
      {
        id: '4',
        method: 'PUT',
        url: '$3/customer/$ref',
        atomicityGroup: 'g',
        body: { '@id': `customers(${amber.id})` },
      },
    ].map((each) => ({ ...each, headers: { 'content-type': 'application/json' } }))
    type Answers = { responses: { status: number; body: Row }[] }
    const { responses } = (await send('POST', '$batch', { requests })).json<Answers>()
    const [customer, bound, named] = responses.map(({ body }) => body)
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 204])
    expect([bound?.['customer_id'], named?.['customer_id']]).toEqual([customer?.id, customer?.id])
    expect(await ledger.read(`invoices(${named?.id ?? ''})`)).toMatchObject({ customer_id: amber.id, version: 2 })
  })

  test('other annotations say nothing of the record', async () => {
    const invoice = await made('invoices', { '@odata.context': 'x', 'total@odata.type': 'Decimal', total: '1' })
    expect(invoice['total']).toBe(1)
    expect((await send('POST', 'invoices', { '@odata.type': '#lintel.other.invoices' })).status).toBe(400)
  })
})
