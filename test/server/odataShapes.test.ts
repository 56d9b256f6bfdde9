import { afterAll, beforeAll, afterEach, describe, expect, test } from 'vitest'
import { openServiceOn, refusalOf, type TestService } from '../support/odataServiceTest.ts'

let service: TestService
const send: TestService['send'] = (...request) => service.send(...request)

beforeAll(async () => {
  service = await openServiceOn('odatashapes')
})

afterAll(() => service?.close())

const hammer = 'products(00000000-0000-7000-8100-000000000001)'
const empty = 'products(00000000-0000-7000-8100-000000000004)'
const codes = async (filter: string) => {
  const answer = await send('GET', `products?$select=code&$orderby=code&$filter=${encodeURIComponent(filter)}`)
  return answer.status === 200 ? answer.value.map((row) => row['code']).join(' ') : answer.body['error']
}

describe('complex properties', () => {
  test.each([
    [`address/city eq 'Rīga'`, 'hammer'],
    [`address/place/latitude gt 50`, 'hammer'],
    [`address eq null`, 'chain empty'],
    [`address/place ne null`, 'hammer'],
    [`startswith(address/street,'Br')`, 'hammer'],
    [`address eq {"city":"Paris"}`, 'saw'],
    [`address ne {"city":"Paris","street":null,"place":null}`, 'chain empty hammer'],
    [`{"latitude":56.95,"longitude":24.1} eq address/place`, 'hammer'],
    [`address eq {"street":"Brīvības 1","city":"Rīga","place":{"latitude":56.95,"longitude":24.1}}`, 'hammer'],
    [`address in [{"city":"Paris"},null]`, 'chain empty saw'],
    [`address eq {}`, 'chain empty'],
    [`{"city":"Paris","zip":null} eq {"city":"Paris"}`, 'chain empty hammer saw'],
    [`{"city":"Paris","at":{"x":1}} eq {"at":{"x":1.0},"city":address/city}`, 'saw'],
    [`{"a":{}} eq {"a":null}`, ''],
    [`{"a":NaN} ne {"a":NaN} and {} eq {} and null ne {}`, 'chain empty hammer saw'],
    [`address eq $it/address`, 'chain empty hammer saw'],
    [`address/place ne $it/address/place`, ''],
  ])('%s', async (filter, expected) => expect(await codes(filter)).toBe(expected))

  test.each([
    `address eq {"town":"Paris"}`,
    `address eq {"city":5}`,
    `address eq {"place":5}`,
    `address eq 'Paris'`,
    `address gt {"city":"Paris"}`,
    `address eq address/place`,
    `address/city eq {"city":"Paris"}`,
    `{"a":1} eq 1`,
    `{"a":1} gt {"a":0}`,
    `{"a":1} eq {"a":'x'}`,
  ])('%s is refused', async (filter) => expect(await codes(filter)).toHaveProperty('code'))

  test('are selected whole, in part and by nested options', async () => {
    const shown = async (select: string) => (await send('GET', `${hammer}?$select=${select}`)).body['address']
    const place = { latitude: 56.95, longitude: 24.1 }
    expect(await shown('address')).toEqual({ street: 'Brīvības 1', city: 'Rīga', place })
    expect(await shown('address/city')).toEqual({ city: 'Rīga' })
    expect(await shown('address/place')).toEqual({ place })
    expect(await shown('address($select=city,place/latitude)')).toEqual({ city: 'Rīga', place: { latitude: 56.95 } })
    expect((await send('GET', `${hammer}?$select=address/nothing`)).status).toBe(400)
  })

  test('are ordered and grouped by their parts, and have addresses', async () => {
    const ordered = await send('GET', 'products?$orderby=address/city desc&$select=code&$top=1')
    expect(ordered.value[0]?.['code']).toBe('hammer')
    const groups = await send('GET', `products?$apply=filter(address ne null)/groupby((address/city))`)
    expect(groups.value.map((row) => row['address'])).toEqual(
      expect.arrayContaining([{ city: 'Paris' }, { city: 'Rīga' }]),
    )
    expect((await send('GET', `${hammer}/address`)).body).toMatchObject({ city: 'Rīga', place: { latitude: 56.95 } })
    expect((await send('GET', `${hammer}/address/city/$value`)).text).toBe('Rīga')
    expect((await send('GET', `${hammer}/address/place/latitude`)).body['value']).toBe(56.95)
    expect((await send('GET', `${empty}/address`)).status).toBe(204)
  })
})

