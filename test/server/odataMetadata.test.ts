import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { functions } from '../../src/odata/functions/registry.ts'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { openJsonSchema, openXmlSchema } from '../support/descriptions.ts'
import {
  newEntity,
  newEnvironment,
  newMaker,
  type Headers,
  type Maker,
  type Named,
  type Place,
} from '../support/maker.ts'

let api: TestApi
let ilze: Maker
let shop: Place
let customers: Named
let root: string

beforeAll(async () => {
  api = await openApiOn('odata_metadata')
  ilze = await newMaker(api.send, 'ilze@example.com')
  shop = await newEnvironment(ilze, 'shop')
  root = `/api/odata/v1/${shop.id}/`
  customers = await newEntity(ilze, shop, 'customer', [{ name: 'City', uri: 'city', type: 'text' }])
  await newEntity(ilze, shop, 'invoice', [
    {
      name: 'Number',
      uri: 'number',
      type: 'text',
      unique: true,
      required: true,
      maxlength: 20,
      pattern: '[A-Z]+[0-9]+',
    },
    { name: 'Total & tax', uri: 'total', type: 'decimal', precision: 12, scale: 2, min: '0' },
    { name: 'Due', uri: 'due', type: 'date', default: '2030-01-01' },
    { name: 'State', uri: 'state', type: 'select', options: [{ value: 'open', label: 'Open' }] },
    { name: 'Note', uri: 'note', type: 'textarea', queryable: false },
    { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: customers.id },
    { name: 'Payer', uri: 'payer', type: 'N:1', related_entity: customers.id },
  ])
})

afterAll(() => api?.close())

const get = (path: string, headers: Headers = {}, method = 'GET') => ilze.send(method, root + path, undefined, headers)

