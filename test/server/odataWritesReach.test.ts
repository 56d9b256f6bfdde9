import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Action, Scope } from '#environments/memberRights.ts'
import { newClerk, type Clerk } from '../support/clerk.ts'
import { codeOf, openLedger, targetOf, type Ledger, type Row } from '../support/writes.ts'

let ledger: Ledger
let clerk: Clerk
let amber: Row
let birch: Row
let invoice: Row
const send: Ledger['send'] = (...given) => clerk.send(...given)

beforeAll(async () => {
  ledger = await openLedger('odatawritesreach')
  clerk = await newClerk(ledger.house, ledger.place)
})
afterAll(() => ledger.close())
beforeEach(async () => {
  await clerk.allowAll()
  amber = await ledger.made('customers', { name: 'Amber' })
  birch = await ledger.made('customers', { name: 'Birch' })
  invoice = await ledger.made('invoices', {
    name: 'First',
    customer_id: amber.id,
    lines: [{ name: 'A' }, { name: 'B' }],
  })
  await clerk.give('customers', amber.id)
})

describe('each record that a request touches asks for its own right', () => {
  test.each<[string, Action, string, Scope, () => [string, string, unknown], number, string, string | undefined]>([
    [
      'a nested record may not be made',
      'create',
      'lines',
      'none',
      () => ['POST', 'invoices', { name: 'x', lines: [{ name: 'y' }] }],
      403,
      'request.forbidden',
      'lines[0]',
    ],
    [
      'a nested record may not be changed',
      'update',
      'customers',
      'none',
      () => ['PATCH', `invoices(${invoice.id})`, { name: 'x', customer: { name: 'y' } }],
      403,
      'request.forbidden',
      'customer',
    ],
    [
      'what is left out may not be removed',
      'delete',
      'lines',
      'none',
      () => ['PATCH', `invoices(${invoice.id})`, { name: 'x', lines: [] }],
      403,
      'record.deleteForbidden',
      undefined,
    ],
    [
      'a lookup may not lead to what one may not read',
      'read',
      'customers',
      'user',
      () => ['PATCH', `invoices(${invoice.id})`, { 'customer@bind': `customers(${birch.id})` }],
      422,
      'validation.lookup',
      'customer@bind',
    ],
    [
      'nor by its reference',
      'read',
      'customers',
      'user',
      () => ['PUT', `invoices(${invoice.id})/customer/$ref`, { '@id': `customers(${birch.id})` }],
      422,
      'validation.lookup',
      'customer_id',
    ],
    [
      'a collection of what one may not read is not there',
      'read',
      'customers',
      'user',
      () => ['POST', `customers(${birch.id})/invoices/$ref`, { '@id': `invoices(${invoice.id})` }],
      404,
      'record.unknown',
      undefined,
    ],
    [
      'a link is a change of the record that has the lookup',
      'update',
      'invoices',
      'none',
      () => ['DELETE', `invoices(${invoice.id})/customer/$ref`, undefined],
      403,
      'request.forbidden',
      undefined,
    ],
    [
      'also from the other side',
      'update',
      'invoices',
      'none',
      () => ['DELETE', `customers(${amber.id})/invoices(${invoice.id})/$ref`, undefined],
      403,
      'request.forbidden',
      undefined,
    ],
    [
      'a property is one of its record',
      'update',
      'invoices',
      'user',
      () => ['PUT', `invoices(${invoice.id})/total`, { value: 1 }],
      403,
      'request.forbidden',
      undefined,
    ],
    [
      'a key that has a record which one may not read',
      'read',
      'invoices',
      'user',
      () => ['PUT', `invoices(${invoice.id})`, { name: 'Mine' }],
      404,
      'record.unknown',
      undefined,
    ],
    [
      // Whether there is one that they do not see is not told.
      'a key by who may make no record under it',
      'create',
      'invoices',
      'none',
      () => ['PUT', 'invoices(0190a4c2-7a3b-7c4d-8e5f-0123456789ab)', { name: 'x' }],
      404,
      'record.unknown',
      undefined,
    ],
  ])('%s: refused, and nothing is written', async (_name, action, uri, scope, request, status, code, target) => {
    await clerk.allow(action, uri, scope)
    const before = await ledger.counts()
    const answer = await send(...request())
    expect([answer.status, codeOf(answer), targetOf(answer)]).toEqual([status, code, target])
    expect(await ledger.counts()).toEqual(before)
  })

  test('what one may not read is no part of the collection that one replaces', async () => {
    const { value: both } = (await ledger.send('GET', `invoices(${invoice.id})/lines`)).json<{ value: Row[] }>()
    await clerk.give('lines', both.find(({ name }) => name === 'A')?.id)
    await clerk.allow('read', 'lines', 'user')
    expect((await send('PATCH', `invoices(${invoice.id})`, { lines: [] })).status).toBe(200)
    const { value } = (await ledger.send('GET', `invoices(${invoice.id})/lines`)).json<{ value: Row[] }>()
    expect(value.map(({ name }) => name)).toEqual(['B'])
  })

  test('who may make a record and not read it is told its address', async () => {
    await clerk.allow('read', 'invoices', 'none')
    const answer = await send('POST', 'invoices?$select=name', { name: 'Blind' })
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(answer.headers['location']).toBe(answer.headers['odata-entityid'])
  })
})