describe('places and shapes', () => {
  afterEach(() => send('POST', 'reset'))
  const riga = "geography'SRID=4326;Point(24.1 56.95)'"

  test.each([
    [`geo.distance(place,${riga}) lt 1000`, 'hammer'],
    [`geo.distance(place,${riga}) gt 1700000 and geo.distance(place,${riga}) lt 1710000`, 'saw'],
    [`geo.distance(${riga},geography'SRID=4326;Point(24.1 57.95)') eq 111195.080`, 'chain empty hammer saw'],
    [`geo.length(route) gt 1700000`, 'hammer'],
    [`geo.length(geometry'SRID=0;LineString(0 0,3 4,3 0)') eq 9`, 'chain empty hammer saw'],
    [`geo.intersects(place,geography'SRID=4326;Polygon((20 55,28 55,28 58,20 58,20 55))')`, 'hammer'],
    [`geo.intersects(geometry'SRID=3059;Point(4 2)',zone)`, 'hammer'],
    [`geo.intersects(geometry'SRID=3059;Point(4.1 2)',zone)`, ''],
    [`place eq null`, 'chain empty'],
    [`not geo.intersects(place,null) and place ne null`, ''],
    [`geo.intersects(place,null) eq null`, 'chain empty hammer saw'],
    [`geo.intersects(place,geography'SRID=4326;Polygon((0 0,9 0,9 9,0 0))') eq null`, 'chain empty'],
    [`not geo.intersects(place,geography'SRID=4326;Polygon((0 0,9 0,9 9,0 0))')`, 'hammer saw'],
  ])('%s', async (filter, expected) => expect(await codes(filter)).toBe(expected))

  test.each([
    [`place eq ${riga}`, 'query.typeMismatch'],
    [`place in (${riga})`, 'query.typeMismatch'],
    [`geo.distance(place,zone) gt 1`, 'query.typeMismatch'],
    [`geo.distance(place,geometry'SRID=0;Point(1 2)') gt 1`, 'query.typeMismatch'],
    [`geo.distance(place,geography'SRID=3059;Point(1 2)') gt 1`, 'query.typeMismatch'],
    [`geo.distance(place,geography'SRID=4326;Point(200 2)') gt 1`, 'query.typeMismatch'],
    [`geo.length(geometry'SRID=0;LineString(0 0)') gt 1`, 'query.typeMismatch'],
    [`geo.intersects(geometry'SRID=0;Point(0 0)',geometry'SRID=0;Polygon((0 0,1 1,2 0))')`, 'query.typeMismatch'],
    [`geo.length(geometry'SRID=0;Point(0 0)') gt 1`, 'query.typeMismatch'],
    [`geo.distance(place) gt 1`, 'query.typeMismatch'],
    [`geo.area(zone) gt 1`, 'query.unknownName'],
    [`place eq geography'SRID=4326;MultiPoint((1 2))'`, 'server.unsupported'],
    [`cast(place,Edm.String) eq 'x'`, 'server.unsupported'],
  ])('%s: %s', async (filter, code) => expect(await codes(filter)).toHaveProperty('code', code))

  test('come as GeoJSON, raw as literals, and are described with their reference systems', async () => {
    expect((await send('GET', `${hammer}?$select=place,zone`)).body).toMatchObject({
      place: { type: 'Point', coordinates: [24.1, 56.95] },
      zone: { type: 'Polygon', coordinates: [[[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]]] }, // prettier-ignore
    })
    expect((await send('GET', `${hammer}/place/$value`)).text).toBe('SRID=4326;Point(24.1 56.95)')
    expect((await send('GET', `${hammer}/zone/$value`)).text).toBe('SRID=3059;Polygon((0 0,4 0,4 4,0 4,0 0))')
    expect((await send('GET', `${hammer}/route/$value`)).text).toBe('SRID=4326;LineString(24.1 56.95,2.35 48.86)')
    const xml = (await send('GET', '$metadata')).text
    expect(xml).toContain('<Property Name="place" Type="Edm.GeographyPoint" SRID="4326"/>')
    expect(xml).toContain('<Property Name="zone" Type="Edm.GeometryPolygon" SRID="3059"/>')
    const json = (await send('GET', '$metadata?$format=json')).text
    expect(json).toContain('"place":{"$Type":"Edm.GeographyPoint","$Nullable":true,"$SRID":"4326"}')
    const near = await send('GET', `products?$orderby=geo.distance(place,${riga}) desc&$select=code&$top=2`)
    expect(near.value.map((row) => row['code'])).toEqual(['saw', 'hammer'])
    expect((await send('GET', 'products?$orderby=place')).status).toBe(400)
  })

  test('are written as they are read, or as literals; nothing else is', async () => {
    const place = { type: 'Point', coordinates: [1.5, -2, 30] }
    expect((await send('PATCH', hammer, { place })).body['place']).toEqual(place)
    const named = { ...place, crs: { type: 'name', properties: { name: 'EPSG:4326' } } }
    expect((await send('PUT', `${hammer}/place`, { value: named })).status).toBe(204)
    expect((await send('PUT', `${hammer}/place/$value`, 'SRID=4326;POINT(7 8)', { 'content-type': 'text/plain' })).status).toBe(204) // prettier-ignore
    expect((await send('GET', `${hammer}/place`)).body['value']).toEqual({ type: 'Point', coordinates: [7, 8] })
    for (const wrong of [
      { type: 'Point', coordinates: [181, 0] },
      { type: 'Point', coordinates: [1] },
      { type: 'Point', coordinates: ['x', 1] },
      { type: 'LineString', coordinates: [[0, 0], [1, 1]] }, // prettier-ignore
      { ...place, crs: { type: 'name', properties: { name: 'EPSG:3059' } } },
      'SRID=3059;Point(1 2)',
      'Point(1 2)',
      [1, 2],
      7,
    ]) {
      expect(refusalOf(await send('PATCH', hammer, { place: wrong })), JSON.stringify(wrong)).toEqual([
        422,
        'validation.type',
        'place',
      ])
    }
    expect((await send('PATCH', hammer, { place: null })).body['place']).toBe(null)
  })
})

