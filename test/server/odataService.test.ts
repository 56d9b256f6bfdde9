import { afterAll, beforeAll, afterEach, describe, expect, test } from 'vitest'
import { openServiceOn, refusalOf, type TestService } from '../support/odataServiceTest.ts'

let service: TestService
const send: TestService['send'] = (...request) => service.send(...request)

beforeAll(async () => {
  service = await openServiceOn('odataservice')
})

afterAll(() => service?.close())

const hammer = 'products(00000000-0000-7000-8100-000000000001)'
const exact = { accept: 'application/json;IEEE754Compatible=true' }

afterEach(() => send('POST', 'reset'))

describe('keys of other types', () => {
  test('a text is quoted, a number is not, and neither breaks out', async () => {
    expect((await send('GET', `categories('o''hara%20%26%20sons')`)).body['name']).toBe("O'Hara")
    expect((await send('GET', `categories('%C4%B7%C4%93de%2F1')/products`)).value).toHaveLength(1)
    expect((await send('GET', 'tickets(9007199254740993)')).body['title']).toBe('Old')
    expect((await send('GET', 'tickets(9007199254740993)/product/code/$value')).text).toBe('saw')
    expect((await send('GET', 'tickets(9223372036854775808)')).status).toBe(400)
    expect((await send('GET', `tickets('1')`)).status).toBe(400)
    expect((await send('GET', `products(code='saw')`)).body['name']).toBe('Saw')
  })

  test('rows are made, changed and removed by them', async () => {
    const made = await send('POST', 'categories', { code: 'a/b', name: 'X' })
    expect([made.status, made.headers['location']]).toEqual([201, `/categories('a%2Fb')`])
    expect((await send('PATCH', `categories('a%2Fb')`, { name: 'Y' })).body['name']).toBe('Y')
    expect((await send('DELETE', `categories('a%2Fb')`)).status).toBe(204)
    expect((await send('GET', `categories('a%2Fb')`)).status).toBe(404)
    expect((await send('POST', 'categories', { code: 'tools', name: 'X' })).status).toBe(409)
    expect((await send('POST', 'tickets', { number: 5 })).status).toBe(422)
    expect((await send('POST', 'tickets', { number: '9007199254740995', title: 'T' })).status).toBe(201)
    expect((await send('POST', 'products', { code: 'saw' })).status).toBe(422)
    expect((await send('DELETE', `categories('tools')`)).status).toBe(409)
  })
})

describe('a singleton', () => {
  test('is read and changed by its name', async () => {
    const { body, headers } = await send('GET', 'company')
    expect([body['name'], headers['etag']]).toEqual(['Reference Ltd', 'W/"1"'])
    expect(body['@odata.context']).toBe('/$metadata#company')
    expect((await send('GET', 'company/motto')).body['value']).toBe('As it is written')
    const changed = await send('PATCH', 'company', { motto: null }, { 'if-match': 'W/"1"' })
    expect([changed.status, changed.body['motto']]).toEqual([200, null])
    expect(changed.body['@odata.context']).toBe('/$metadata#company')
    const shaped = await send('PATCH', 'company?$select=motto', { motto: null })
    expect(shaped.body['@odata.context']).toBe('/$metadata#company(motto)')
    const named = await send('PATCH', `companies('main')`, { motto: null })
    expect(named.body['@odata.context']).toBe('/$metadata#companies/$entity')
    expect((await send('PATCH', 'company', { motto: 'x' }, { 'if-match': 'W/"1"' })).status).toBe(412)
    expect((await send('GET', 'company/motto')).status).toBe(204)
    expect((await send('DELETE', 'company')).status).toBe(403)
  })
})

