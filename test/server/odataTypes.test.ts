import { afterAll, beforeAll, afterEach, describe, expect, test } from 'vitest'
import { openServiceOn, refusalOf, type TestService } from '../support/odataServiceTest.ts'

let service: TestService
const send: TestService['send'] = (...request) => service.send(...request)

beforeAll(async () => {
  service = await openServiceOn('odatatypes')
})

afterAll(() => service?.close())

const hammer = 'products(00000000-0000-7000-8100-000000000001)'
const saw = 'products(00000000-0000-7000-8100-000000000002)'
const empty = 'products(00000000-0000-7000-8100-000000000004)'
const exact = { accept: 'application/json;IEEE754Compatible=true' }
const codes = async (filter: string) => {
  const answer = await send('GET', `products?$select=code&$orderby=code&$filter=${encodeURIComponent(filter)}`)
  return answer.status === 200 ? answer.value.map((row) => row['code']).join(' ') : answer.body['error']
}

describe('values of each type', () => {
  afterEach(() => send('POST', 'reset'))

  test('are shown as JSON says', async () => {
    const { body, status } = await send('GET', hammer)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      code: 'hammer',
      colour: 'Red',
      access: 'Read,Delete',
      price: 12.5,
      stock: 3,
      share: 255,
      weight: 1.5,
      took: 'PT1H30M',
      opens: '08:00:00',
      day: '2026-01-01',
      done: true,
      seal: 'T0RhdGE',
      tags: ['heavy', 'steel'],
      sizes: [1, 2, 3],
      colours: ['Red', 'Blue'],
      address: { street: 'Brīvības 1', city: 'Rīga', place: { latitude: 56.95, longitude: 24.1 } },
    })
    expect(Object.keys(body)).not.toContain('photo')
    expect((await send('GET', hammer)).text).toContain('"units":9007199254740993')
    expect((await send('GET', hammer, undefined, exact)).body).toMatchObject({
      units: '9007199254740993',
      price: '12.50',
      stock: 3,
      weight: 1.5,
    })
    const { body: second } = await send('GET', saw)
    expect(second).toMatchObject({ weight: 'INF', took: '-P1DT0.5S', colour: 'Blue', access: 'ReadWrite' })
    expect(second['address']).toEqual({ street: null, city: 'Paris', place: null })
    const { body: nothing } = await send('GET', empty)
    expect(nothing).toMatchObject({ address: null, tags: [], sizes: [], colour: null, took: null, seal: null })
  })

  test('are written as they are read, and nothing else is', async () => {
    const { body } = await send('GET', hammer, undefined, exact)
    const { id: _, code: __, '@odata.context': ___, ...values } = body
    const made = await send('POST', 'products', { ...values, code: 'copy' }, { 'content-type': 'application/json' })
    expect([made.status, made.headers['location']]).toEqual([201, `/products(${String(made.body['id'])})`])
    const { body: copy } = await send('GET', `products(code='copy')`, undefined, exact)
    expect(copy).toMatchObject({ ...values, '@odata.etag': 'W/"1"' })
  })

  test.each([
    ['colour', 'Purple', 'validation.option'],
    ['colour', 'Red,Blue', 'validation.option'],
    ['access', 'Read,Fly', 'validation.option'],
    ['access', 64, 'validation.option'],
    ['price', '1.234', 'validation.decimal'],
    ['price', 12345678901, 'validation.decimal'],
    ['price', 'INF', 'validation.decimal'],
    ['stock', 2147483648, 'validation.range'],
    ['stock', 1.5, 'validation.integer'],
    ['units', '9223372036854775808', 'validation.range'],
    ['share', 256, 'validation.range'],
    ['share', -1, 'validation.range'],
    ['weight', '1e999', 'validation.type'],
    ['took', 'P1M', 'validation.type'],
    ['took', 'P99999999999D', 'validation.type'],
    ['opens', '24:00:00', 'validation.type'],
    ['made_on', '2026-02-30T00:00:00Z', 'validation.datetime'],
    ['made_on', '2026-01-01T00:00:00', 'validation.datetime'],
    ['day', '0000-01-01', 'validation.date'],
    ['done', 'true', 'validation.type'],
    ['done', null, 'validation.required'],
    ['seal', 'a', 'validation.type'],
    ['tags', 'a', 'validation.type'],
    ['tags', [1], 'validation.type'],
    ['sizes', [1, 'x'], 'validation.integer'],
    ['code', 'x'.repeat(21), 'validation.tooLong'],
    ['photo', 'x', 'validation.unknown'],
    ['nothing', 1, 'validation.unknown'],
    ['address/city', 'x', 'validation.unknown'],
  ])('%s = %j is refused at its place', async (name, value, code) => {
    const answer = await send('PATCH', hammer, { [name]: value })
    const [status, found, target] = refusalOf(answer)
    expect([status, found, String(target).split('[')[0]]).toEqual([422, code, name])
  })

  test.each([
    [{ colour: 2 }, { colour: 'Green' }],
    [{ colour: '10' }, { colour: 'Blue' }],
    [{ access: 'Write, Read' }, { access: 'ReadWrite' }],
    [{ access: 7 }, { access: 'Read,Write,Delete' }],
    [{ access: 0 }, { access: 'None' }],
    [{ took: 'PT150M' }, { took: 'PT2H30M' }],
    [{ took: '-PT0.0000019S' }, { took: '-PT0.000001S' }],
    [{ weight: '-INF' }, { weight: '-INF' }],
    [{ weight: 5e-324 }, { weight: 5e-324 }],
    [{ weight: 'NaN' }, { weight: 'NaN' }],
    [{ seal: '+/8=' }, { seal: '-_8' }],
    [{ opens: '12:30' }, { opens: '12:30:00' }],
    [{ tags: [] }, { tags: [] }],
    [{ tags: ['a"b', '{}', 'NULL', '\\'] }, { tags: ['a"b', '{}', 'NULL', '\\'] }],
    [{ colours: [2, 'Blue'] }, { colours: ['Green', 'Blue'] }],
    [{ address: { city: 'Oslo' } }, { address: { street: 'Brīvības 1', city: 'Oslo' } }],
    [{ address: { place: null } }, { address: { place: null } }],
    [{ address: null }, { address: null }],
    [{ price: 1e3 }, { price: 1000 }],
  ])('%j is taken', async (given, shown) => {
    const answer = await send('PATCH', hammer, given)
    expect([answer.status, answer.headers['etag']]).toEqual([200, 'W/"2"'])
    expect(answer.body).toMatchObject(shown)
    expect((await send('GET', hammer)).body).toMatchObject(shown)
  })
})

