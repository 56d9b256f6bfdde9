import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openServiceOn, refusalOf, type TestService } from '../support/odataServiceTest.ts'

let service: TestService
const send: TestService['send'] = (...request) => service.send(...request)
const hammer = '00000000-0000-7000-8100-000000000001'
const saw = '00000000-0000-7000-8100-000000000002'

beforeAll(async () => {
  service = await openServiceOn('odatawritesservice')
})
afterAll(() => service?.close())
afterEach(() => send('POST', 'reset'))

describe('keys of other types', () => {
  test('a row is made under a text or a number, once', async () => {
    const made = await send('PUT', "categories('a%2F''b')", { name: 'Odd' })
    expect([made.status, made.headers['location'], made.body['code']]).toEqual([201, "/categories('a%2F''b')", "a/'b"])
    expect((await send('PUT', "categories('a%2F''b')", { name: 'Odder' })).status).toBe(200)
    const ticket = await send(
      'PATCH',
      'tickets(9007199254740997)',
      { title: 'Big' },
      { accept: 'application/json;IEEE754Compatible=true' },
    )
    expect([ticket.status, ticket.body['number']]).toEqual([201, '9007199254740997'])
    expect(refusalOf(await send('PATCH', 'tickets(77)', { title: 'x' }, { 'if-match': '*' }))[1]).toBe('record.absent')
  })

  test('rows without versions have no ETag, and are never taken for known', async () => {
    const address = "categories('tools')"
    const answers = [
      await send('PATCH', address, { name: 'X' }),
      await send('PATCH', address, { name: 'Y' }, { prefer: 'return=minimal' }),
      await send('PUT', `${address}/name`, { value: 'Z' }),
      await send('GET', address, undefined, { 'if-none-match': 'W/"0"' }),
      await send('PATCH', address, {}),
    ]
    expect(answers.map(({ status, headers }) => [status, headers['etag']])).toEqual([
      [200, undefined],
      [204, undefined],
      [204, undefined],
      [200, undefined],
      [200, undefined],
    ])
    const known = await send('GET', `products(${saw})`, undefined, { 'if-none-match': 'W/"9", W/"1"' })
    expect([known.status, known.headers['etag']]).toEqual([304, 'W/"1"'])
  })

  test('lookups and collections over them are bound, linked and let go', async () => {
    const bound = await send('PATCH', `products(${hammer})`, { 'category@bind': "categories('o''hara%20%26%20sons')" })
    expect([bound.status, bound.body['category_code']]).toEqual([200, "o'hara & sons"])
    const link = await send('PUT', `products(${hammer})/category/$ref`, { '@id': "/categories('%C4%B7%C4%93de%2F1')" })
    expect([link.status, (await send('GET', `products(${hammer})/category_code/$value`)).text]).toEqual([204, 'ķēde/1'])
    expect((await send('DELETE', `products(${hammer})/tickets(1)/$ref`)).status).toBe(204)
    expect((await send('DELETE', `products(${hammer})/tickets/$ref?$id=tickets(2)`)).status).toBe(204)
    expect(
      (await send('POST', `products(${hammer})/tickets/$ref`, { '@id': 'tickets(9007199254740993)' })).status,
    ).toBe(204)
    expect((await send('GET', `products(${hammer})/tickets/$count`)).text).toBe('1')
    const by = await send('PATCH', "products(code='saw')", { 'category@bind': null })
    expect([by.status, by.body['category_code']]).toEqual([200, null])
  })

  test('trees over them are made and changed', async () => {
    const made = await send('POST', 'products', {
      code: 'drill',
      category: { code: 'electric', name: 'Electric' },
      tickets: [
        { number: 10, title: 'A' },
        { number: '9007199254740999', title: 'B' },
      ],
    })
    expect([made.status, made.body['category']]).toEqual([201, expect.objectContaining({ name: 'Electric' })])
    expect(made.body['tickets']).toHaveLength(2)
    const id = String(made.body['id'])
    const changed = await send('PATCH', `products(${id})`, {
      tickets: [{ '@id': 'tickets(10)', title: 'A2' }, { '@id': 'tickets(2)' }],
    })
    expect([changed.status, changed.body['tickets']]).toEqual([
      200,
      [expect.objectContaining({ title: 'A2' }), expect.objectContaining({ title: 'Lost' })].toReversed(),
    ])
    expect((await send('GET', 'tickets(9007199254740999)/product')).status).toBe(204)
  })
})

