import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Metadata } from '../../src/entities/wire.ts'
import type { LabelRecord } from '../../src/labels/label.ts'
import type { View } from '../../src/views/view.ts'
import { newMember, newRole } from '../support/access.ts'
import { openLintel, type WholeLintel } from '../support/lintel.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker, type Named, type Place } from '../support/maker.ts'

// Texts of definitions in other languages: who says them, who reads them, and that they go and come with what they are of.

type Told = Metadata & { readonly views: readonly View[] }
let lintel: WholeLintel
let anna: Maker
let bob: Maker
let home: Place
let clients: Named
let secrets: Named
let label: string
let state: string
let view: string

const base = { 'x-locale': 'en' }
const latvian = { 'x-locale': 'lv' }
const at = (rest: string) => `/api/metadata/${rest}`
const read = (by: Maker, headers: Record<string, string>) => by.send('GET', at(`v1/${home.id}`), undefined, headers)
const toldTo = async (by: Maker, headers: Record<string, string>) =>
  (await expected(200, read(by, headers))).json<Told>()
const clientsIn = ({ entities }: Told) => entities.find(({ id }) => id === clients.id)
const change = (by: Maker, operation: object, rest = '') =>
  by.send('POST', at(`change/v1/${home.id}${rest}`), { operations: [operation] })
const lv = (id: string, property: string, text: string | null) => ({ id, property, locale: 'lv', text })
const set = (...labels: object[]) => ({ kind: 'label.set', entity_id: clients.id, labels })
const stored = async (entity: Named) =>
  (await expected(200, anna.send('GET', at(`label/v1/${home.id}/${entity.id}`)))).json<{ value: LabelRecord[] }>().value

beforeAll(async () => {
  lintel = await openLintel('labels')
  anna = await newMaker(lintel.send, 'anna@example.org')
  home = await newEnvironment(anna, 'home')
  clients = await newEntity(anna, home, 'clients', [
    { name: 'Label', uri: 'label', type: 'text', placeholder: 'What it says', title: 'Say it', maxlength: 5 },
    { name: 'State', uri: 'state', type: 'select', options: [{ value: 'new', label: 'New one' }] },
  ])
  secrets = await newEntity(anna, home, 'secrets', [])
  const clerk = await newRole(lintel.database, home, { privileges: { [clients.id]: 'all' } })
  bob = await newMember(lintel, home, 'bob@example.org', [clerk])
  const told = await toldTo(anna, base)
  const uses = clientsIn(told)?.attributes ?? []
  label = uses.find(({ uri }) => uri === 'label')?.id ?? ''
  state = uses.find(({ uri }) => uri === 'state')?.id ?? ''
  view = told.views.find(({ entity_id }) => entity_id === clients.id)?.id ?? ''
}, 60_000)
afterAll(() => lintel.close())

test('a member reads definitions in their own language, by a tag of its own, and in the base text where nothing is said', async () => {
  const before = await expected(200, read(bob, latvian))
  expect(before.headers['etag']).toBe((await read(bob, base)).headers['etag'])
  await expected(
    200,
    change(
      anna,
      set(
        lv(clients.id, 'collectionname', 'Klienti'),
        lv(label, 'name', 'Uzraksts'),
        lv(label, 'title', 'Sakiet īsi'),
        lv(state, 'options.new', 'Jauns'),
        lv(view, 'name', 'Visi klienti'),
      ),
    ),
  )
  const told = await toldTo(bob, latvian)
  expect(clientsIn(told)).toMatchObject({ name: 'clients', collectionname: 'Klienti', uri: 'clients' })
  expect(clientsIn(told)?.attributes).toMatchObject([
    { uri: 'label', name: 'Uzraksts', title: 'Sakiet īsi', placeholder: 'What it says' },
    { uri: 'state', name: 'State', options: [{ value: 'new', label: 'Jauns' }] },
  ])
  expect(told.views).toMatchObject([{ id: view, name: 'Visi klienti' }])
  expect(told.base_texts).toEqual({
    [clients.id]: { collectionname: 'clients' },
    [label]: { name: 'Label', title: 'Say it' },
    [state]: { 'options.new': 'New one' },
    [view]: { name: 'clients' },
  })
  const plain = await toldTo(bob, base)
  expect(clientsIn(plain)).toMatchObject({ collectionname: 'clients', attributes: [{ name: 'Label' }, {}] })
  expect(plain.base_texts).toBeUndefined()
  expect(clientsIn(await toldTo(bob, { 'accept-language': 'lv' }))?.collectionname).toBe('Klienti')

  const [inLatvian, inEnglish] = [await read(bob, latvian), await read(bob, base)]
  expect(inLatvian.headers['etag']).not.toBe(inEnglish.headers['etag'])
  expect(inLatvian.headers['vary']).toMatch(/x-locale, accept-language/)
  const again = (headers: object) => read(bob, { ...headers, 'if-none-match': inLatvian.headers['etag'] ?? '' })
  expect((await again(latvian)).status).toBe(304)
  expect((await again(base)).status).toBe(200)
})

