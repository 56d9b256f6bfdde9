import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { expected, newEnvironment, newMaker, type Answer, type Maker, type Place } from '../support/maker.ts'

let house: TestApi
let maker: Maker
let home: Place
beforeAll(async () => {
  house = await openApiOn('entity_fields')
  maker = await newMaker(house.send, 'anna@example.org')
  home = await newEnvironment(maker, 'home')
})
afterAll(() => house.close())

type Entity = { id: string; uri: string; name: string; collectionname: string }
type Sets = { value: { name: string; title: string }[] }
type Failure = { error: { code: string; message: string } }

const records = (rest: string) => `/api/odata/v1/${home.id}/${rest}`
const failureOf = (answer: Answer) => {
  const { code, message } = answer.json<Failure>().error
  return [answer.status, code, message]
}

async function newTable(uri: string, more: object = {}): Promise<Entity> {
  const draft = { name: 'Order', collectionname: 'All orders', uri, ...more }
  return (await expected(201, maker.send('POST', `/api/metadata/entity/v1/${home.id}`, draft))).json()
}

async function setOf(uri: string): Promise<Sets['value'][number] | undefined> {
  const { value } = (await expected(200, maker.send('GET', records('')))).json<Sets>()
  return value.find(({ name }) => name === uri)
}

test('[R139] the uri of an entity is the address of its records, and of no others', async () => {
  await newTable('orders')
  const { id } = (await expected(201, maker.send('POST', records('orders'), { name: 'One' }))).json<{ id: string }>()
  expect((await maker.send('GET', records(`orders(${id})`))).json()).toMatchObject({ id, name: 'One' })
  expect((await maker.send('GET', records('order'))).status).toBe(404)
})

test('[R140] the collection name of an entity titles its set of records, also after it was changed', async () => {
  const { id } = await newTable('titled')
  expect(await setOf('titled')).toMatchObject({ name: 'titled', title: 'All orders' })
  await expected(200, maker.send('PATCH', `/api/metadata/entity/v1/${home.id}/${id}`, { collectionname: 'Purchases' }))
  expect(await setOf('titled')).toMatchObject({ name: 'titled', title: 'Purchases' })
})

test('[R142] [R506] [R507] [R508] the records of an entity that is not editable are read, and each change answers 423 in the specified words', async () => {
  const { id } = await newTable('closed')
  const one = (await expected(201, maker.send('POST', records('closed'), { name: 'One' }))).json<{ id: string }>()
  await expected(200, maker.send('PATCH', `/api/metadata/entity/v1/${home.id}/${id}`, { editable: false }))
  const words = (doing: string) => `You can't ${doing} the record because it is managed by the system.`
  expect(failureOf(await maker.send('POST', records('closed'), { name: 'Two' }))).toEqual([
    423,
    'managed.create',
    words('create'),
  ])
  expect(failureOf(await maker.send('PATCH', records(`closed(${one.id})`), { name: 'Two' }))).toEqual([
    423,
    'managed.update',
    words('update'),
  ])
  expect(failureOf(await maker.send('DELETE', records(`closed(${one.id})`)))).toEqual([
    423,
    'managed.delete',
    words('delete'),
  ])
  const page = (await expected(200, maker.send('GET', records('closed')))).json<{ value: object[] }>()
  expect(page.value).toMatchObject([{ id: one.id, name: 'One', version: 1 }])
  await expected(200, maker.send('PATCH', `/api/metadata/entity/v1/${home.id}/${id}`, { editable: true }))
  expect((await maker.send('PATCH', records(`closed(${one.id})`), { name: 'Two' })).status).toBe(200)
})

test('[R144] an entity that is not queryable is not among the sets that are offered to queries, and still served to our own screens', async () => {
  const { id } = await newTable('quiet')
  expect(await setOf('quiet')).toBeDefined()
  await expected(200, maker.send('PATCH', `/api/metadata/entity/v1/${home.id}/${id}`, { queryable: false }))
  expect(await setOf('quiet')).toBeUndefined()
  expect((await maker.send('GET', records('quiet'))).status).toBe(200)
})

test('[R141] the description of an entity is stored, served with its definition and changed', async () => {
  const { id } = await newTable('described', { description: 'What was bought' })
  const path = `/api/metadata/entity/v1/${home.id}/${id}`
  expect((await maker.send('GET', path)).json()).toMatchObject({ description: 'What was bought' })
  await expected(200, maker.send('PATCH', path, { description: 'What was sold' }))
  const { entities } = (await maker.send('GET', `/api/metadata/v1/${home.id}`)).json<{ entities: Entity[] }>()
  expect(entities.find((each) => each.id === id)).toMatchObject({ description: 'What was sold' })
})

test('[R385] [R523] full-text search is granted to 3 entities of an environment and refused to a 4th', async () => {
  const full = await newEnvironment(maker, 'full')
  const path = `/api/metadata/entity/v1/${full.id}`
  const table = (uri: string) => ({ name: 'Table', collectionname: 'Tables', uri, tsv: true })
  for (const uri of ['one', 'two', 'three']) await expected(201, maker.send('POST', path, table(uri)))
  const refused = await maker.send('POST', path, table('four'))
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('entity.tsvLimit')])
  const { id } = (await expected(201, maker.send('POST', path, { ...table('four'), tsv: false }))).json<Entity>()
  const turned = await maker.send('PATCH', `${path}/${id}`, { tsv: true })
  expect([turned.status, turned.text]).toEqual([422, expect.stringContaining('entity.tsvLimit')])
})
