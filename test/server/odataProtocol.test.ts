import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { newEntity, newEnvironment, newMaker, type Maker, type Place } from '../support/maker.ts'

let house: TestApi
let ilze: Maker
let acme: Place
let root: string

beforeAll(async () => {
  house = await openApiOn('protocol')
  ilze = await newMaker(house.send, 'ilze@example.org')
  acme = await newEnvironment(ilze, 'acme')
  await newEntity(ilze, acme, 'invoices', [
    { name: 'Total', uri: 'total', type: 'decimal' },
    { name: 'Units', uri: 'units', type: 'number' },
    { name: 'Note', uri: 'note', type: 'text' },
  ])
  root = `/api/odata/v1/${acme.id}/`
  for (const body of [
    { name: 'A', total: '1234567890123456.78', units: 3, note: '=HYPERLINK("http://evil")' },
    { name: 'B', total: null, units: null, note: 'Two\nlines, "quoted"' },
    { name: 'C', total: '-1.50', units: -2, note: "+cmd|' /C calc'!A0" },
  ]) {
    await ilze.send('POST', `${root}invoices`, body)
  }
})
afterAll(() => house.close())

const get = (path: string, headers = {}) => ilze.send('GET', root + path, undefined, headers)
const list = 'invoices?$orderby=name&$select=name,total,units&$count=true'

describe('the format', () => {
  test('is the one that is wanted most of those there are', async () => {
    const typeFor = async (accept: string) => {
      const { status, headers } = await get(list, { accept })
      return `${status} ${headers['content-type']}`
    }
    const minimal = '200 application/json;odata.metadata=minimal;charset=utf-8'
    expect(await typeFor('text/html, application/json;q=0.5')).toBe(minimal)
    expect(await typeFor('*/*;q=0.1, text/xml')).toBe(minimal)
    expect(await typeFor('application/json;metadata=none, text/csv;q=0.9')).toContain('odata.metadata=none')
    expect(await typeFor('application/json;q=0.1, text/csv')).toMatch(/^200 text\/csv/)
    expect(await typeFor('application/xml')).toMatch(/^406/)
    expect(await typeFor('application/json;odata.metadata=much')).toMatch(/^406/)
    expect(await typeFor('application/json;q=0')).toMatch(/^406/)
  })

  test('of $format counts more than Accept', async () => {
    const { headers } = await get(`${list}&$format=application/json;odata.metadata=none`, { accept: 'text/csv' })
    expect(headers['content-type']).toBe('application/json;odata.metadata=none;charset=utf-8')
    expect((await get(`${list}&$format=json`)).status).toBe(200)
    expect((await get(`${list}&$format=atom`)).status).toBe(406)
    expect((await get(`${list}&$format=%E0%A4`)).status).toBe(400)
  })

  test('without metadata holds the values only', async () => {
    const body = (await get(`${list}&$top=1`, { accept: 'application/json;odata.metadata=none' })).json<object>()
    expect(body).toEqual({
      '@odata.count': 3,
      value: [{ id: expect.any(String), name: 'A', total: 1234567890123456.8, units: 3 }],
    })
  })

  test('with full metadata says what each row and value is and where its relations are', async () => {
    const full = { accept: 'application/json;odata.metadata=full' }
    const { value } = (await get(`${list}&$top=1`, full)).json<{ value: Record<string, unknown>[] }>()
    const [row] = value
    expect(row).toMatchObject({
      '@odata.type': '#lintel.acme.invoices',
      '@odata.id': `invoices(${String(row?.['id'])})`,
      '@odata.editLink': `invoices(${String(row?.['id'])})`,
      '@odata.etag': 'W/"1"',
      'id@odata.type': '#Guid',
      'total@odata.type': '#Decimal',
      'units@odata.type': '#Int64',
      'owner@odata.navigationLink': `invoices(${String(row?.['id'])})/owner`,
      'owner@odata.associationLink': `invoices(${String(row?.['id'])})/owner/$ref`,
    })
    expect(row).not.toHaveProperty('name@odata.type')
    expect((await get(String(row?.['@odata.id']), full)).json<object>()).toMatchObject({ name: 'A', ...row })
  })

  test('with IEEE754Compatible has every long number, counts too, as text', async () => {
    const body = (await get(`${list}&$top=1`, { accept: 'application/json;IEEE754Compatible=true' })).json<{
      value: object[]
    }>()
    expect(body).toMatchObject({ '@odata.count': '3', value: [{ total: '1234567890123456.78', units: '3' }] })
  })

  test('csv holds all rows, and no text is taken for a formula', async () => {
    const { text } = await get('invoices?$orderby=name&$select=name,total,units,note&$format=csv')
    expect(text.split('\r\n').map((line) => line.replace(/^[0-9a-f-]{36}/, 'ID'))).toEqual([
      'id,name,total,units,note',
      `ID,A,1234567890123456.78,3,"'=HYPERLINK(""http://evil"")"`,
      'ID,B,,,"Two\nlines, ""quoted"""',
      `ID,C,-1.50,-2,"'+cmd|' /C calc'!A0"`,
      '',
    ])
    expect((await get('invoices?$filter=name eq %27X%27&$select=name&$format=csv')).text).toBe('id,name\r\n')
    expect((await get('invoices?$apply=aggregate($count as n)&$format=csv')).text).toBe('n\r\n3\r\n')
    expect((await get('invoices?$filter=x&$format=csv')).status).toBe(400)
  })
})

