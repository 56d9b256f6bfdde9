import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { SearchAnswer } from '../../src/records/search/globalSearch.ts'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { newClerk } from '../support/clerk.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker, type Named, type Place } from '../support/maker.ts'

let house: TestApi
let anna: Maker
let home: Place
let [orders, people, secrets]: Named[] = []
beforeAll(async () => {
  house = await openApiOn('global_search')
  anna = await newMaker(house.send, 'anna@example.org')
  home = await newEnvironment(anna, 'home')
  orders = await newEntity(anna, home, 'orders', [
    { name: 'Note', uri: 'note', type: 'textarea' },
    { name: 'Number', uri: 'number', type: 'autonumber', format: 'INV-{0000}' },
  ])
  people = await newEntity(anna, home, 'people', [
    { name: 'Phone', uri: 'phone', type: 'tel' },
    { name: 'Site', uri: 'site', type: 'url' },
    { name: 'Term', uri: 'term', type: 'search' },
    { name: 'Pin', uri: 'pin', type: 'password' },
  ])
  secrets = await newEntity(anna, home, 'secrets', [])
  const make = (set: string, row: object) => expected(201, anna.send('POST', `/api/odata/v1/${home.id}/${set}`, row))
  await make('orders', { name: 'Bicycle', note: `${'before '.repeat(30)}an amber lamp${' after'.repeat(30)}` })
  await make('orders', { name: 'Amber lamp' })
  await make('people', {
    name: 'Olga (sister)',
    phone: '+371 29 123 456',
    site: 'https://amber.example/shop',
    term: 'blue bicycle',
    pin: 'amber-amber',
  })
  await make('secrets', { name: 'Amber room' })
  const unsearchable = { searchable: false }
  await expected(200, anna.send('PATCH', `/api/metadata/entity/v1/${home.id}/${secrets?.id}`, unsearchable))
})
afterAll(() => house.close())

const search = async (q: string, more = '', send = anna.send) =>
  (await expected(200, send('GET', `/api/search/v1/${home.id}?q=${encodeURIComponent(q)}${more}`))).json<SearchAnswer>()
const found = async (q: string, send = anna.send) =>
  (await search(q, '', send)).value.flatMap(({ entity_id, records }) =>
    records.map(({ name, place }) => `${uriOf(entity_id)}: ${name}${place ? ` by ${place.column}` : ''}`),
  )
const uriOf = (id: string) => [orders, people, secrets].find((each) => each?.id === id)?.uri

describe('the search over all tables', () => {
  test('[R143] finds records of every searchable entity by name or any searchable attribute, and says where', async () => {
    expect(await found('amber')).toEqual([
      'orders: Amber lamp',
      'orders: Bicycle by note',
      'people: Olga (sister) by site',
    ])
    expect((await found('amber')).join()).not.toContain('secrets')
    const { value } = await search('amber')
    expect(value[0]?.records[1]?.place?.text).toMatch(/^….*before an amber lamp after.*…$/)
  })

  test.each([
    ['INV-0001', ['orders: Bicycle by number']],
    ['123 456', ['people: Olga (sister) by phone']],
    ['amber.example/shop', ['people: Olga (sister) by site']],
    ['(sister)', ['people: Olga (sister)']],
    ['blue OLGA', ['people: Olga (sister) by term']],
    ['" AND \\ NOT', []],
    ['  ', []],
    ['nobody', []],
  ])('[R169] finds what was typed, whatever signs it has: %s', async (typed, names) => {
    expect(await found(typed)).toEqual(names)
  })

  test('begins with the table that is open', async () => {
    const { value } = await search('amber', `&first=${people?.id}`)
    expect(value.map(({ entity_id }) => uriOf(entity_id))).toEqual(['people', 'orders'])
  })

  test('finds nothing that the asker may not read', async () => {
    const clerk = await newClerk(house, home)
    expect(await found('amber', clerk.send)).toEqual(await found('amber'))
    await clerk.allow('read', 'orders', 'none')
    expect(await found('amber', clerk.send)).toEqual(['people: Olga (sister) by site'])
    const { value } = (await anna.send('GET', `/api/odata/v1/${home.id}/orders?$filter=name eq 'Bicycle'`)).json<{
      value: { id: string }[]
    }>()
    await clerk.give('orders', value[0]?.id)
    await clerk.allow('read', 'orders', 'user')
    expect(await found('amber', clerk.send)).toEqual(['orders: Bicycle by note', 'people: Olga (sister) by site'])
  })

  test('finds telephone numbers by their digits, however they are grouped', async () => {
    for (const typed of ['2912', '29 12', '91 23', '+371(29)', '37129123456', 'olga 2912', '29-12'])
      expect(await found(typed), typed).toEqual(['people: Olga (sister) by phone'])
    for (const typed of ['2913', '92 12', '2912 999', '2912x']) expect(await found(typed), typed).toEqual([])
  })

  test('finds words by their stems, and the one that is being typed, where full-text search is on', async () => {
    await expected(200, anna.send('PATCH', `/api/metadata/entity/v1/${home.id}/${orders?.id}`, { tsv: true }))
    await vi.waitFor(async () => expect(await found('lamps')).toHaveLength(2), { timeout: 20_000, interval: 200 })
    expect(await found('ambers la')).toEqual(['orders: Amber lamp', 'orders: Bicycle by note'])
  })

  test('asks each table once, a few at a time, and answers 50 of them quickly', async () => {
    for (let at = 0; at < 48; at++)
      await newEntity(anna, home, `more${at}`, [{ name: 'City', uri: 'city', type: 'text' }])
    await search('amber')
    const start = performance.now()
    const { unfinished } = await search('amber')
    console.log(`a search over 50 tables took ${Math.round(performance.now() - start)} ms`)
    expect(unfinished).toEqual([])
    expect(performance.now() - start).toBeLessThan(1500)
  }, 120_000)

  test('is refused to strangers and for texts without an end', async () => {
    const path = `/api/search/v1/${home.id}?q=`
    expect((await house.send('GET', `${path}amber`)).status).toBe(401)
    expect((await anna.send('GET', path + 'a'.repeat(251))).status).toBe(422)
    const stranger = await newMaker(house.send, 'stranger@example.org')
    expect((await stranger.send('GET', `${path}amber`)).status).toBe(404)
  })
})