describe('properties by themselves', () => {
  afterEach(() => send('POST', 'reset'))

  test.each([
    ['took', 'PT1H30M'],
    ['colour', 'Red'],
    ['access', 'Read,Delete'],
    ['weight', '1.5'],
    ['units', '9007199254740993'],
    ['opens', '08:00:00'],
    ['day', '2026-01-01'],
    ['done', 'true'],
  ])('%s has a raw value', async (name, value) => {
    const { status, text } = await send('GET', `${hammer}/${name}/$value`)
    expect([status, text]).toEqual([200, value])
  })

  test.each([
    ['took', 'PT5M'],
    ['colour', 'Green'],
    ['tags', ['x', 'y']],
    ['weight', 'INF'],
    ['address', { street: 'S', city: null, place: null }],
  ])('%s is replaced and read', async (name, value) => {
    const isComplex = name === 'address'
    const put = await send('PUT', `${hammer}/${name}`, isComplex ? value : { value })
    expect(put.status).toBe(204)
    const { '@odata.context': _, ...shown } = (await send('GET', `${hammer}/${name}`)).body
    expect(shown).toEqual(isComplex ? value : { value })
  })
})

describe('enumerations', () => {
  test.each([
    [`colour eq Reference.Colour'Red'`, 'hammer'],
    [`colour eq 'Red'`, 'hammer'],
    [`'10' eq colour`, 'saw'],
    [`colour ne 'Red'`, 'chain empty saw'],
    [`colour gt 'Red'`, 'saw'],
    [`colour in ('Red',Reference.Colour'Blue')`, 'hammer saw'],
    [`access has 'Read'`, 'hammer saw'],
    [`access has Reference.Access'Read,Delete'`, 'hammer'],
    [`not (access has 'Write')`, 'hammer'],
    [`colours/any(c:c eq 'Blue')`, 'hammer'],
    [`cast(colour,Edm.String) eq 'Red'`, 'hammer'],
  ])('%s', async (filter, expected) => expect(await codes(filter)).toBe(expected))

  test.each([
    `colour eq 'Purple'`,
    `colour eq Reference.Access'Read'`,
    `colour eq Foreign.Colour'Red'`,
    `colour has 'Red,Blue'`,
    `colour eq 3`,
    `colour add 1 eq 2`,
    `contains(colour,'R')`,
    `name has 'Read'`,
  ])('%s is refused', async (filter) => expect(await codes(filter)).toHaveProperty('code'))

  test('sort by their numbers, group by their names', async () => {
    const ordered = await send('GET', 'products?$orderby=colour desc&$select=colour&$top=2')
    expect(ordered.value.map((row) => row['colour'])).toEqual(['Blue', 'Red'])
    const found = async (filter: string) =>
      (await send('GET', `products?$select=code&$orderby=code&$filter=${encodeURIComponent(filter)}`)).value?.length
    expect(await found("cast('Red',Reference.Colour) eq colour")).toBe(1)
    expect(await found("cast('Green',Reference.Colour) eq null or cast(5,Reference.Colour) ne null")).toBe(0)
    expect(await found('isof(colour,Reference.Colour)')).toBe(2)
    const groups = await send('GET', 'products?$apply=groupby((colour),aggregate($count as n))&$orderby=colour')
    expect(groups.value).toMatchObject([
      { colour: null, n: 2 },
      { colour: 'Red', n: 1 },
      { colour: 'Blue', n: 1 },
    ])
  })
})