test('a change of words is no new model, and changes the tag of its language alone', async () => {
  const tags = async () => [(await read(bob, latvian)).headers['etag'], (await read(bob, base)).headers['etag']]
  const [former, english] = await tags()
  const { version } = await toldTo(bob, base)
  await expected(200, change(anna, set(lv(label, 'name', 'Birka'))))
  const [next, same] = await tags()
  expect(next).not.toBe(former)
  expect(same).toBe(english)
  expect((await toldTo(bob, base)).version).toBe(version)
})

test('makers read and change the base text, programs read the names of the model, in any language', async () => {
  const { name, collectionname } = (
    await expected(200, anna.send('GET', at(`entity/v1/${home.id}/${clients.id}`), undefined, latvian))
  ).json<{ name: string; collectionname: string }>()
  expect([name, collectionname]).toEqual(['clients', 'clients'])
  const csdl = await expected(200, bob.send('GET', `/api/odata/v1/${home.id}/$metadata`, undefined, latvian))
  expect(csdl.text).not.toMatch(/Klienti|Birka|Jauns/)
  await expected(201, anna.send('POST', `/api/odata/v1/${home.id}/clients`, { name: 'Ada', label: 'Hi' }))
  const sheet = await expected(
    200,
    anna.send('GET', `/api/export/v1/${home.id}/${clients.id}?format=csv`, undefined, latvian),
  )
  expect(sheet.text).toContain('Label')
  expect(sheet.text).not.toContain('Birka')
})

test('words are for makers alone, and of what one does not see one reads none', async () => {
  expect((await change(bob, set(lv(label, 'name', 'Mans')))).status).toBe(403)
  expect((await bob.send('GET', at(`label/v1/${home.id}/${clients.id}`))).status).toBe(403)
  const words = { kind: 'label.set', entity_id: secrets.id, labels: [lv(secrets.id, 'name', 'Noslēpums')] }
  await expected(200, change(anna, words))
  expect((await read(bob, latvian)).text).not.toMatch(/Noslēpums|secrets/)
  expect((await read(anna, latvian)).text).toContain('Noslēpums')
})

test('a preview tells what is wrong and changes nothing; the second of two makers is told of the first', async () => {
  const preview = await expected(200, change(anna, set(lv(label, 'name', 'Uz')), '/preview'))
  expect(preview.json()).toMatchObject({ problems: [{ target: 'operations.0.labels.0.text' }] })
  const fine = await expected(200, change(anna, set(lv(label, 'placeholder', 'Kas tur ir')), '/preview'))
  expect(fine.json()).toMatchObject({ problems: [], sentences: [{ key: 'changes.sentence.labelSet' }] })
  expect((await toldTo(bob, latvian)).base_texts?.[label]).not.toHaveProperty('placeholder')
  const late = await change(anna, set({ ...lv(label, 'name', 'Zīme'), was: 'Uzraksts' }))
  expect([late.status, late.text]).toEqual([412, expect.stringContaining('definition.stale')])
})

test('words go with their definition and come back with its undo; so does a change of words', async () => {
  const before = await stored(clients)
  const removed = await expected(200, anna.send('DELETE', at(`attribute/v1/${home.id}/${clients.id}/${label}`)))
  expect((await stored(clients)).map(({ definition_id }) => definition_id)).not.toContain(label)
  const back = (id: string) => expected(200, anna.send('POST', at(`change/v1/${home.id}/${id}/undo`), {}))
  await back(removed.json<{ change_id: string }>().change_id)
  expect(await stored(clients)).toEqual(before)
  expect(clientsIn(await toldTo(bob, latvian))?.attributes[0]).toMatchObject({ name: 'Birka' })

  const said = await expected(200, change(anna, set(lv(label, 'name', 'Zīme'), lv(state, 'options.new', null))))
  expect((await toldTo(bob, latvian)).base_texts?.[state]).toBeUndefined()
  const { id } = said.json<{ id: string }>()
  await back(id)
  expect(await stored(clients)).toEqual(before)
  const history = await expected(200, anna.send('GET', at(`change/v1/${home.id}?entity=${clients.id}`)))
  expect(history.text).toContain('changes.sentence.labelSet')
})

test('the copy of a table says the same in other languages', async () => {
  const made = await expected(
    201,
    anna.send('POST', at(`entity/v1/${home.id}`), {
      copy_of: clients.id,
      name: 'Leads',
      collectionname: 'Leads',
      uri: 'leads',
    }),
  )
  const copy = made.json<Named>()
  expect((await stored(copy)).map(({ property, text }) => `${property} ${text}`).toSorted()).toEqual([
    'name Birka',
    'options.new Jauns',
    'title Sakiet īsi',
  ])
  await expected(200, anna.send('DELETE', at(`entity/v1/${home.id}/${copy.id}`)))
  const left = await lintel.database.query({
    text: `select 1 from "${home.schema}"."_label" where entity_id = $1`,
    values: [copy.id],
  })
  expect(left).toEqual([])
})
