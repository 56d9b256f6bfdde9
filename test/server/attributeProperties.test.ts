import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker, type Named, type Place } from '../support/maker.ts'

let house: TestApi
let maker: Maker
let home: Place
let entity: Named

const options = [
  { value: 'open', label: 'Open', color: null, active: true },
  { value: 'paid', label: 'Paid', color: null, active: true },
]
const said = {
  description: 'What the bank calls us',
  icon: 'coins',
  cssclass: 'wide',
  pretext: 'SWIFT',
  undertext: 'As on the invoice',
  placeholder: 'HABALV22',
}
const typing = { autocomplete: 'off', autocapitalize: 'characters', spellcheck: false }
const attributes = [
  { name: 'Client code', uri: 'code', type: 'text', required: true, ...said, ...typing },
  { name: 'City', uri: 'city', type: 'text', default: 'Rīga' },
  { name: 'Batch', uri: 'batch', type: 'text', readonly: true },
  { name: 'Short', uri: 'short', type: 'text', minlength: 3, title: 'At least {min} characters, please' },
  { name: 'Long', uri: 'long', type: 'text', maxlength: 5 },
  { name: 'Bank', uri: 'bank', type: 'text', maxlength: 20, pattern: '[A-Z]{6}[0-9]{2}', title: 'No code of a bank' },
  { name: 'Units', uri: 'units', type: 'number', min: 1, max: 9, title: 'From {min} to {max}, not {value}' },
  { name: 'State', uri: 'state', type: 'select', options },
  { name: 'Found', uri: 'found', type: 'text', searchable: true },
  { name: 'Unfound', uri: 'unfound', type: 'text', searchable: false },
  { name: 'Traced', uri: 'traced', type: 'text', auditable: true },
  { name: 'Untraced', uri: 'untraced', type: 'text', auditable: false },
  { name: 'Closed', uri: 'closed', type: 'text', queryable: false },
]

beforeAll(async () => {
  house = await openApiOn('attribute_properties')
  maker = await newMaker(house.send, 'anna@example.org')
  home = await newEnvironment(maker, 'home')
  entity = await newEntity(maker, home, 'orders', attributes)
})
afterAll(() => house.close())

type Row = Record<string, unknown> & { id: string }
type Detail = { target: string; code: string; message: string }

const address = (rest = '') => `/api/odata/v1/${home.id}/orders${rest}`
const create = (body: object) => maker.send('POST', address(), { code: 'A1', ...body })
const made = async (body: object) => (await expected(201, create(body))).json<Row>()
const detailsOf = (text: string) => (JSON.parse(text) as { error: { details?: Detail[] } }).error.details
const found = async (query: string) =>
  (await expected(200, maker.send('GET', address(query)))).json<{ value: Row[] }>().value.map(({ id }) => id)

test.each([
  ['[R156] required, left out', { code: undefined }, 'code', 'validation.required', 'Please fill in this field.'],
  ['[R156] required, given empty', { code: '' }, 'code', 'validation.required', 'Please fill in this field.'],
  ['[R161] [R168] minlength', { short: 'ab' }, 'short', 'validation.tooShort', 'At least 3 characters, please'],
  ['[R162] maxlength', { long: 'abcdef' }, 'long', 'validation.tooLong', expect.stringContaining('5')],
  ['[R165] [R168] pattern', { bank: 'HABA' }, 'bank', 'validation.pattern', 'No code of a bank'],
  ['min', { units: 0 }, 'units', 'validation.range', 'From 1 to 9, not 0'],
  ['max', { units: 10 }, 'units', 'validation.range', 'From 1 to 9, not 10'],
  ['[R154] type', { units: 'many' }, 'units', 'validation.integer', 'From 1 to 9, not many'],
  ['[R167] options', { state: 'lost' }, 'state', 'validation.option', expect.any(String)],
])('%s: the value is refused at its field', async (_name, body, target, code, message) => {
  const refused = await create(body)
  expect(refused.status).toBe(422)
  expect(detailsOf(refused.text)).toEqual([expect.objectContaining({ target, code, message })])
})

test('[R161] [R162] [R165] [R167] values at the bounds, of the pattern and of the options are stored', async () => {
  const body = { short: 'abc', long: 'abcde', bank: 'HABALV22', units: 9, state: 'paid' }
  expect(await made(body)).toMatchObject(body)
})

test('[R150] the uri of an attribute names its value in a record; another name is refused', async () => {
  expect(await made({ long: 'abc' })).toHaveProperty('long', 'abc')
  expect(detailsOf((await create({ longer: 'abc' })).text)).toMatchObject([
    { target: 'longer', code: 'validation.unknown' },
  ])
})

test('[R155] a default is filled in where nothing was said, and gives way to what was', async () => {
  expect(await made({})).toHaveProperty('city', 'Rīga')
  expect(await made({ city: 'Liepāja' })).toHaveProperty('city', 'Liepāja')
})

test('[R160] a readonly value is given at creation and refused afterwards', async () => {
  const { id, batch } = await made({ batch: 'B7' })
  expect(batch).toBe('B7')
  const refused = await maker.send('PATCH', address(`(${id})`), { batch: 'B8' })
  expect(refused.status).toBe(422)
  expect(detailsOf(refused.text)).toMatchObject([{ target: 'batch', code: 'validation.readonly' }])
  expect((await maker.send('GET', address(`(${id})`))).json<Row>()['batch']).toBe('B7')
})

