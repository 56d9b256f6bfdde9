import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApi } from '../support/apis.ts'
import { codeOf, openLedger, targetOf, type Ledger, type Row } from '../support/writes.ts'

let ledger: Ledger
type Tree = Row & { readonly lines: Row[]; readonly customer: Row & { country: Row } }

beforeAll(async () => {
  ledger = await openLedger('odatawritesdefinitions')
})
afterAll(() => ledger.close())

const send: Ledger['send'] = (...given) => ledger.send(...given)

describe('definitions change below', () => {
  test('a tree is written by the definitions of now, also by a process that has older ones', async () => {
    const other = await openApi(ledger.house.connectionString)
    try {
      const { maker, place, root } = ledger
      const headers = { authorization: `Bearer ${maker.token}` }
      const elsewhere = (method: string, path: string, body?: unknown) => other.send(method, root + path, body, headers)
      expect((await elsewhere('GET', 'lines')).status).toBe(200)
      const address = `/api/metadata/entity/v1/${place.id}`
      const { value } = (await send('GET', address)).json<{ value: Row[] }>()
      const attributes = `/api/metadata/attribute/v1/${place.id}/${value.find(({ uri }) => uri === 'lines')?.id ?? ''}`
      const attribute = await send('POST', attributes, { name: 'Colour', uri: 'colour', type: 'text' })
      const made = await elsewhere('POST', 'invoices', { lines: [{ name: 'A' }, { colour: 'red' }] })
      expect(made.json<Tree>().lines.map(({ colour }) => colour)).toEqual(expect.arrayContaining(['red', null]))
      expect((await send('DELETE', `${attributes}/${attribute.json<Row>().id}`)).status).toBeLessThan(300)
      const before = await ledger.counts()
      const gone = await elsewhere('PATCH', `invoices(${made.json<Row>().id})`, {
        total: '1',
        lines: [{ colour: 'x' }],
      })
      expect([gone.status, codeOf(gone), targetOf(gone)]).toEqual([422, 'validation.unknown', 'lines[0].colour'])
      expect(await ledger.counts()).toEqual(before)
    } finally {
      await other.close()
    }
  })
})
