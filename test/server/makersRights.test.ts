import { afterAll, beforeAll, expect, test } from 'vitest'
import { entityOperations } from '../../src/entities/operations.ts'
import { activities } from '../../src/environments/activity.ts'
import { labelOperations } from '../../src/labels/operations.ts'
import { viewOperations } from '../../src/views/operations.ts'
import { newMember, newRole } from '../support/access.ts'
import { refusalOf } from '../support/administration.ts'
import { openLintel, type WholeLintel } from '../support/lintel.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker, type Named, type Place } from '../support/maker.ts'

// Who changes definitions without being an administrator does, and learns, what their activities and roles say.

let lintel: WholeLintel
let anna: Maker
let home: Place
let salaries: Named
let orders: Named
let maker: Maker
let bob: Maker
const metadata = (rest: string) => `/api/metadata/${rest.replace('/', `/v1/${home.id}/`)}`
const change = (by: Maker, operation: object, rest = '') =>
  by.send('POST', `/api/metadata/change/v1/${home.id}${rest}`, { operations: [operation] })

beforeAll(async () => {
  lintel = await openLintel('makers_rights')
  anna = await newMaker(lintel.send, 'anna@example.org')
  home = await newEnvironment(anna, 'home')
  salaries = await newEntity(anna, home, 'salaries', [{ name: 'Amount', uri: 'amount', type: 'text' }])
  orders = await newEntity(anna, home, 'orders', [{ name: 'City', uri: 'city', type: 'text' }])
  await expected(201, anna.send('POST', `/api/odata/v1/${home.id}/salaries`, { name: 'Carl', amount: 'much' }))
  const making = await newRole(lintel.database, home, { activities: ['alter-entities', 'developer-mode'] })
  const clerk = await newRole(lintel.database, home, { privileges: { [orders.id]: 'user' } })
  maker = await newMember(lintel, home, 'maker@example.org', [making])
  bob = await newMember(lintel, home, 'bob@example.org', [clerk])
})
afterAll(() => lintel.close())

test('a preview of a new type tells numbers, and values only to who may read them all; so does the history', async () => {
  const { value } = (await anna.send('GET', metadata(`attribute/${salaries.id}`))).json<{
    value: { id: string; uri: string }[]
  }>()
  const id = value.find(({ uri }) => uri === 'amount')?.id
  const operation = { kind: 'attribute.update', id, type: 'number', accept_loss: true }
  const whole = await expected(200, change(anna, operation, '/preview'))
  expect(whole.json()).toMatchObject({ conversions: [{ cleared: 1, examples: [{ name: 'Carl', old: 'much' }] }] })
  const told = await expected(200, change(maker, operation, '/preview'))
  expect(told.json()).toMatchObject({ conversions: [{ cleared: 1, examples: [] }] })
  const { id: done } = (await expected(200, change(maker, operation))).json<{ id: string }>()
  const history = await expected(200, maker.send('GET', `/api/metadata/change/v1/${home.id}/${done}`))
  expect(history.json()).toMatchObject({ conversions: [{ cleared: 1, examples: [] }] })
})

test('what holds a deletion up is told to who may ask for that deletion, under no other name of an operation', async () => {
  const parts = await newEntity(anna, home, 'parts', [
    { name: 'Price', uri: 'price', type: 'number' },
    { name: 'Margin', uri: 'margin', type: 'formula', expression: 'price * 2' },
    { name: 'Bonus', uri: 'bonus', type: 'formula', expression: 'margin / 2' },
  ])
  const { value } = (await anna.send('GET', metadata(`attribute/${parts.id}`))).json<{
    value: { id: string; uri: string }[]
  }>()
  const price = value.find(({ uri }) => uri === 'price')?.id
  const viewing = await newRole(lintel.database, home, { activities: ['manage-views', 'developer-mode'] })
  const designer = await newMember(lintel, home, 'designer@example.org', [viewing])
  const named = async (by: Maker, kind: string) => {
    const answer = await expected(200, change(by, { kind, id: price }, '/preview'))
    return answer.json<{ dependants: { name: string }[] }>().dependants.map(({ name }) => name)
  }
  expect(await named(maker, 'attribute.delete')).toEqual(['Bonus', 'Margin'])
  expect(await named(designer, 'view.delete')).toEqual([])
  expect(refusalOf(await change(designer, { kind: 'attribute.delete', id: price }, '/preview'))[0]).toBe(403)
})

