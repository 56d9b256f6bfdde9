import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#platform/server/newId.ts'
import { codeOf, openLedger, targetOf, type Ledger, type Row } from '../support/writes.ts'

let ledger: Ledger
let amber: Row
let birch: Row
let invoice: Row

beforeAll(async () => {
  ledger = await openLedger('odatawriteslinks')
})
afterAll(() => ledger.close())
beforeEach(async () => {
  amber = await ledger.made('customers', { name: 'Amber', city: 'Riga' })
  birch = await ledger.made('customers', { name: 'Birch' })
  invoice = await ledger.made('invoices', { name: 'First', total: '5', customer_id: amber.id })
})

const send: Ledger['send'] = (...given) => ledger.send(...given)
const customerOf = async ({ id }: Row) => (await ledger.read(`invoices(${id})`))['customer_id']

describe('references', () => {
  test.each([
    ['@odata.id', () => `customers(${birch.id})`],
    ['@id', () => `${ledger.root}customers(${birch.id})`],
    ['@id', () => `https://lintel.example${ledger.root}customers/${birch.id}`],
  ])('a lookup is set by %s, with its event, version and audit, and emptied', async (name, address) => {
    const set = await send('PUT', `invoices(${invoice.id})/customer/$ref`, { [name]: address() })
    expect([set.status, set.text, set.headers['etag']]).toEqual([204, '', 'W/"2"'])
    expect(await customerOf(invoice)).toBe(birch.id)
    expect(await ledger.eventsOf(invoice.id)).toMatchObject([
      { kind: 'create' },
      { kind: 'update', before: { customer_id: amber.id }, after: { customer_id: birch.id } },
    ])
    expect((await send('DELETE', `invoices(${invoice.id})/customer/$ref`)).status).toBe(204)
    expect(await customerOf(invoice)).toBe(null)
  })

  test('a lookup set on an old version is refused', async () => {
    const address = { '@id': `customers(${birch.id})` }
    const late = await send('PUT', `invoices(${invoice.id})/customer/$ref`, address, { 'if-match': 'W/"9"' })
    expect([late.status, codeOf(late), await customerOf(invoice)]).toEqual([412, 'record.stale', amber.id])
    expect(
      (await send('DELETE', `invoices(${invoice.id})/customer/$ref`, undefined, { 'if-match': 'W/"1"' })).status,
    ).toBe(204)
  })

  test('a record is brought into a collection and taken out of it in each of the ways', async () => {
    const bring = () => send('POST', `customers(${birch.id})/invoices/$ref`, { '@odata.id': `invoices(${invoice.id})` })
    const outs = [
      `customers(${birch.id})/invoices(${invoice.id})/$ref`,
      `customers(${birch.id})/invoices/$ref?$id=invoices(${invoice.id})`,
      `customers(${birch.id})/invoices/$ref?$id=../../invoices(${invoice.id})`,
      `customers(${birch.id})/invoices/$ref?$id=${encodeURIComponent(`http://host${ledger.root}invoices(${invoice.id})`)}`,
    ]
    for (const out of outs) {
      expect((await bring()).status).toBe(204)
      expect(await customerOf(invoice)).toBe(birch.id)
      expect((await send('DELETE', out)).status, out).toBe(204)
      expect(await customerOf(invoice)).toBe(null)
      const twice = await send('DELETE', out)
      expect([twice.status, codeOf(twice)]).toEqual([404, 'link.unknown'])
    }
  })

  test('who is linked to someone else stays linked', async () => {
    const other = await send('DELETE', `customers(${birch.id})/invoices(${invoice.id})/$ref`)
    expect([other.status, await customerOf(invoice)]).toEqual([404, amber.id])
  })

  test('a collection is replaced by the records that are named', async () => {
    const [second, third] = [
      await ledger.made('invoices', { customer_id: amber.id }),
      await ledger.made('invoices', {}),
    ]
    const value = [{ '@id': `invoices(${second.id})` }, { '@id': `invoices(${third.id})` }]
    expect((await send('PUT', `customers(${amber.id})/invoices/$ref`, { value })).status).toBe(204)
    expect([await customerOf(invoice), await customerOf(second), await customerOf(third)]).toEqual([
      null,
      amber.id,
      amber.id,
    ])
    expect(await ledger.eventsOf(second.id)).toHaveLength(1)
  })

  test('a link without which a record cannot be is not taken away', async () => {
    const line = await ledger.made('lines', { invoice_id: invoice.id })
    const answer = await send('DELETE', `invoices(${invoice.id})/lines(${line.id})/$ref`)
    expect([answer.status, codeOf(answer)]).toEqual([422, 'validation.required'])
  })

  test('what is not there or no address is refused, and nothing is written', async () => {
    const before = await ledger.counts()
    const nothing = newId()
    const refused = [
      ['PUT', `invoices(${invoice.id})/customer/$ref`, { '@id': `customers(${nothing})` }, 422, 'validation.lookup'],
      ['PUT', `invoices(${nothing})/customer/$ref`, { '@id': `customers(${amber.id})` }, 404, 'record.unknown'],
      ['PUT', `invoices(${invoice.id})/customer/$ref`, { '@id': `invoices(${invoice.id})` }, 400, 'request.reference'],
      ['PUT', `invoices(${invoice.id})/customer/$ref`, {}, 400, 'request.reference'],
      ['POST', `customers(${nothing})/invoices/$ref`, { '@id': `invoices(${invoice.id})` }, 404, 'record.unknown'],
      ['POST', `customers(${amber.id})/invoices/$ref`, { '@id': `invoices(${nothing})` }, 404, 'record.unknown'],
      ['DELETE', `customers(${amber.id})/invoices/$ref`, undefined, 400, 'request.malformed'],
      ['DELETE', `customers(${nothing})/invoices(${invoice.id})/$ref`, undefined, 404, 'link.unknown'],
      ['POST', `invoices(${invoice.id})/customer/$ref`, { '@id': `customers(${amber.id})` }, 405, 'request.method'],
      ['PATCH', `invoices(${invoice.id})/customer/$ref`, { '@id': `customers(${amber.id})` }, 405, 'request.method'],
      ['DELETE', `invoices(${invoice.id})/$ref`, undefined, 405, 'request.method'],
    ] as const
    for (const [method, path, body, status, code] of refused) {
      const answer = await send(method, path, body)
      expect([method, path, answer.status, codeOf(answer)]).toEqual([method, path, status, code])
    }
    expect(await ledger.counts()).toEqual(before)
  })
})