describe('functions of the model', () => {
  test.each([
    [`Reference.worth(rate=2) eq 75`, 'hammer'],
    [`worth(rate=2) gt 1`, 'hammer'],
    [`taxed(amount=price,rate=0.2) eq 15`, 'hammer'],
    [`Reference.taxed(amount=price,rate=@r) gt 30&@r=0.2`, 'saw'],
    [`Reference.worth(rate=null) eq null`, 'chain empty hammer saw'],
    [`category/products/any(p:p/Reference.worth(rate=1) gt 10)`, 'hammer saw'],
  ])('%s', async (filter, expected) => {
    const [text = '', alias = ''] = filter.split('&')
    const { value } = await send(
      'GET',
      `products?$select=code&$orderby=code&$filter=${encodeURIComponent(text)}&${alias}`,
    )
    expect(value.map((row) => row['code']).join(' ')).toBe(expected)
  })

  test('are called by their addresses too, and sorted and computed by', async () => {
    expect((await send('GET', 'taxed(amount=100,rate=0.21)')).body['value']).toBe(121)
    expect((await send('GET', `${hammer}/worth(rate=2)`)).body['value']).toBe(75)
    const { value } = await send('GET', 'products?$compute=worth(rate=1) as w&$select=w&$orderby=w desc&$top=1')
    expect(value[0]).toMatchObject({ w: 37.5 })
  })

  test.each([
    [`taxed(amount=price) gt 1`, ''],
    [`taxed(amount=name,rate=1) gt 1`, 'query.typeMismatch'],
    [`taxed(price,1) gt 1`, 'query.unknownName'],
    [`taxed(amount=price,rate=1,more=1) gt 1`, 'query.unknownName'],
    [`category/Reference.worth(rate=1) gt 1`, 'query.unknownName'],
    [`Foreign.worth(rate=1) gt 1`, 'query.unknownName'],
    [`next(number=1) gt 1`, 'server.unsupported'],
  ])('%s: %s', async (filter, code) => {
    const found = await codes(filter)
    expect(code === '' ? found : (found as { code: string }).code).toBe(code)
  })
})

