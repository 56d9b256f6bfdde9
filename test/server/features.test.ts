import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expected, newKey } from '../support/maker.ts'
import { openLedger, type Ledger } from '../support/writes.ts'

let ledger: Ledger
let entities: Record<string, string> = {}
const base = () => `/api/feature/v1/${ledger.place.id}`
type Switch = { key: string; entity_id: string | null; on: boolean; version: number; since: string | null; by: string }

beforeAll(async () => {
  ledger = await openLedger('features')
  const { value } = (await ledger.send('GET', `/api/metadata/entity/v1/${ledger.place.id}`)).json<{
    value: { id: string; uri: string }[]
  }>()
  entities = Object.fromEntries(value.map(({ id, uri }) => [uri, id]))
})
afterAll(() => ledger.close())

const set = (key: string, on: boolean, more: object = {}) => ledger.send('PATCH', base(), { key, on, ...more })
const listed = async (query = '') => (await ledger.send('GET', base() + query)).json<{ value: Switch[] }>().value
const told = async (answer: ReturnType<Ledger['send']>) => {
  const { status, text } = await answer
  return status < 400 ? status : [status, (JSON.parse(text) as { error: { code: string } }).error.code]
}
const off = [422, 'feature.off']
const at = (call: string, uri: string, rest = '') => `/api/${call}/v1/${ledger.place.id}/${entities[uri]}${rest}`
const nobody = '00000000-0000-4000-8000-000000000000'

describe('the switches of an environment', () => {
  test('all are on until somebody moves one; then it says since when and by whom, and the definitions say what is off', async () => {
    expect((await listed()).every(({ on, version, since }) => on && version === 0 && since === null)).toBe(true)
    const moved = (await expected(200, set('export', false))).json<Switch>()
    expect(moved).toMatchObject({ key: 'export', entity_id: null, on: false, version: 1, by: 'Ilze Kalniņa' })
    expect(Date.parse(moved.since ?? '')).toBeGreaterThan(0)
    expect((await ledger.send('GET', `/api/metadata/v1/${ledger.place.id}`)).json()).toMatchObject({
      features_off: [{ key: 'export', entity_id: null }],
    })
    const { text } = await ledger.send('GET', at('export', 'customers', '?format=csv'))
    expect(JSON.parse(text)).toMatchObject({
      error: { code: 'feature.off', message: 'Exporting is switched off here.' },
    })
  })

  test('of two who move the same switch the second is told', async () => {
    expect(await told(set('export', true, { version: 0 }))).toEqual([412, 'definition.stale'])
    expect(await told(set('export', true, { version: 1 }))).toBe(200)
  })

  test('a move is a sentence of the history and can be undone', async () => {
    await expected(200, set('trash', false, { entity_id: entities['customers'] }))
    const changes = `/api/metadata/change/v1/${ledger.place.id}`
    const [last] = (await ledger.send('GET', changes)).json<{ value: { id: string; sentences: unknown }[] }>().value
    expect(last?.sentences).toEqual([
      { key: 'changes.sentence.featureSetIn', values: { feature: 'trash', on: 'no', entity: 'customers' } },
    ])
    expect(await told(ledger.send('GET', at('trash', 'customers')))).toEqual(off)
    expect(await told(ledger.send('GET', at('trash', 'invoices')))).toBe(200)
    await expected(200, ledger.send('POST', `${changes}/${last?.id}/undo`))
    expect(await told(ledger.send('GET', at('trash', 'customers')))).toBe(200)
  })

  test('what there is no switch for is refused', async () => {
    expect(await told(set('weather', false))).toEqual([422, 'validation.failed'])
    expect((await set('apikeys', false, { entity_id: entities['customers'] })).status).toBe(422)
    expect(await told(set('trash', false, { entity_id: nobody }))).toEqual([404, 'definition.unknown'])
  })
})

describe('what is off', () => {
  test.each([
    ['trash', 'GET', () => at('trash', 'customers')],
    ['trash', 'POST', () => at('trash', 'customers', '/restore'), { ids: [nobody] }],
    ['history', 'GET', () => at('history', 'customers', `/${nobody}`)],
    ['bulk', 'POST', () => at('bulk', 'customers'), { action: 'delete', records: { ids: [nobody] } }],
    ['export', 'GET', () => at('export', 'customers', '?format=csv')],
    ['import', 'GET', () => `/api/import/v1/${ledger.place.id}`],
    ['search', 'GET', () => `/api/search/v1/${ledger.place.id}?q=a`],
  ] as const)('%s: %s is refused, and answered again when it is on', async (key, method, url, body?: object) => {
    const call = () => told(ledger.send(method, url(), body))
    const before = await call()
    await expected(200, set(key, false))
    expect(await call()).toEqual(off)
    await expected(200, set(key, true))
    expect(await call()).toEqual(before)
  })

  test('the trash keeps what is deleted meanwhile', async () => {
    await expected(200, set('trash', false))
    const one = await ledger.made('customers', { name: 'Kept', city: 'Riga' })
    await expected(204, ledger.send('DELETE', `customers(${one.id})`))
    await expected(200, set('trash', true))
    expect((await ledger.send('GET', at('trash', 'customers', '?search=kept'))).text).toContain(one.id)
  })

  test('personal views are hidden and kept; none is made', async () => {
    const views = `/api/metadata/view/v1/${ledger.place.id}/${entities['customers']}`
    const view = { name: 'Mine', columns: [{ attribute: 'name' }], personal: true }
    const { id } = (await expected(201, ledger.send('POST', views, view))).json<{ id: string }>()
    await expected(200, set('personalviews', false, { entity_id: entities['customers'] }))
    expect((await ledger.send('GET', views)).text).not.toContain(id)
    expect((await ledger.send('GET', `/api/metadata/v1/${ledger.place.id}`)).text).not.toContain(id)
    expect(await told(ledger.send('POST', views, view))).toEqual(off)
    await expected(200, set('personalviews', true, { entity_id: entities['customers'] }))
    expect((await ledger.send('GET', views)).text).toContain(id)
  })

  test('programs with a key are refused in this environment, people are not', async () => {
    const draft = { name: 'Excel', envid: ledger.place.id, days: 30 }
    const key = await newKey(ledger.maker, draft)
    const read = () =>
      ledger.house.send('GET', `${ledger.root}customers`, undefined, { authorization: `Bearer ${key}` })
    expect((await read()).status).toBe(200)
    await expected(200, set('apikeys', false))
    const refused = await read()
    expect([refused.status, refused.json()]).toMatchObject([422, { error: { code: 'feature.off' } }])
    expect((await ledger.send('GET', 'customers')).status).toBe(200)
    await expected(200, set('apikeys', true))
    expect((await read()).status).toBe(200)
  })
})