describe('through a relation', () => {
  test('a record made in a collection looks up the record around it', async () => {
    const answer = await send('POST', `customers(${birch.id})/invoices`, { name: 'Inside', customer_id: amber.id })
    const made = answer.json<Row>()
    expect([answer.status, made['customer_id']]).toEqual([201, birch.id])
    expect(answer.headers['location']).toBe(`${ledger.root}invoices(${made.id})`)
    const lost = await send('POST', `customers(${newId()})/invoices`, { name: 'Lost' })
    expect([lost.status, codeOf(lost)]).toEqual([404, 'record.unknown'])
  })

  test('a record is changed and removed where a lookup or collection leads to it', async () => {
    const changed = await send('PATCH', `invoices(${invoice.id})/customer`, { city: 'Cesis' })
    expect([changed.status, changed.json<Row>()['id'], changed.json<Row>()['city']]).toEqual([200, amber.id, 'Cesis'])
    expect((await send('PATCH', `customers(${amber.id})/invoices(${invoice.id})`, { name: 'In' })).status).toBe(200)
    expect((await send('PATCH', `customers(${birch.id})/invoices(${invoice.id})`, { name: 'Out' })).status).toBe(404)
    expect((await send('DELETE', `customers(${amber.id})/invoices(${invoice.id})`)).status).toBe(204)
    expect((await send('GET', `invoices(${invoice.id})`)).status).toBe(404)
  })
})

describe('one property', () => {
  test('is set, shown where that is preferred, and emptied', async () => {
    const path = `invoices(${invoice.id})/total`
    const set = await send('PUT', path, { value: '7.5' }, { 'if-match': 'W/"1"' })
    expect([set.status, set.headers['etag']]).toEqual([204, 'W/"2"'])
    const shown = await send(
      'PUT',
      path,
      { '@odata.context': '$metadata#x', value: 8 },
      { prefer: 'return=representation' },
    )
    expect([shown.status, shown.json<Row>()['value'], shown.headers['preference-applied']]).toEqual([
      200,
      8,
      'return=representation',
    ])
    expect((await send('PATCH', path, { value: 9 })).status).toBe(204)
    expect((await send('DELETE', path)).status).toBe(204)
    expect((await ledger.read(`invoices(${invoice.id})`))['total']).toBe(null)
    expect((await ledger.eventsOf(invoice.id)).map(({ kind }) => kind)).toEqual([
      'create',
      ...Array<string>(4).fill('update'),
    ])
  })

  test('is set by its value as it is', async () => {
    const text = { 'content-type': 'text/plain' }
    const put = (name: string, body: string) => send('PUT', `invoices(${invoice.id})/${name}/$value`, body, text)
    for (const [name, body] of [
      ['total', '12.50'],
      ['paid', 'true'],
      ['name', '"as" it is'],
    ] as const) {
      expect((await put(name, body)).status, name).toBe(204)
    }
    expect(await ledger.read(`invoices(${invoice.id})`)).toMatchObject({ total: 12.5, paid: true, name: '"as" it is' })
    expect((await put('paid', 'perhaps')).status).toBe(422)
    expect((await put('total', 'much')).status).toBe(422)
    expect((await send('PUT', `invoices(${invoice.id})/total/$value`, { value: 1 })).status).toBe(415)
    expect((await send('DELETE', `invoices(${invoice.id})/name/$value`)).status).toBe(204)
  })

  test('what only the server sets, what is not there, and old versions are refused', async () => {
    const refused = [
      ['PUT', `invoices(${invoice.id})/version`, { value: 9 }, 422, 'validation.readonly'],
      ['PUT', `invoices(${invoice.id})/id`, { value: newId() }, 422, 'validation.readonly'],
      ['PUT', `invoices(${invoice.id})/total`, {}, 422, 'validation.required'],
      ['PUT', `invoices(${newId()})/total`, { value: 1 }, 404, 'record.unknown'],
      ['PUT', `invoices(${invoice.id})/nothing`, { value: 1 }, 404, 'resource.unknown'],
      ['POST', `invoices(${invoice.id})/total`, { value: 1 }, 405, 'request.method'],
    ] as const
    for (const [method, path, body, status, code] of refused) {
      const answer = await send(method, path, body)
      expect([path, answer.status, codeOf(answer)]).toEqual([path, status, code])
    }
    const late = await send('DELETE', `invoices(${invoice.id})/total`, undefined, { 'if-match': 'W/"9"' })
    expect([late.status, targetOf(late)]).toEqual([412, undefined])
  })
})
