import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker } from '../support/maker.ts'

let house: TestApi
let maker: Maker
let root: string

beforeAll(async () => {
  house = await openApiOn('empty_texts')
  maker = await newMaker(house.send, 'ilze@example.org')
  const place = await newEnvironment(maker, 'acme')
  await newEntity(maker, place, 'notes', [
    { name: 'Note', uri: 'note', type: 'text' },
    { name: 'Active', uri: 'active', type: 'boolean' },
    { name: 'Code', uri: 'code', type: 'text', default_expression: 'TRIM(" ")', default: 'C-0' },
    { name: 'Short', uri: 'short', type: 'formula', expression: 'TRIM(note)' },
  ])
  root = `/api/odata/v1/${place.id}/`
  await created({ name: 'both', note: 'xx', active: true })
  await created({ name: 'blank', note: ' ', active: false })
  await created({ name: 'none', note: '' })
})
afterAll(() => house.close())

const created = (body: object) => expected(201, maker.send('POST', `${root}notes`, body))

async function found(filter: string, options = ''): Promise<readonly unknown[]> {
  const path = `${root}notes?$orderby=name&$filter=${encodeURIComponent(filter)}${options}`
  const { value } = (await expected(200, maker.send('GET', path))).json<{ value: { name: string }[] }>()
  return value.map(({ name }) => name)
}

test.each([
  ["note eq ''", ['none']],
  ["note ne ''", ['blank', 'both']],
  ["note in ('','xx')", ['both', 'none']],
  ["trim(note) eq ''", ['blank', 'none']],
  ["short eq ''", ['blank', 'none']],
  ['short eq null', ['blank', 'none']],
  ["contains(note,'')", ['blank', 'both']],
  ["not contains(note,'x')", ['blank']],
  ["contains(note,'x') eq false", ['blank']],
  ["contains(note,'x') ne true", ['blank', 'none']],
  ['length(note) eq 0', []],
  ['length(note) eq null', ['none']],
  ['not active', ['blank']],
  ['active ne true', ['blank', 'none']],
  ["not (active or contains(note,'x'))", ['blank']],
  ["note gt ''", ['blank', 'both']],
])('%s finds %j', async (filter, names) => {
  expect(await found(filter)).toEqual(names)
})

test('a condition that is computed says null where there is nothing to judge by', async () => {
  const path = `${root}notes?$orderby=name&$compute=contains(note,'x') as c,not active as n&$select=c,n`
  const { value } = (await expected(200, maker.send('GET', encodeURI(path)))).json<{ value: object[] }>()
  expect(value).toMatchObject([
    { c: false, n: true },
    { c: true, n: false },
    { c: null, n: null },
  ])
})

test('a default and a formula that give an empty text give no value', async () => {
  const row = (await created({ name: 'new', note: ' ' })).json<Record<string, unknown>>()
  expect(row).toMatchObject({ code: 'C-0', short: null })
})

test('the description of the service says it', async () => {
  const { text } = await expected(200, maker.send('GET', `${root}$metadata`))
  expect(text).toContain('An empty text is no value: it is stored as null')
})