test('about how much of a table has a value is known, of a large one without reading it, to makers who may read all of it', async () => {
  const drafts = ['one', 'two', 'three'].map((uri) => ({ name: uri, uri, type: 'text' }))
  const forms = await newEntity(anna, home, 'forms', [
    ...drafts,
    { name: 'sum', uri: 'sum', type: 'formula', expression: '1' },
  ])
  const filled = async (by: Maker) => {
    const answer = await expected(200, by.send('GET', metadata(`attribute/${forms.id}/filled`)))
    return answer.json<{ value: { id: string; filled: number }[] }>().value.map((each) => each.filled)
  }
  expect(await filled(anna)).toEqual([])
  for (const two of ['a', '', null, 'b'])
    await expected(201, anna.send('POST', `/api/odata/v1/${home.id}/forms`, { name: 'F', one: 'x', two }))
  // An empty text is no value. Few records are counted before the database has looked at them.
  expect(await filled(anna)).toEqual([1, 0.5, 0])
  await lintel.database.execute({ text: `analyze "${home.schema}"."forms"` })
  expect(await filled(anna)).toEqual([1, 0.5, 0])
  await expected(201, anna.send('POST', metadata(`attribute/${forms.id}`), { name: 'Four', uri: 'four', type: 'text' }))
  expect(await filled(anna)).toEqual([1, 0.5, 0, 0])
  expect(await filled(maker)).toEqual([])
  expect(refusalOf(await bob.send('GET', metadata(`attribute/${forms.id}/filled`)))[0]).toBe(403)
})

test('how quickly a view opens is told by its plan, with what takes the time, to makers who may read all of it', async () => {
  const parents = await newEntity(anna, home, 'parents', [{ name: 'Town', uri: 'town', type: 'text' }])
  const lookup = { name: 'Parent', uri: 'parent', type: 'N:1', related_entity: parents.id }
  await newEntity(anna, home, 'children', [lookup])
  const rollup = { path: ['children'], function: 'count' }
  const kids = { name: 'Kids', uri: 'kids', type: 'rollup', rollup }
  await expected(201, anna.send('POST', metadata(`attribute/${parents.id}`), kids))
  await expected(201, anna.send('POST', `/api/odata/v1/${home.id}/parents`, { name: 'First' }))
  await lintel.database.execute({
    text: `insert into "${home.schema}".parents (id, created_on, created_by_id, updated_on, updated_by_id, owner_id,
        owning_unit_id)
      select gen_random_uuid(), now(), $1, now(), $1, $1, t.owning_unit_id
      from "${home.schema}".parents t, generate_series(1, 3000)`,
    values: [anna.id],
  })
  await lintel.database.execute({ text: `analyze "${home.schema}".parents` })
  const queries = ['$select=id,name&$orderby=name', '$select=id,kids&$orderby=kids desc', '$orderby=gone']
  const asked = (by: Maker) => by.send('POST', metadata(`view/${parents.id}/pace`), { queries })
  expect((await expected(200, asked(anna))).json()).toEqual({
    value: [
      { pace: 'fast', why: null, rows: null },
      { pace: expect.stringMatching(/fair|slow/), why: 'order', rows: 3001 },
      null,
    ],
  })
  expect(refusalOf(await asked(maker))).toEqual([404, 'definition.unknown'])
  const rights = { activities: ['alter-entities', 'developer-mode'], privileges: { [parents.id]: 'user' } } as const
  const partly = await newMember(lintel, home, 'partly@example.org', [await newRole(lintel.database, home, rights)])
  expect((await expected(200, asked(partly))).json()).toEqual({ value: [null, null, null] })
  expect(refusalOf(await asked(bob))[0]).toBe(403)
})

test('a list of operations does nothing that the call for one of them refuses, and neither does an undo', async () => {
  const variableNamed = (key: string) => ({ kind: 'variable.create', key, type: 'text', value: 'hush-hush' })
  const variable = variableNamed('rate')
  const feature = { kind: 'feature.set', feature: 'import', on: false }
  const view = { kind: 'view.create', entity_id: orders.id, view: { name: 'For all' } }
  for (const operation of [variable, feature, view]) {
    expect(refusalOf(await change(maker, operation))).toEqual([403, 'request.forbidden'])
    expect(refusalOf(await change(maker, operation, '/preview'))).toEqual([403, 'request.forbidden'])
  }
  const { id } = (await expected(200, change(anna, variable))).json<{ id: string }>()
  const detail = `/api/metadata/change/v1/${home.id}/${id}`
  expect(refusalOf(await maker.send('GET', detail))).toEqual([404, 'change.unknown'])
  const both = [variableNamed('both'), { kind: 'entity.update', id: orders.id, description: 'What was bought' }]
  const mixed = await anna.send('POST', `/api/metadata/change/v1/${home.id}`, { operations: both })
  const part = await expected(
    200,
    maker.send('GET', `/api/metadata/change/v1/${home.id}/${mixed.json<{ id: string }>().id}`),
  )
  expect(part.json()).toMatchObject({ operations: [{ kind: 'entity.update' }], sentences: [{}] })
  expect(part.text).not.toContain('hush-hush')
  const list = (await expected(200, maker.send('GET', `/api/metadata/change/v1/${home.id}`))).json<{
    value: { id: string }[]
  }>()
  expect(list.value.map((each) => each.id)).not.toContain(id)
  expect((await anna.send('GET', `/api/metadata/change/v1/${home.id}/${id}`)).text).toContain('hush-hush')
  const undo = `/api/metadata/change/v1/${home.id}/${id}/undo`
  expect(refusalOf(await maker.send('GET', undo))).toEqual([403, 'request.forbidden'])
  expect(refusalOf(await maker.send('POST', undo, {}))).toEqual([403, 'request.forbidden'])
})