describe('operations', () => {
  test('an action changes and gives the row, or nothing', async () => {
    const raised = await send('POST', `${hammer}/raise`, { by: '0.25' }, exact)
    expect([raised.status, raised.body['price']]).toEqual([200, '12.75'])
    expect((await send('POST', `${hammer}/Reference.raise`, { by: 1 })).body['price']).toBe(13.75)
    const minimal = await send('POST', `${hammer}/raise`, { by: 1 }, { prefer: 'return=minimal' })
    expect([minimal.status, minimal.headers['preference-applied']]).toEqual([204, 'return=minimal'])
    expect((await send('POST', 'reset', {})).status).toBe(204)
  })

  test('an action on a set gives rows, with the options of a list', async () => {
    const painted = await send('POST', 'products/paint?$select=code,colour&$orderby=code desc', {
      colour: 'Green',
      tags: ['steel'],
    })
    expect(painted.value.map((row) => [row['code'], row['colour']])).toEqual([
      ['saw', 'Green'],
      ['hammer', 'Green'],
    ])
  })

  test.each([
    ['twice(value=2.5)', 5],
    ['twice(value=@v)?@v=INF', 'INF'],
    ['twice?value=2', 4],
    [`longest(durations=@d)?@d=[duration'PT1H',duration'PT90M']`, 'PT1H30M'],
    [`mixed(colours=@c)?@c=['Red','Blue']`, 'Read,Delete'],
    [`products/average(colour='Red')`, 12.5],
    [`products/average(colour=Reference.Colour'Blue')`, 30],
    [`${hammer}/labels()`, ['heavy', 'steel', 'Hammer']],
    [`${hammer}/labels`, ['heavy', 'steel', 'Hammer']],
  ])('%s', async (address, expected) => {
    const { status, body } = await send('GET', encodeURI(address))
    expect([status, body['value']]).toEqual([200, expected])
  })

  test('results say their type; nothing is no content', async () => {
    const next = await send('GET', 'next(number=9007199254740993)')
    expect(next.text).toContain('"value":9007199254740994')
    expect(next.body['@odata.context']).toBe('/$metadata#Edm.Int64')
    expect((await send('GET', `${hammer}/labels()`)).body['@odata.context']).toBe('/$metadata#Collection(Edm.String)')
    expect((await send('GET', 'next(number=1)', undefined, exact)).body['value']).toBe('2')
    expect((await send('GET', `products/average(colour='Green')`)).status).toBe(204)
  })

  test('an order by nothing is none, also of groups', async () => {
    const grouped = await send('GET', 'products?$apply=groupby((code))&$orderby=null')
    expect([grouped.status, grouped.value?.length]).toEqual([200, 4])
  })

  test('rows are read as from a list', async () => {
    const { value, body } = await send('GET', 'dearest(count=2)?$orderby=price&$select=code,price&$count=true')
    expect([value.map((row) => row['code']), body['@odata.count']]).toEqual([['hammer', 'saw'], 2])
    expect((await send('GET', 'best()?$expand=category')).body).toMatchObject({
      code: 'saw',
      category: { code: 'tools' },
    })
    expect((await send('GET', 'dearest(count=0)')).value).toEqual([])
  })

  test.each([
    ['GET', 'reset', undefined, [405, 'request.method', undefined]],
    ['POST', 'best', {}, [405, 'request.method', undefined]],
    ['POST', `${hammer}/raise`, {}, [422, 'validation.required', 'by']],
    ['POST', `${hammer}/raise`, { by: 'x' }, [422, 'validation.decimal', 'by']],
    ['POST', `${hammer}/raise`, { by: 1, too: 2 }, [422, 'validation.unknown', 'too']],
    ['GET', `twice(value='x')`, undefined, [422, 'validation.type', 'value']],
    ['GET', 'twice()', undefined, [422, 'validation.required', 'value']],
    ['GET', 'twice(2)', undefined, [400, 'request.malformed', 'twice']],
    ['GET', 'dearest(count=99999999999)', undefined, [422, 'validation.range', 'count']],
    ['GET', `mixed(colours=['Pink'])`, undefined, [422, 'validation.option', 'colours[0]']],
    ['POST', 'products(00000000-0000-7000-8100-000000000099)/raise', { by: 1 }, [404, 'record.unknown', undefined]],
    ['GET', 'best()/code', undefined, [501, 'server.unsupported', undefined]],
  ])('%s %s %j is refused', async (method, address, body, expected) => {
    expect(refusalOf(await send(method, encodeURI(address), body))).toEqual(expected)
  })
})
