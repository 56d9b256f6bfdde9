import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { newEntity, newEnvironment, newMaker, type Maker, type Named, type Place } from '../support/maker.ts'

let house: TestApi & { connectionString: string }
let ilze: Maker
let acme: Place
let customers: Named
let invoices: Named
let root: string
type Row = Record<string, unknown> & { id: string }
type Relationship = Record<string, unknown> & { id: string; version: number }

beforeAll(async () => {
  house = await openApiOn('manytomany')
  ilze = await newMaker(house.send, 'ilze@example.org')
  acme = await newEnvironment(ilze, 'acme')
  customers = await newEntity(ilze, acme, 'customers', [])
  invoices = await newEntity(ilze, acme, 'invoices', [
    { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: customers.id },
  ])
  root = `/api/odata/v1/${acme.id}`
})
afterAll(() => house.close())

const base = () => `/api/metadata/relationship/v1/${acme.id}`
const relationships = async () => (await ilze.send('GET', base())).json<{ value: Relationship[] }>().value
const relationshipFrom = async (entity: Named) => {
  const found = (await relationships()).find(({ from_entity }) => from_entity === entity.id)
  if (!found) throw new Error('no relationship')
  return found
}
const make = async (set: string, body: object): Promise<Row> => {
  const answer = await ilze.send('POST', `${root}/${set}`, body)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.json()
}
const read = async (path: string) => (await ilze.send('GET', `${root}/${path}`)).json<Row & { value: Row[] }>()
const remove = (set: string, { id }: Row) => ilze.send('DELETE', `${root}/${set}(${id})`)

describe('many to many', () => {
  let [ann, ben]: Row[] = []
  let [red, blue, green]: Row[] = []
  let tags: Named

  beforeAll(async () => {
    tags = await newEntity(ilze, acme, 'tags', [])
    const answer = await ilze.send('POST', base(), {
      name: 'Tags of customers',
      from_entity: customers.id,
      to_entity: tags.id,
      cardinality: 'N:N',
      attribute: { name: 'Tags', uri: 'tags' },
      inverse: { name: 'Customers', uri: 'tagged' },
    })
    if (answer.status !== 201) throw new Error(answer.text)
    ;[ann, ben] = [await make('customers', { name: 'Ann' }), await make('customers', { name: 'Ben' })]
    ;[red, blue, green] = [
      await make('tags', { name: 'Red' }),
      await make('tags', { name: 'Blue' }),
      await make('tags', { name: 'Green' }),
    ]
  })

  const link = (from: Row | undefined, to: Row | undefined) =>
    ilze.send('POST', `${root}/customers(${from?.id})/tags/$ref`, { '@odata.id': `tags(${to?.id})` })
  const namesOf = (rows: unknown) => (rows as Row[]).map(({ name }) => name)

  test('links are made and taken by $ref, from either side, once for each pair', async () => {
    expect((await link(ann, red)).status).toBe(204)
    expect((await link(ann, red)).status).toBe(204)
    const back = await ilze.send('POST', `${root}/tags(${blue?.id})/tagged/$ref`, {
      '@odata.id': `customers(${ann?.id})`,
    })
    expect(back.status).toBe(204)
    expect((await link(ben, blue)).status).toBe(204)
    expect(namesOf((await read(`customers(${ann?.id})/tags?$orderby=name`)).value)).toEqual(['Blue', 'Red'])
    expect((await read('customers_tags?$count=true&$top=0'))['@odata.count']).toBe(3)
    const gone = await ilze.send('DELETE', `${root}/customers(${ben?.id})/tags(${blue?.id})/$ref`)
    expect(gone.status).toBe(204)
    const again = await ilze.send('DELETE', `${root}/customers(${ben?.id})/tags/$ref?$id=tags(${blue?.id})`)
    expect(again.status).toBe(404)
    expect((await link(ben, blue)).status).toBe(204)
    const nobody = '01900000-0000-7000-8000-00000000000f'
    expect((await link(ben, { id: nobody })).status).toBe(422)
    expect((await ilze.send('DELETE', `${root}/customers(${ben?.id})/tags(${green?.id})/$ref`)).status).toBe(404)
    const twice = await ilze.send('POST', `${root}/customers_tags`, { source_id: ben?.id, target_id: blue?.id })
    expect(twice.status).toBe(422)
  })

  test('$expand, any, all, $count and $filter go through the links', async () => {
    const expanded = await read(`customers?$expand=tags($orderby=name;$select=name)&$filter=tags/any()&$orderby=name`)
    expect(expanded.value.map(({ name, tags: found }) => [name, namesOf(found)])).toEqual([
      ['Ann', ['Blue', 'Red']],
      ['Ben', ['Blue']],
    ])
    expect(namesOf((await read(`customers?$filter=tags/any(t:t/name eq 'Red')`)).value)).toEqual(['Ann'])
    expect(namesOf((await read(`customers?$filter=tags/$count eq 1`)).value)).toEqual(['Ben'])
    expect(
      namesOf((await read(`tags?$filter=tagged/any(c:c/tags/any(t:t/name eq 'Red'))&$orderby=name`)).value),
    ).toEqual(['Blue', 'Red'])
    expect(await read(`customers(${ann?.id})/tags/$count`)).toBe(2)
    const nested = await read(`tags(${red?.id})?$expand=tagged($expand=tags($filter=name ne 'Red'))`)
    expect(namesOf((nested['tagged'] as Row[])[0]?.['tags'])).toEqual(['Blue'])
    const counted = await read(`customers?$select=name&$expand=tags/$count&$filter=id eq ${ann?.id}`)
    expect(counted.value[0]?.['tags@odata.count']).toBe(2)
  })

  test('bodies bind and make linked records, and PUT of the references makes them all', async () => {
    const cleo = await make('customers', {
      name: 'Cleo',
      'tags@odata.bind': [`tags(${red?.id})`],
    })
    const dan = await make('customers', { name: 'Dan', tags: [{ name: 'Violet' }] })
    expect(namesOf((await read(`customers(${cleo.id})/tags`)).value)).toEqual(['Red'])
    expect(namesOf((await read(`customers(${dan.id})/tags`)).value)).toEqual(['Violet'])
    const made = await ilze.send('POST', `${root}/customers(${dan.id})/tags`, { name: 'White' })
    expect(made.status).toBe(201)
    const all = await ilze.send('PUT', `${root}/customers(${dan.id})/tags/$ref`, {
      value: [{ '@odata.id': `tags(${green?.id})` }, { '@odata.id': `tags(${red?.id})` }],
    })
    expect(all.status).toBe(204)
    expect(namesOf((await read(`customers(${dan.id})/tags?$orderby=name`)).value)).toEqual(['Green', 'Red'])
    expect(namesOf((await read(`tags?$filter=name eq 'Violet'`)).value)).toEqual(['Violet'])
    await remove('customers', cleo)
    await remove('customers', dan)
  })

  test('a deleted record takes its links along, unless the relationship holds it', async () => {
    expect((await remove('tags', red ?? { id: '' })).status).toBe(204)
    expect(namesOf((await read(`customers(${ann?.id})/tags`)).value)).toEqual(['Blue'])
    const { id } = await relationshipFrom(customers)
    await ilze.send('PATCH', `${base()}/${id}`, { on_delete: 'restrict' })
    expect((await remove('tags', blue ?? { id: '' })).json()).toMatchObject({ error: { code: 'record.restricted' } })
    expect((await remove('customers', ann ?? { id: '' })).status).toBe(204)
    expect((await remove('customers', ben ?? { id: '' })).status).toBe(204)
    expect((await remove('tags', blue ?? { id: '' })).status).toBe(204)
  })

  test('the description tells both ends as partners of each other', async () => {
    const xml = (await ilze.send('GET', `${root}/$metadata`)).text
    expect(xml).toContain('<NavigationProperty Name="tags" Type="Collection(lintel.acme.tags)" Partner="tagged"/>')
    expect(xml).toContain('<NavigationProperty Name="tagged" Type="Collection(lintel.acme.customers)" Partner="tags"/>')
  })
})