describe('properties with parts and several values', () => {
  const address = `products(${hammer})/address`

  test('a part is set alone, all together, or not at all', async () => {
    expect((await send('PUT', `${address}/city`, { value: 'Cēsis' })).status).toBe(204)
    expect((await send('GET', address)).body).toMatchObject({ street: 'Brīvības 1', city: 'Cēsis' })
    expect((await send('PATCH', address, { place: { latitude: 57.3 } })).status).toBe(204)
    expect((await send('GET', address)).body).toMatchObject({
      city: 'Cēsis',
      place: { latitude: 57.3, longitude: 24.1 },
    })
    const shown = await send('PUT', address, { city: 'Riga' }, { prefer: 'return=representation' })
    expect(shown.body).toMatchObject({ street: null, city: 'Riga', place: null })
    expect((await send('DELETE', address)).status).toBe(204)
    expect((await send('GET', address)).status).toBe(204)
  })

  test('within a row, what is not given of it stays; a replaced row has nothing else', async () => {
    const part = await send('PATCH', `products(${hammer})`, { address: { city: 'Cēsis' } })
    expect(part.body['address']).toMatchObject({ street: 'Brīvības 1', city: 'Cēsis' })
    const whole = await send('PUT', `products(${hammer})`, { code: 'hammer', address: { city: 'Riga' } })
    expect(whole.body).toMatchObject({ address: { street: null, city: 'Riga' }, name: null, tags: [], done: false })
  })

  test('a type that a body names is the one that is there', async () => {
    const at = { address: { '@odata.type': '#Reference.Address', city: 'Oslo' } }
    const same = await send('PATCH', `products(${hammer})`, { '@odata.type': '#Reference.Product', ...at })
    expect([same.status, same.body['address']]).toEqual([200, expect.objectContaining({ city: 'Oslo' })])
    for (const [body, target] of [
      [{ '@odata.type': '#Reference.Ticket', name: 'x' }, '@odata.type'],
      [{ '@type': '#Foreign.Product', name: 'x' }, '@type'],
      [{ '@odata.type': 7, name: 'x' }, '@odata.type'],
      [{ address: { '@odata.type': '#Reference.Place', city: 'x' } }, 'address.@odata.type'],
      [{ tickets: [{ '@odata.type': '#Reference.Product', number: 7 }] }, 'tickets[0].@odata.type'],
    ] as const) {
      const refused = await send('PATCH', `products(${hammer})`, body)
      expect(refusalOf(refused)).toEqual([400, 'request.malformed', target])
    }
  })

  test('bytes are set as they are, and emptied', async () => {
    const address = `products(${hammer})/seal/$value`
    const bytes = Uint8Array.from({ length: 300 }, (_, index) => index)
    const put = await send('PUT', address, bytes, { 'content-type': 'application/octet-stream' })
    expect([put.status, put.headers['etag']]).toEqual([204, 'W/"2"'])
    expect([...(await send('GET', address)).bytes]).toEqual([...bytes])
    expect((await send('PUT', address, 'ķ', { 'content-type': 'text/plain' })).status).toBe(204)
    expect((await send('GET', `products(${hammer})/seal`)).body['value']).toBe('xLc')
    const unwanted = await send('PUT', address, bytes, { 'if-none-match': 'W/"3"' })
    expect(refusalOf(unwanted)).toEqual([412, 'record.stale', undefined])
    expect((await send('PUT', address, new Uint8Array(11_000_000))).status).toBe(413)
    expect((await send('DELETE', address)).status).toBe(204)
    expect((await send('GET', address)).status).toBe(204)
  })

  test('several values are set and emptied', async () => {
    expect((await send('PUT', `products(${hammer})/tags`, { value: ['a', 'b'] })).status).toBe(204)
    expect((await send('GET', `products(${hammer})/tags`)).body['value']).toEqual(['a', 'b'])
    expect((await send('DELETE', `products(${hammer})/tags`)).status).toBe(204)
    expect((await send('GET', `products(${hammer})/tags/$count`)).text).toBe('0')
    expect((await send('POST', `products(${hammer})/tags`, { value: 'c' })).status).toBe(204)
    expect((await send('POST', `products(${hammer})/tags?$index=0`, { value: 'a' })).status).toBe(204)
    const shown = await send('POST', `products(${hammer})/tags`, { value: null }, { prefer: 'return=representation' })
    expect([shown.status, shown.body['value'], shown.headers['etag']]).toEqual([200, ['a', 'c', null], 'W/"6"'])
    expect(refusalOf(await send('POST', `products(${hammer})/sizes`, { value: 'x' })).slice(0, 2)).toEqual([422, 'validation.integer']) // prettier-ignore
    expect((await send('POST', `products(${hammer})/tags?$index=x`, { value: 'c' })).status).toBe(400)
    expect((await send('POST', `products(${hammer})/name`, { value: 'c' })).status).toBe(405)
    expect((await send('POST', `products(${hammer})/tags`, { value: 'c' }, { 'if-match': 'W/"1"' })).status).toBe(412)
    await Promise.all(['1', '2', '3'].map((value) => send('POST', `products(${hammer})/tags`, { value })))
    const { value } = await send('GET', `products(${hammer})/tags`)
    expect((value as unknown as (string | null)[]).toSorted()).toEqual(['1', '2', '3', 'a', 'c', null])
    expect(refusalOf(await send('PUT', `products(${hammer})/tags`, { value: 'c' }))).toEqual([
      422,
      'validation.type',
      'tags',
    ])
  })

  test('values of every type are set as they are', async () => {
    const text = { 'content-type': 'text/plain' }
    for (const [name, value] of [
      ['took', 'PT2H'],
      ['opens', '10:30:00'],
      ['day', '2026-02-03'],
      ['units', '9007199254740995'],
      ['weight', '-INF'],
      ['colour', 'Blue'],
      ['done', 'false'],
    ] as const) {
      expect((await send('PUT', `products(${saw})/${name}/$value`, value, text)).status, name).toBe(204)
      expect((await send('GET', `products(${saw})/${name}/$value`)).text).toContain(value)
    }
  })
})