test('each kind of operation asks its own activity, in a change, its preview and its undo, and no other', async () => {
  const role = await newRole(lintel.database, home, { activities: ['manage-views', 'developer-mode'] })
  const viewer = await newMember(lintel, home, 'views@example.org', [role])
  const sets = `/api/metadata/change/v1/${home.id}`
  const view = { kind: 'view.create', entity_id: orders.id, view: { name: 'By the city' } }
  await expected(200, change(viewer, view, '/preview'))
  const { id } = (await expected(200, change(viewer, view))).json<{ id: string }>()
  await expected(200, viewer.send('GET', `${sets}/${id}/undo`))
  const { value } = (await expected(200, viewer.send('GET', sets))).json<{ value: { id: string }[] }>()
  expect(value.map((each) => each.id)).toContain(id)
  await expected(200, viewer.send('POST', `${sets}/${id}/undo`, {}))
  const idle = await newRole(lintel.database, home, { activities: ['import', 'developer-mode'] })
  const nobody = await newMember(lintel, home, 'idle@example.org', [idle])
  for (const { kind, activity } of [...entityOperations, ...viewOperations, ...labelOperations]) {
    expect(activities, kind).toContain(activity)
    for (const rest of ['', '/preview'])
      expect([kind, ...refusalOf(await change(nobody, { kind }, rest))]).toEqual([kind, 403, 'request.forbidden'])
    if (activity === 'manage-views') continue
    expect([kind, ...refusalOf(await change(viewer, { kind }))]).toEqual([kind, 403, 'request.forbidden'])
  }
  expect(refusalOf(await nobody.send('GET', sets))).toEqual([403, 'request.forbidden'])
})

test('a view of one’s own tells no variable that it names, and needs a table that one knows', async () => {
  const views = metadata(`view/${orders.id}`)
  const { value: attributes } = (await anna.send('GET', metadata(`attribute/${orders.id}`))).json<{
    value: { id: string; uri: string }[]
  }>()
  const attribute = attributes.find(({ uri }) => uri === 'city')?.id
  const filter = {
    kind: 'and',
    of: [{ kind: 'condition', attribute, operator: 'eq', values: [{ dynamic: 'variable', key: 'rate' }] }],
  }
  const told = async () => (await bob.send('GET', `/api/metadata/v1/${home.id}`)).text.includes('hush-hush')
  await expected(201, bob.send('POST', views, { name: 'Curious', personal: true, filter }))
  expect(await told()).toBe(false)
  await expected(201, anna.send('POST', views, { name: 'By the rate', filter }))
  expect(await told()).toBe(true)
  const closed = metadata(`view/${salaries.id}`)
  expect(refusalOf(await bob.send('GET', closed))).toEqual([404, 'definition.unknown'])
  expect(refusalOf(await bob.send('POST', closed, { name: 'Mine', personal: true }))).toEqual([
    404,
    'definition.unknown',
  ])
})

test('what an undo brings back of personal views stands in no history', async () => {
  const table = await newEntity(anna, home, 'passing', [{ name: 'City', uri: 'city', type: 'text' }])
  await expected(201, anna.send('POST', metadata(`view/${table.id}`), { name: 'Annas own', personal: true }))
  const gone = await expected(200, change(anna, { kind: 'entity.delete', id: table.id }))
  const undo = `/api/metadata/change/v1/${home.id}/${gone.json<{ id: string }>().id}/undo`
  const { id } = (await expected(200, anna.send('POST', undo, {}))).json<{ id: string }>()
  const own = await anna.send('GET', metadata(`view/${table.id}`))
  expect(own.text).toContain('Annas own')
  const detail = await expected(200, maker.send('GET', `/api/metadata/change/v1/${home.id}/${id}`))
  expect(detail.text).toContain('view.restore')
  expect(detail.text).not.toContain('Annas own')
})
