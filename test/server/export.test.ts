import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { holdSlot } from '../../src/environments/server/environments.ts'
import { exportsAtOnce } from '../../src/records/exchange/server/export/exportRecords.ts'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker, type Named, type Place } from '../support/maker.ts'

let house: TestApi & { connectionString: string }
let ilze: Maker
let eve: Maker
let acme: Place
let customers: Named
let invoices: Named
const riga: { id?: string } = {}

beforeAll(async () => {
  house = await openApiOn('export')
  ilze = await newMaker(house.send, 'ilze@example.org')
  eve = await newMaker(house.send, 'eve@example.org')
  acme = await newEnvironment(ilze, 'acme')
  customers = await newEntity(ilze, acme, 'customers', [{ name: 'City', uri: 'city', type: 'text' }])
  invoices = await newEntity(ilze, acme, 'invoices', [
    { name: 'Total', uri: 'total', type: 'decimal', precision: 30, scale: 4 },
    { name: 'Note', uri: 'note', type: 'text' },
    { name: 'Paid', uri: 'paid', type: 'boolean' },
    { name: 'Due', uri: 'due', type: 'date' },
    { name: 'Seen', uri: 'seen', type: 'datetime' },
    {
      name: 'State',
      uri: 'state',
      type: 'select',
      options: [
        { value: 'open', label: 'Open', color: null, active: true },
        { value: 'late', label: '=Late', color: null, active: true },
      ],
    },
    { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: customers.id },
  ])
  const made = await create('customers', { name: '@Kalniņa & Co', city: 'Rīga' })
  riga.id = made.id
  await create('invoices', {
    name: 'One',
    total: '12345678901234567890.1234',
    note: '=1+1',
    paid: true,
    due: '2024-02-29',
    seen: '2024-02-29T23:59:59.999Z',
    state: 'late',
    customer_id: made.id,
  })
  await create('invoices', { name: 'Two', note: 'a "quote",\na break', total: '-5', state: 'open' })
  await create('invoices', { name: 'Three', note: '+371 2000' })
})
afterAll(() => house.close())

async function create(set: string, body: object): Promise<{ id: string }> {
  return (await expected(201, ilze.send('POST', `/api/odata/v1/${acme.id}/${set}`, body))).json()
}
const address = (entity: Named) => `/api/export/v1/${acme.id}/${entity.id}`
const columns = 'name,total,note,paid,due,seen,state,customer'

describe('an export as CSV', () => {
  test('has the asked columns of all records, with what a spreadsheet would execute kept from it', async () => {
    const answer = await ilze.send('GET', `${address(invoices)}?columns=${columns}&orderby=created_on`)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toContain('text/csv')
    expect(answer.headers['content-disposition']).toContain('invoices.csv')
    expect(answer.text).toBe(
      [
        'Name,Total,Note,Paid,Due,Seen,State,Customer (id),Customer',
        `One,12345678901234567890.1234,'=1+1,true,2024-02-29,2024-02-29 23:59:59.999+00,'=Late,${riga.id},'@Kalniņa & Co`,
        'Two,-5.0000,"a ""quote"",\na break",,,,Open,,',
        "Three,,'+371 2000,,,,,,",
        '',
      ].join('\n'),
    )
  })

  test('can be filtered, searched and sorted as lists can, with uris as its header', async () => {
    const query = `columns=name,customer&links=name&header=uri&filter=${encodeURIComponent("customer/city eq 'Rīga'")}&orderby=name desc`
    const answer = await ilze.send('GET', `${address(invoices)}?${query.replaceAll(' ', '%20')}`)
    expect(answer.text).toBe("name,customer\nOne,'@Kalniņa & Co\n")
  })

  test('takes values of a filter for nothing but values', async () => {
    const filter = encodeURIComponent("name eq '''); drop table x; --' or name eq '$1' or name eq 'back\\\\slash'")
    const answer = await ilze.send('GET', `${address(invoices)}?columns=name&filter=${filter}`)
    expect([answer.status, answer.text]).toEqual([200, 'Name\n'])
  })

  test('of single records, or of all but some, is asked for by POST', async () => {
    const all = await ilze.send('GET', `/api/odata/v1/${acme.id}/invoices?$select=id,name`)
    const one = all.json<{ value: { id: string; name: string }[] }>().value.find(({ name }) => name === 'Two')
    const ids = await ilze.send('POST', address(invoices), { columns: ['name'], ids: [one?.id] })
    expect(ids.text).toBe('Name\nTwo\n')
    const except = await ilze.send('POST', address(invoices), { columns: ['name'], except: [one?.id], orderby: 'name' })
    expect(except.text).toBe('Name\nOne\nThree\n')
    expect((await ilze.send('POST', address(invoices), { columns: ['name'], ids: [] })).text).toBe('Name\n')
  })

  test('with one column writes a row for empty values too', async () => {
    const answer = await ilze.send('GET', `${address(invoices)}?columns=paid&orderby=created_on&encoding=utf-8-mark`)
    expect(answer.text).toBe('\uFEFFPaid\ntrue\n""\n""\n')
  })

  test('refuses columns, filters and formats that are not known', async () => {
    for (const query of ['columns=secret', 'filter=secret eq 1', 'orderby=name;drop', 'format=exe', 'nonsense=1'])
      expect(
        (await ilze.send('GET', `${address(invoices)}?${query.replaceAll(' ', '%20')}`)).status,
      ).toBeGreaterThanOrEqual(400)
  })

  test('is unknown to those who are no members, and to anyone for an unknown entity', async () => {
    expect((await eve.send('GET', address(invoices))).status).toBe(404)
    expect((await house.send('GET', address(invoices))).status).toBe(401)
    expect((await ilze.send('GET', address({ ...invoices, id: acme.id }))).status).toBe(404)
  })
})