describe('the same request twice', () => {
  const key = { 'idempotency-key': 'raised once' }

  test('an action is done once; that it was done is told to who sends it again', async () => {
    const price = async () => (await send('GET', `products(${hammer})/price`)).body['value']
    const before = Number(await price())
    const first = await send('POST', `products(${hammer})/raise`, { by: '2' }, key)
    const second = await send('POST', `products(${hammer})/raise`, { by: '2' }, key)
    expect([first.status < 300, second.status, Number(await price())]).toEqual([true, 204, before + 2])
    expect(refusalOf(await send('POST', `products(${hammer})/raise`, { by: '3' }, key))[1]).toBe('request.repeated')
  })

  test('a tree is made once', async () => {
    const body = { code: 'once', tickets: [{ number: 50, title: 'A' }] }
    const answers = [
      await send('POST', 'products', body, { 'idempotency-key': 'tree' }),
      await send('POST', 'products', body, { 'idempotency-key': 'tree' }),
    ]
    expect(answers.map(({ status, body: made }) => [status, made['code']])).toEqual([
      [201, 'once'],
      [201, 'once'],
    ])
  })
})

describe('other addresses', () => {
  test('a row with a name of its own is changed there', async () => {
    const { value } = await send('GET', '')
    const singleton = value.find((each) => each['kind'] === 'Singleton')
    const changed = await send('PATCH', String(singleton?.['name']), { motto: 'New' })
    expect([changed.status, changed.body['motto']]).toEqual([200, 'New'])
  })

  test.each([
    ['PATCH', 'products'],
    ['DELETE', 'products'],
    ['PATCH', `products/$filter(code%20eq%20'saw')/$each`],
  ])('%s %s is told to be missing', async (method, address) => {
    expect((await send(method, address, { value: [] })).status).toBe(501)
  })

  test.each([
    ['PUT', 'products'],
    ['POST', `products(${hammer})`],
    ['POST', `products(${hammer})/category`],
    ['PUT', '$metadata'],
    ['PATCH', 'products/$count'],
    ['DELETE', ''],
  ])('%s %s is no way to change it', async (method, address) => {
    expect((await send(method, address, {})).status).toBe(405)
  })
})