describe('collections of values', () => {
  test.each([
    [`tags/any(t:t eq 'steel')`, 'hammer saw'],
    [`tags/all(t:t eq 'steel')`, 'chain empty saw'],
    [`tags/$count gt 1`, 'hammer'],
    [`sizes/$count($filter=$this gt 2) eq 1`, 'hammer'],
    [`'heavy' in tags`, 'hammer'],
    [`tags eq ['heavy','steel']`, 'hammer'],
    [`tags ne []`, 'hammer saw'],
    [`hassubset(sizes,[3,1])`, 'hammer'],
    [`hassubset(sizes,[3,3])`, 'chain'],
    [`hassubsequence(sizes,[1,3])`, 'hammer'],
    [`hassubsequence(sizes,[3,1])`, ''],
    [`sizes/any(s:s eq $it/stock)`, 'hammer'],
    [`not tags/any()`, 'chain empty'],
    [`tags in [['steel'],[]]`, 'chain empty saw'],
    [`length(tags) eq 2`, 'hammer'],
    [`concat(tags,['x']) eq ['steel','x']`, 'saw'],
    [`contains(sizes,[2,3])`, 'hammer'],
    [`startswith(sizes,[3])`, 'chain'],
    [`endswith(sizes,[3])`, 'chain hammer'],
    [`indexof(tags,['steel']) eq 1`, 'hammer'],
    [`substring(sizes,1,1) eq [2]`, 'hammer'],
    [`substring(sizes,-1) eq [3]`, 'chain hammer'],
    [`'x' in concat(tags,['x']) and length(concat(sizes,[1])) gt 3`, 'hammer'],
  ])('%s', async (filter, expected) => expect(await codes(filter)).toBe(expected))

  test.each([
    `tags eq 'steel'`,
    `tags gt ['a']`,
    `tags/any(t:t gt 5)`,
    `hassubset(tags,[1])`,
    `contains(tags,'a')`,
    `substring(tags,'a')`,
    `indexof(tags)`,
    `concat(tags,sizes) eq []`,
    `tolower(tags) eq 'a'`,
    `length(tags,1) eq 1`,
  ])('%s is refused', async (filter) => expect(await codes(filter)).toHaveProperty('code'))

  test('have addresses and a length; none sorts', async () => {
    expect((await send('GET', `${hammer}/tags`)).body['value']).toEqual(['heavy', 'steel'])
    expect((await send('GET', `${hammer}/tags/$count`)).text).toBe('2')
    expect((await send('GET', 'products?$orderby=tags')).status).toBe(400)
  })
})

describe('$apply over rows of everything', () => {
  test('shows all but streams, and groups by parts and members', async () => {
    const [row] = (await send('GET', `products?$apply=orderby(code)/skip(2)/top(1)`)).value
    expect(row).toMatchObject({ code: 'hammer', address: { city: 'Rīga' }, colour: expect.any(String) })
    expect(row).not.toHaveProperty('photo')
    const whole = await send('GET', 'products?$apply=top(1)')
    expect(whole.body['@odata.context']).toBe('/$metadata#products')
    const expanded = await send(
      'GET',
      'categories?$expand=products($apply=groupby((colour),aggregate($count as n)))&$orderby=code',
    )
    expect(expanded.status).toBe(200)
  })

  test('comes as CSV with its own heading, and says nothing of pages', async () => {
    const steps = 'products?$apply=groupby((done,address/city),aggregate($count as n))'
    const csv = async (more: string) => (await send('GET', `${steps}${more}&$format=csv`)).text.split('\r\n')
    expect((await csv(''))[0]).toBe('done,address,n')
    expect(await csv('&$filter=n gt 1000&$select=n')).toEqual(['n', ''])
    const { headers } = await send('GET', steps, undefined, { prefer: 'maxpagesize=1,omit-values=nulls' })
    expect(headers['preference-applied']).toBe('omit-values=nulls')
  })
})