describe('an export as JSON lines', () => {
  test('has one object a line, with numbers in all of their digits', async () => {
    const answer = await ilze.send('GET', `${address(invoices)}?format=jsonl&columns=${columns}&orderby=created_on`)
    const lines = answer.text.split('\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toBe(
      `{"name":"One","total":12345678901234567890.1234,"note":"=1+1","paid":true,"due":"2024-02-29","seen":"2024-02-29T23:59:59.999Z","state":"late","customer_id":"${riga.id}","customer":"@Kalniņa & Co"}`,
    )
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ note: 'a "quote",\na break', total: -5, paid: null })
  })
})

test('no more exports of an environment are at work at once than it may have, in whatever process they are', async () => {
  const ask = () => ilze.send('GET', `${address(invoices)}?columns=name`)
  const hold = (most: number, work: () => Promise<void>) =>
    house.database.transaction(async (transaction) => {
      for (let place = 0; place < most; place++)
        await holdSlot(transaction, { use: 'export', environmentId: acme.id, most: exportsAtOnce })
      await work()
    })
  await hold(exportsAtOnce - 1, async () => expect((await ask()).status).toBe(200))
  await hold(1, async () => {
    const others = house.database.transaction(async (transaction) => {
      await holdSlot(transaction, { use: 'export', environmentId: acme.id, most: exportsAtOnce })
      const refused = await ask()
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '10'])
    })
    await others
  })
  expect((await ask()).status).toBe(200)
})

describe('an export of what is reckoned', () => {
  test('has the values of formulas as any other', async () => {
    const counted = await newEntity(ilze, acme, 'counted', [
      { name: 'Amount', uri: 'amount', type: 'number' },
      { name: 'Double', uri: 'double', type: 'formula', expression: 'amount * 2', result: 'number' },
    ])
    await create('counted', { name: 'One', amount: '21' })
    const answer = await ilze.send('GET', `${address(counted)}?columns=name,amount,double`)
    expect(answer.text).toBe('Name,Amount,Double\nOne,21,42\n')
  })
})

test('[R184] a password leaves in no file and can be asked for in none', async () => {
  const doors = await newEntity(ilze, acme, 'doors', [{ name: 'Secret', uri: 'secret', type: 'password' }])
  await create('doors', { name: 'Front', secret: 'correct horse' })
  for (const format of ['csv', 'jsonl']) {
    const { text } = await expected(200, ilze.send('GET', `${address(doors)}?format=${format}`))
    expect(text).toContain('Front')
    expect(text).not.toMatch(/secret|argon2|horse/i)
  }
  expect((await ilze.send('GET', `${address(doors)}?columns=secret`)).status).toBe(400)
})
