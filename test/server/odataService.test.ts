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

  test('Reseed puts all rows back and says so with content', async () => {
    await send('DELETE', 'tickets(2)')
    const { status, body } = await send('POST', 'Reseed')
    expect([status, body['value']]).toEqual([200, 'reseeded'])
    expect((await send('GET', 'tickets(2)')).status).toBe(200)
  })

  test.each([
    ['dearest()', ['hammer', 'saw', 'chain']],
    ['dearest', ['hammer', 'saw', 'chain']],
    ['dearest(count=1)', ['saw']],
    [`dearest(count=5,category='tools')`, ['hammer', 'saw']],
    [`dearest(category='tools',count=@c)?@c=1`, ['saw']],
    [`dearest(count=5)?category='tools'`, ['hammer', 'saw']],
  ])('%s is the function of that name that takes these parameters', async (address, expected) => {
    const { status, value } = await send('GET', encodeURI(address))
    expect([status, value.map((row) => row['code']).toSorted()]).toEqual([200, expected.toSorted()])
  })

  test('what is bound otherwise is another function or action of that name', async () => {
    expect((await send('GET', 'average()')).body['value']).toBe(14.1833)
    expect((await send('GET', `products/average(colour='Red')`)).body['value']).toBe(12.5)
    expect((await send('GET', `${hammer}/worth(rate=2)`)).body['value']).toBe(75)
    expect((await send('GET', `${hammer}/worth(rate=2,pieces=10)`)).body['value']).toBe(250)
    const { value } = await send('GET', 'products?$filter=worth(rate=1,pieces=2) eq 60 and worth(rate=1) eq null')
    expect(value.map((row) => row['code'])).toEqual(['saw'])
    const raised = await send('POST', 'products/raise?$orderby=price desc&$top=1', { by: 1 })
    expect(raised.value.map((row) => row['price'])).toEqual([31])
    expect((await send('POST', `${hammer}/raise`, { by: 1 })).body['price']).toBe(14.5)
  })

  test('each overload is described, and their import stands once', async () => {
    const csdl = (await send('GET', '$metadata?$format=json')).body['Reference'] as Record<string, unknown[]>
    const named = (name: string) =>
      csdl[name]?.map((each) => (each as { $Parameter?: unknown[] }).$Parameter?.length ?? 0)
    expect([named('dearest'), named('average'), named('raise')]).toEqual([
      [0, 1, 2],
      [2, 0],
      [2, 2],
    ])
    const { text } = await send('GET', '$metadata')
    expect(text.match(/<FunctionImport Name="dearest"/g)).toHaveLength(1)
    expect(text.match(/<Function Name="dearest"/g)).toHaveLength(3)
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
    ['GET', `dearest(category='tools')`, undefined, [422, 'validation.required', 'count']],
    ['GET', 'dearest(least=1)', undefined, [422, 'validation.unknown', 'least']],
    ['GET', 'twice(2)', undefined, [400, 'request.malformed', 'twice']],
    ['GET', 'dearest(count=99999999999)', undefined, [422, 'validation.range', 'count']],
    ['GET', `mixed(colours=['Pink'])`, undefined, [422, 'validation.option', 'colours[0]']],
    ['POST', 'products(00000000-0000-7000-8100-000000000099)/raise', { by: 1 }, [404, 'record.unknown', undefined]],
    ['GET', 'best()/code', undefined, [501, 'server.unsupported', undefined]],
  ])('%s %s %j is refused', async (method, address, body, expected) => {
    expect(refusalOf(await send(method, encodeURI(address), body))).toEqual(expected)
  })
})