test('[R206:API] a named other end of a lookup is the collection, and the names of other lookups stay', async () => {
  const { id } = await relationshipFrom(invoices)
  const attributes = `/api/metadata/attribute/v1/${acme.id}`
  const second = { name: 'Payer', uri: 'payer', type: 'N:1', related_entity: customers.id }
  expect((await ilze.send('POST', `${attributes}/${invoices.id}`, second)).status).toBe(201)
  const inverse = { name: 'Bills', uri: 'bills', type: '1:N', relationship_id: id }
  expect((await ilze.send('POST', `${attributes}/${customers.id}`, inverse)).status).toBe(201)
  const ann = await make('customers', { name: 'Ann', bills: [{ name: 'First' }] })
  const shown = await read(`customers(${ann.id})?$expand=bills($select=name),invoices_payer`)
  expect(shown).toMatchObject({ bills: [{ name: 'First' }], invoices_payer: [] })
  expect((await ilze.send('GET', `${root}/customers?$expand=invoices`)).status).toBe(400)
})

test('an entity is made as a copy of another, in one change that can be undone', async () => {
  const names = { name: 'Suppliers', collectionname: 'Suppliers', uri: 'suppliers' }
  const address = `/api/metadata/entity/v1/${acme.id}`
  const made = await ilze.send('POST', address, { ...names, copy_of: invoices.id })
  expect([made.status, made.json<{ attributes: { uri: string }[] }>().attributes.map(({ uri }) => uri)]).toEqual([
    201,
    ['customer', 'payer'],
  ])
  const supplier = made.json<{ id: string; change_id: string }>()
  expect((await relationships()).filter(({ from_entity }) => from_entity === supplier.id)).toHaveLength(2)
  expect((await ilze.send('POST', address, { ...names, uri: 'others', copy_of: acme.id })).status).toBe(404)
  const sizes = await ilze.send('GET', `${address}/sizes`)
  expect(
    sizes.json<{ value: { id: string; bytes: number }[] }>().value.find(({ id }) => id === supplier.id)?.bytes,
  ).toBeGreaterThan(0)
  const undo = await ilze.send('POST', `/api/metadata/change/v1/${acme.id}/${supplier.change_id}/undo`, {})
  expect(undo.status).toBeLessThan(300)
  expect((await ilze.send('GET', `${address}/${supplier.id}`)).status).toBe(404)
})