describe('preferences', () => {
  test('are followed and named', async () => {
    const { headers, text } = await get('invoices?$orderby=name', { prefer: 'omit-values=nulls, odata.maxpagesize=2' })
    expect(headers['preference-applied']).toBe('odata.maxpagesize=2, omit-values=nulls')
    const [, second] = JSON.parse(text).value as object[]
    expect(second).not.toHaveProperty('total')
    expect(second).toHaveProperty('note')
    expect(JSON.parse(text).value).toHaveLength(2)
  })

  test('for annotations say what options and looked-up rows are called, as far as they may be read', async () => {
    const { id } = await newEntity(ilze, acme, 'orders', [
      {
        name: 'State',
        uri: 'state',
        type: 'select',
        options: [
          { value: 'a', label: 'Ābols "x"' },
          { value: 'b', label: 'B' },
        ],
      },
    ])
    await newEntity(ilze, acme, 'lines', [{ name: 'Order', uri: 'order', type: 'N:1', related_entity: id }])
    const order = (await ilze.send('POST', `${root}orders`, { name: 'First', state: 'a' })).json<{ id: string }>()
    await ilze.send('POST', `${root}lines`, { name: 'L', order_id: order.id })
    const prefer = 'odata.include-annotations="lintel.*,-lintel.lookupType"'
    const { text, headers } = await get('orders?$select=state,owner_id', { prefer })
    expect(headers['preference-applied']).toBe('odata.include-annotations="lintel.formattedValue,lintel.lookupName"')
    expect(JSON.parse(text).value[0]).toMatchObject({
      state: 'a',
      'state@lintel.formattedValue': 'Ābols "x"',
      'owner_id@lintel.lookupName': expect.stringContaining('Ilze'),
    })
    const all = { prefer: 'include-annotations="*"' }
    const line = JSON.parse((await get('lines?$expand=order&$filter=order/name eq %27First%27', all)).text).value[0]
    expect(line).toMatchObject({
      'order_id@lintel.lookupName': 'First',
      'order_id@lintel.lookupType': 'orders',
      order: { 'state@lintel.formattedValue': 'Ābols "x"' },
    })
    const none = JSON.parse((await get('lines?$select=order_id', { prefer: 'include-annotations="-*"' })).text).value[0]
    expect(Object.keys(none)).toEqual(['@odata.etag', 'id', 'order_id'])
    const one = (await get(`lines(${line.id})`, all)).json<object>()
    expect(one).toMatchObject({ 'order_id@lintel.lookupName': 'First' })
  })

  test('that are unknown or malformed change nothing', async () => {
    const { status, headers } = await get('invoices', { prefer: 'omit-values=all, maxpagesize=-1, x=;;"' })
    expect([status, headers['preference-applied']]).toEqual([200, undefined])
  })
})

describe('versions of the protocol', () => {
  test.each([
    [{}, 200, '4.01'],
    [{ 'odata-maxversion': '4.0' }, 200, '4.0'],
    [{ 'odata-maxversion': '4.01', 'odata-version': '4.0' }, 200, '4.01'],
    [{ 'odata-maxversion': '5.0' }, 200, '4.01'],
    [{ 'odata-maxversion': '3.0' }, 400, '4.01'],
    [{ 'odata-version': '2.0' }, 400, '4.01'],
  ])('%j', async (given, status, version) => {
    const answer = await get('invoices', given)
    expect([answer.status, answer.headers['odata-version']]).toEqual([status, version])
  })
})

test('HEAD tells what GET would, without the body', async () => {
  const head = await ilze.send('HEAD', `${root}invoices`)
  expect((await ilze.send('HEAD', `${root}invoices?$format=csv`)).headers['content-type']).toContain('text/csv')
  expect([head.status, head.text, head.headers['odata-version']]).toEqual([200, '', '4.01'])
  expect((await ilze.send('HEAD', `${root}nothing`)).status).toBe((await get('nothing')).status)
})

test('each answer tells how long its hops took', async () => {
  const { headers } = await get('invoices')
  expect(headers['server-timing']).toMatch(/^access;dur=[\d.]+, database;dur=[\d.]+, engine;dur=[\d.]+$/)
})