describe('$metadata', () => {
  test('is XML where nothing is said, JSON where it is asked for, and valid by the OASIS schemas', async () => {
    const [xmlProblems, jsonProblems] = await Promise.all([openXmlSchema(), openJsonSchema()])
    const xml = await get('$metadata')
    expect(xml.status).toBe(200)
    expect(xml.headers).toMatchObject({ 'content-type': 'application/xml;charset=utf-8', 'odata-version': '4.01' })
    expect(xmlProblems(xml.text)).toEqual([])
    const json = await get('$metadata', { accept: 'application/json' })
    expect(json.headers['content-type']).toBe('application/json;charset=utf-8')
    expect(jsonProblems(json.text)).toEqual([])
    expect((await get('$metadata?$format=json', { accept: 'application/xml' })).text).toBe(json.text)
    expect((await get('$metadata?$format=xml', { accept: 'application/json' })).text).toBe(xml.text)
    expect((await get('$metadata', { accept: 'image/png' })).status).toBe(406)
  })

  test('tells of an attribute what the maker said', async () => {
    const { text } = await get('$metadata')
    expect(text).toContain('<Schema xmlns="http://docs.oasis-open.org/odata/ns/edm" Namespace="lintel.shop">')
    expect(text).toContain('<Property Name="number" Type="Edm.String" MaxLength="20"')
    expect(text).toContain('<Annotation Term="Validation.Pattern" String="^(?:[A-Z]+[0-9]+)$"/>')
    expect(text).toContain('<Property Name="total" Type="Edm.Decimal" Precision="12" Scale="2"')
    expect(text).toContain('<Annotation Term="Core.Description" String="Total &amp; tax"/>')
    expect(text).toContain('<Annotation Term="Validation.Minimum" Decimal="0"/>')
    expect(text).toContain('<Property Name="due" Type="Edm.Date" DefaultValue="2030-01-01"')
    expect(text).toContain('<PropertyValue Property="Alias" String="number"/>')
    expect(text).toMatch(/NonFilterableProperties"><Collection><PropertyPath>note</)
    expect(text).toMatch(/RequiredProperties"><Collection><PropertyPath>number</)
  })

  test('leads from a lookup to its target and back', async () => {
    const { text } = await get('$metadata')
    expect(text).toContain(
      '<NavigationProperty Name="customer" Type="lintel.shop.customer" Partner="invoice">' +
        '<ReferentialConstraint Property="customer_id" ReferencedProperty="id"/>',
    )
    expect(text).toContain(
      '<NavigationProperty Name="invoice" Type="Collection(lintel.shop.invoice)" Partner="customer"/>',
    )
    expect(text).toContain('<NavigationPropertyBinding Path="invoice_payer" Target="invoice"/>')
  })

  test('has an ETag, so that it is sent only once', async () => {
    const first = await get('$metadata')
    const etag = first.headers['etag'] ?? ''
    expect(etag).toMatch(/^"\w+"$/)
    const again = await get('$metadata', { 'if-none-match': etag })
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag])
    expect((await get('$metadata', { 'if-none-match': `"x", W/${etag}` })).status).toBe(304)
    expect((await get('$metadata', { 'if-none-match': '"x"' })).status).toBe(200)
    const json = await get('$metadata', { accept: 'application/json', 'if-none-match': etag })
    expect([json.status, json.headers['etag'] === etag]).toEqual([200, false])
    const head = await get('$metadata', {}, 'HEAD')
    expect([head.status, head.text, head.headers['etag']]).toEqual([200, '', etag])
  })

  test('is a document of 4.0 for those who read no more, XML even where they say JSON', async () => {
    for (const accept of ['*/*', 'application/json;odata.metadata=minimal;q=1.0,application/xml;q=0.7']) {
      const old = await get('$metadata', { 'odata-maxversion': '4.0', accept })
      expect(old.headers).toMatchObject({ 'odata-version': '4.0', 'content-type': 'application/xml;charset=utf-8' })
      expect(old.text).toContain('Version="4.0">')
      expect((await openXmlSchema())(old.text)).toEqual([])
    }
  })

  test('is XML of 4.01 only for those who say that they read it', async () => {
    expect((await get('$metadata')).text).toContain('Version="4.0">')
    expect((await get('$metadata', { 'odata-maxversion': '4.01' })).text).toContain('Version="4.01">')
  })

  test('is the same by the host of the environment, and may be compressed', async () => {
    const plain = await get('$metadata')
    const hosted = await ilze.send('GET', '/api/odata/v1/$metadata', undefined, { host: 'shop.localhost:3000' })
    expect(hosted.text).toBe(plain.text)
    const packed = await get('$metadata', { 'accept-encoding': 'gzip' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.headers['vary']).toBe('accept, odata-maxversion, accept-encoding')
    expect(packed.headers['cache-control']).toBe('private, no-cache')
  })

  test('is new at once when the definitions are', async () => {
    const before = await get('$metadata')
    await newEntity(ilze, shop, 'later', [
      { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: customers.id },
    ])
    const after = await get('$metadata', { 'if-none-match': before.headers['etag'] ?? '' })
    expect(after.status).toBe(200)
    expect(after.text).toContain('<NavigationProperty Name="later" Type="Collection(lintel.shop.later)"')
  })

  test('[R144] does not show what is not queryable, nor what leads there, though it is served', async () => {
    const draft = { name: 'Vault', collectionname: 'Vault', uri: 'vault', queryable: false }
    const attributes = [{ name: 'Customer', uri: 'customer', type: 'N:1', related_entity: customers.id }]
    await ilze.send('POST', `/api/metadata/entity/v1/${shop.id}`, { ...draft, attributes })
    for (const path of ['$metadata', '$metadata?$format=json', '', '$openapi']) {
      const { status, text } = await get(path)
      expect(status, path).toBe(200)
      expect(text, path).not.toContain('vault')
    }
    expect((await get('vault')).status).toBe(200)
  })

  test('is a member’s: nobody else learns anything', async () => {
    const eve = await newMaker(api.send, 'eve@example.com')
    for (const path of ['', '$metadata', '$openapi']) {
      expect((await eve.send('GET', root + path)).status).toBe(404)
      expect((await api.send('GET', root + path)).status).toBe(401)
    }
  })

  test('a query says where it is wrong, and nothing lies below it', async () => {
    expect((await get('$metadata/invoice')).status).toBeGreaterThanOrEqual(400)
    expect((await get('$metadata', {}, 'POST')).status).toBe(405)
  })
})

describe('the service document', () => {
  test('lists the sets with their titles', async () => {
    const answer = await get('')
    const { value, '@odata.context': context } = answer.json<{ value: object[]; '@odata.context': string }>()
    expect(context).toBe(`${root}$metadata`)
    expect(value).toContainEqual({ name: 'invoice', title: 'invoice', kind: 'EntitySet', url: 'invoice' })
    expect(JSON.stringify(value)).not.toContain('_principal')
    const bare = await get('', { accept: 'application/json;odata.metadata=none' })
    expect(Object.keys(bare.json<object>())).toEqual(['value'])
  })
})

describe('$openapi', () => {
  test('is valid OpenAPI 3.1 with an ETag', async () => {
    const answer = await get('$openapi')
    expect(answer.status).toBe(200)
    expect(await new Validator().validate(answer.json<Record<string, unknown>>())).toMatchObject({ valid: true })
    const again = await get('$openapi', { 'if-none-match': answer.headers['etag'] ?? '' })
    expect(again.status).toBe(304)
  })

  test('tells what must be given, what is given, and by which address', async () => {
    const { paths, components } = (await get('$openapi')).json<{
      paths: Record<string, object>
      components: { schemas: Record<string, object> }
    }>()
    expect(Object.keys(paths['/invoice({key})'] ?? {})).toEqual(['parameters', 'get', 'patch', 'delete'])
    expect(Object.keys(paths['/_principal({key})'] ?? {})).toEqual(['parameters', 'get'])
    const { invoice, 'invoice-create': create } = components.schemas
    expect(create).toMatchObject({ required: ['number'], properties: { number: { maxLength: 20 } } })
    expect(create).not.toHaveProperty('properties.id')
    expect(invoice).toMatchObject({ properties: { id: { readOnly: true }, state: { enum: ['open', null] } } })
  })
})

describe('the abilities that $metadata tells', () => {
  const said = async () => {
    const document = (await get('$metadata?$format=json')).json<Record<string, Record<string, object>>>()
    return document['lintel.shop']?.['Container'] as Record<string, unknown>
  }

  test('are there: every function and operator of filters', async () => {
    const names = (await said())['@Capabilities.FilterFunctions']
    expect(names).toEqual(expect.arrayContaining(['contains', 'year', 'now', 'any', 'in', 'case', 'matchespattern']))
    for (const { name, parameters, result } of functions.values()) {
      expect(names).toContain(name)
      const given = parameters.map((type) => samples[String(type)] ?? `no sample of ${String(type)}`)
      const call = `${name}(${given.join(',')})`
      const filter = result === 'Edm.Boolean' ? call : `${call} ne null`
      const { status, text } = await get(`invoice?$filter=${encodeURIComponent(filter)}&$top=1`)
      expect(status, `${filter}: ${text.slice(0, 300)}`).toBe(200)
    }
  })

  test('are there: every step of $apply', async () => {
    const names = (await said())['@Aggregation.ApplySupportedDefaults']
    const steps: Record<string, string> = {
      aggregate: 'aggregate($count as many)',
      groupby: 'groupby((state))',
      filter: 'filter(total gt 1)',
      search: 'search(a)',
      compute: 'compute(total add 1 as more)',
      concat: 'concat(aggregate($count as many),identity)',
      identity: 'identity',
      topcount: 'topcount(2,total)',
      bottomcount: 'bottomcount(2,total)',
      orderby: 'orderby(total)',
      top: 'top(2)',
      skip: 'skip(2)',
      topsum: 'topsum(2,total)',
      bottomsum: 'bottomsum(2,total)',
      toppercent: 'toppercent(2,total)',
      bottompercent: 'bottompercent(2,total)',
    }
    expect(names).toEqual({
      Transformations: expect.toSatisfy((told) => isSame(told, Object.keys(steps))),
      Rollup: 'None',
      From: true,
    })
    expect((await get('invoice?$apply=aggregate(total with sum from state with max as most)')).status).toBe(200)
    for (const step of Object.values(steps)) expect((await get(`invoice?$apply=${step}`)).status, step).toBe(200)
  })

  test('are those of writing and addressing, and what is denied is refused as such', async () => {
    const container = await said()
    const customer = { city: 'Ogre', later: [{ name: 'deep' }] }
    const made = await ilze.send('POST', `${root}customer`, customer)
    const { id } = made.json<{ id: string }>()
    const patch = (body: object) => ilze.send('PATCH', `${root}customer(${id})`, body)
    const query = () => ilze.send('POST', `${root}customer/$query`, '$top=1', { 'content-type': 'text/plain' })
    const truth = {
      DeepInsertSupport: made.status,
      DeepUpdateSupport: (await patch({ 'later@delta': [{ name: 'deeper' }] })).status,
      QuerySegmentSupported: (await query()).status,
      KeyAsSegmentSupported: (await get(`customer/${id}`)).status,
      CrossJoinSupported: (await get('$crossjoin(customer,invoice)')).status,
    }
    for (const [name, status] of Object.entries(truth)) {
      const told = container[`@Capabilities.${name}`]
      const isTold = typeof told === 'object' ? (told as { Supported: boolean }).Supported : told
      expect([name, isTold, status], name).toEqual([name, status < 300, isTold ? status : 501])
    }
    const conditional = { id: '2', method: 'GET', url: 'customer', dependsOn: ['1'], if: '$1/$succeeded' }
    const requests = [{ id: '1', method: 'GET', url: 'customer' }, conditional]
    expect(container['@Capabilities.BatchSupport']).toMatchObject({ RequestDependencyConditionsSupported: true })
    expect((await ilze.send('POST', `${root}$batch`, { requests })).text).toMatch(/"id":"2","status":200/)
    const formats = container['@Capabilities.SupportedFormats'] as string[]
    for (const accept of formats) expect((await get('customer', { accept })).status, accept).toBe(200)
  })
})

function isSame(told: string[], tried: string[]): boolean {
  return told.toSorted().join() === tried.toSorted().join()
}

const samples: Readonly<Record<string, string>> = {
  'Edm.String': `'a'`,
  'Edm.Int32': '1',
  'Edm.Int64': '1',
  'Edm.Decimal': '1.5',
  'Edm.Double': '1.5e0',
  'Edm.Boolean': 'true',
  'Edm.Date': '2030-01-01',
  'Edm.DateTimeOffset': '2030-01-01T00:00:00Z',
  'Edm.TimeOfDay': '10:00:00',
  'Edm.Duration': `duration'P1D'`,
  'Edm.GeographyPoint': `geography'SRID=4326;Point(24.1 56.95)'`,
  'Edm.GeographyLineString': `geography'SRID=4326;LineString(24.1 56.95,2.35 48.86)'`,
  'Edm.GeographyPolygon': `geography'SRID=4326;Polygon((0 0,1 0,1 1,0 0))'`,
  'Edm.GeometryPoint': `geometry'SRID=0;Point(1 2)'`,
  'Edm.GeometryLineString': `geometry'SRID=0;LineString(0 0,1 2)'`,
  'Edm.GeometryPolygon': `geometry'SRID=0;Polygon((0 0,1 0,1 1,0 0))'`,
}