test('[R169] a search looks into searchable attributes only', async () => {
  const { id } = await made({ found: 'amberstone', unfound: 'quicksand' })
  expect(await found('?$search=amberstone')).toEqual([id])
  expect(await found('?$search=quicksand')).toEqual([])
})

test('[R170] the audit of a change names auditable attributes only; where none was touched there is none', async () => {
  const { id } = await made({})
  const change = (body: object) => expected(200, maker.send('PATCH', address(`(${id})`), body))
  await change({ traced: 'seen', untraced: 'hidden' })
  await change({ untraced: 'hidden too' })
  const audit = await house.database.query<{ changes: unknown }>({
    text: `select changes from "${home.schema}"._audit where record_id = $1 and kind = 'update' order by seq`,
    values: [id],
  })
  expect(audit).toEqual([{ changes: { before: { traced: null }, after: { traced: 'seen' } } }])
})

test('[R171] an attribute that is not queryable is read, and refused in a filter and in an order', async () => {
  const { id } = await made({ closed: 'x' })
  expect((await maker.send('GET', address(`(${id})`))).json()).toHaveProperty('closed', 'x')
  for (const query of [`?$filter=closed eq 'x'`, '?$orderby=closed']) {
    const refused = await maker.send('GET', address(encodeURI(query)))
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('query.notQueryable')])
  }
})

test('[R148] [R149] [R151] [R152] [R153] [R157] [R158] [R159] [R163] [R164] what a form says and how it takes input is stored, served, changed', async () => {
  const path = `/api/metadata/attribute/v1/${home.id}/${entity.id}`
  const stored = async () => {
    const { value } = (await expected(200, maker.send('GET', path))).json<{ value: Row[] }>()
    return value.find(({ uri }) => uri === 'code')
  }
  const first = await stored()
  expect(first).toMatchObject({ name: 'Client code', ...said, ...typing })
  const other = {
    name: 'Client number',
    description: 'What the shop calls them',
    icon: 'store',
    cssclass: 'mono',
    pretext: 'No',
    undertext: 'On the card',
    placeholder: '1234',
    autocomplete: 'one-time-code',
    autocapitalize: 'words',
    spellcheck: true,
  }
  await expected(200, maker.send('PATCH', `${path}/${first?.id}`, other))
  expect(await stored()).toMatchObject({ ...other, uri: 'code' })
  const served = await expected(200, maker.send('GET', `/api/metadata/v1/${home.id}`))
  const { entities } = served.json<{ entities: { id: string; attributes: Row[] }[] }>()
  const orders = entities.find(({ id }) => id === entity.id)
  expect(orders?.attributes.find(({ uri }) => uri === 'code')).toMatchObject({ ...other, uri: 'code' })
})

test('[R177] when an input tells the rest of the form is stored and served; an unknown moment is refused at its property', async () => {
  const path = `/api/metadata/attribute/v1/${home.id}/${entity.id}`
  const draft = (on: string) => ({ name: 'Told', uri: 'told', type: 'text', input_trigger: { on, effects: [] } })
  const { id } = (await expected(201, maker.send('POST', path, draft('blur')))).json<Row>()
  const input_trigger = { on: 'enter', effects: [{ kind: 'recalculate' }] }
  await expected(200, maker.send('PATCH', `${path}/${id}`, { input_trigger }))
  const served = await expected(200, maker.send('GET', `/api/metadata/v1/${home.id}`))
  const { entities } = served.json<{ entities: { id: string; attributes: Row[] }[] }>()
  const attributes = entities.find((each) => each.id === entity.id)?.attributes
  expect(attributes?.find(({ uri }) => uri === 'told')).toMatchObject({ input_trigger })
  const refused = await maker.send('PATCH', `${path}/${id}`, { input_trigger: { on: 'hover', effects: [] } })
  expect([refused.status, detailsOf(refused.text)]).toEqual([
    422,
    [expect.objectContaining({ target: 'input_trigger.on', code: 'validation.option' })],
  ])
})

test('[R163] a class that is not on the list is refused at its property', async () => {
  const attribute = { name: 'Loud', uri: 'loud', type: 'text', cssclass: 'fixed inset-0' }
  const refused = await maker.send('POST', `/api/metadata/attribute/v1/${home.id}/${entity.id}`, attribute)
  expect([refused.status, detailsOf(refused.text)]).toEqual([
    422,
    [expect.objectContaining({ target: 'cssclass', code: 'validation.option' })],
  ])
})

test('[R174] a lookup takes records of its related entity only, and expands to them', async () => {
  const clients = await newEntity(maker, home, 'clients', [])
  const client = { name: 'Client', uri: 'client', type: 'N:1', related_entity: clients.id }
  await expected(201, maker.send('POST', `/api/metadata/attribute/v1/${home.id}/${entity.id}`, client))
  const send = maker.send('POST', `/api/odata/v1/${home.id}/clients`, { name: 'Amber' })
  const amber = (await expected(201, send)).json<Row>()
  const order = await made({ client_id: amber.id })
  const expanded = await maker.send('GET', address(`(${order.id})?$expand=client($select=name)`))
  expect(expanded.json()).toMatchObject({ client_id: amber.id, client: { name: 'Amber' } })
  const refused = await create({ client_id: order.id })
  expect([refused.status, detailsOf(refused.text)]).toEqual([
    422,
    [expect.objectContaining({ target: 'client_id', code: 'validation.lookup' })],
  ])
})
