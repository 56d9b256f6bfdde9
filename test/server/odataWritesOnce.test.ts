import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, openLedger, type Ledger, type Row } from '../support/writes.ts'

let ledger: Ledger

beforeAll(async () => {
  ledger = await openLedger('odatawritesonce')
})
afterAll(() => ledger.close())

const send: Ledger['send'] = (...given) => ledger.send(...given)
const namesOf = async (invoice: string) => {
  const lines = await send('GET', `invoices(${invoice})/lines?$orderby=name`)
  return lines.json<{ value: Row[] }>().value.map(({ name }) => name)
}

describe('the same request twice', () => {
  const key = (name: string) => ({ 'idempotency-key': name })

  test('a tree is made once, also of eight at once', async () => {
    const body = { name: 'Once', lines: [{ name: 'A' }, { name: 'B' }] }
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('POST', 'invoices', body, key('tree'))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const [id, ...others] = new Set(answers.map((answer) => answer.json<Row>().id))
    expect(others).toEqual([])
    expect(await namesOf(id ?? '')).toEqual(['A', 'B'])
  })

  test('a change, a replacement, a link and a removal happen once; the second answer is like the first', async () => {
    const invoice = await ledger.made('invoices', { name: 'One' })
    const path = `invoices(${invoice.id})`
    const amber = await ledger.made('customers', {})
    const requests = [
      ['PATCH', path, { total: '1' }, 'W/"2"'],
      ['PUT', `${path}/total`, { value: 5 }, 'W/"3"'],
      ['PUT', path, { name: 'Two' }, 'W/"4"'],
      ['PUT', `${path}/customer/$ref`, { '@id': `customers(${amber.id})` }, 'W/"5"'],
    ] as const
    for (const [index, [method, address, body, etag]] of requests.entries()) {
      const first = await send(method, address, body, key(`change ${index}`))
      const second = await send(method, address, body, key(`change ${index}`))
      expect([first.headers['etag'], second.status, second.text]).toEqual([etag, first.status, first.text])
    }
    expect(await ledger.eventsOf(invoice.id)).toHaveLength(5)
    const gone = [
      await send('DELETE', path, undefined, key('gone')),
      await send('DELETE', path, undefined, key('gone')),
    ]
    expect(gone.map(({ status }) => status)).toEqual([204, 204])
    expect((await send('DELETE', path, undefined, key('gone again'))).status).toBe(404)
  })

  test('another request with the key is refused, whatever it is', async () => {
    const invoice = await ledger.made('invoices', { name: 'One' })
    expect((await send('POST', 'invoices', { name: 'A' }, key('mine'))).status).toBe(201)
    const before = await ledger.counts()
    const others = [
      ['POST', 'invoices', { name: 'B' }],
      ['POST', 'customers', { name: 'A' }],
      ['POST', 'invoices', { name: 'A', lines: [{}] }],
      ['PATCH', `invoices(${invoice.id})`, { name: 'A' }],
      ['DELETE', `invoices(${invoice.id})`, undefined],
    ] as const
    for (const [method, path, body] of others) {
      const answer = await send(method, path, body, key('mine'))
      expect([answer.status, codeOf(answer)]).toEqual([422, 'request.repeated'])
    }
    expect(await ledger.counts()).toEqual(before)
  })

  test('what was refused may come again with its key', async () => {
    const invoice = await ledger.made('invoices', { name: 'One' })
    const wrong = await send('PATCH', `invoices(${invoice.id})`, { total: 'much' }, key('try'))
    const right = await send('PATCH', `invoices(${invoice.id})`, { total: '1' }, key('try'))
    expect([wrong.status, right.status]).toEqual([422, 200])
  })

  test('the parts of a batch have keys of their own', async () => {
    const request = (id: string, body: object) => ({
      id,
      method: 'POST',
      url: 'invoices',
      headers: { 'content-type': 'application/json', 'idempotency-key': `part ${id}` },
      body,
      atomicityGroup: 'g',
    })
    const batch = { requests: [request('1', { name: 'P' }), request('2', { name: 'Q', lines: [{ name: 'A' }] })] }
    type Answers = { responses: { status: number; body: Row }[] }
    const first = (await send('POST', '$batch', batch)).json<Answers>().responses
    const second = (await send('POST', '$batch', batch)).json<Answers>().responses
    expect(first.map(({ status }) => status)).toEqual([201, 201])
    expect(second.map(({ status, body }) => [status, body.id])).toEqual(
      first.map(({ status, body }) => [status, body.id]),
    )
  })
})
