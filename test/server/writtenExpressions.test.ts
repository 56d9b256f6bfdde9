import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker, type Named, type Place } from '../support/maker.ts'

let house: TestApi
let maker: Maker
let home: Place
let orders: Named & { attributes?: { id: string; uri: string }[] }
let latvia: string
let estonia: string
let riga: string
let tallinn: string

type Row = Record<string, unknown> & { readonly id: string }
type Problem = { code: string; target?: string }
type Failure = { error: Problem & { details?: Problem[] } }

const records = (rest: string) => `/api/odata/v1/${home.id}/${rest}`
const made = async (set: string, body: object) =>
  (await expected(201, maker.send('POST', records(set), body))).json<Row>()
const refusal = async (answer: ReturnType<Maker['send']>) => {
  const { status, json } = await answer
  const { error } = json<Failure>()
  const [first = error] = error.details ?? []
  return { status, code: first.code, target: first.target }
}

beforeAll(async () => {
  house = await openApiOn('written_expressions')
  maker = await newMaker(house.send, 'anna@example.org')
  home = await newEnvironment(maker, 'home')
  await expected(201, maker.send('POST', `/api/variable/v1/${home.id}`, { key: 'days', type: 'number', value: '14' }))
  const countries = await newEntity(maker, home, 'countries', [{ name: 'Rate', uri: 'rate', type: 'decimal' }])
  const cities = await newEntity(maker, home, 'cities', [
    { name: 'Country', uri: 'country', type: 'N:1', related_entity: countries.id },
  ])
  orders = await newEntity(maker, home, 'orders', [
    { name: 'Country', uri: 'country', type: 'N:1', related_entity: countries.id },
    {
      name: 'City',
      uri: 'city',
      type: 'N:1',
      related_entity: cities.id,
      related_filter: 'form.country = null or country = form.country',
    },
    { name: 'Start', uri: 'start', type: 'date', default_expression: 'TODAY()' },
    {
      name: 'Due',
      uri: 'due',
      type: 'date',
      default_expression: 'start + variable.days',
      validators: [{ name: 'expression', expression: 'due >= start' }],
    },
    { name: 'Rate', uri: 'rate', type: 'decimal', default_expression: 'country.rate' },
    { name: 'Seller', uri: 'seller', type: 'user', default_expression: 'ME()' },
    { name: 'Stage', uri: 'stage', type: 'text', default_expression: 'IF(rate > 1, "high", "low")', default: 'none' },
    { name: 'Span', uri: 'span', type: 'duration', default_expression: 'HOURS(36)' },
  ])
  latvia = (await made('countries', { name: 'Latvia', rate: '1.5' })).id
  estonia = (await made('countries', { name: 'Estonia', rate: '0.5' })).id
  riga = (await made('cities', { name: 'Rīga', country_id: latvia })).id
  tallinn = (await made('cities', { name: 'Tallinn', country_id: estonia })).id
})
afterAll(() => house.close())

describe('the default of a field', () => {
  test('[R155] may be an expression, which the server computes when a record is made', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const due = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)
    expect(await made('orders', { country_id: latvia })).toMatchObject({
      start: today,
      due,
      rate: 1.5,
      seller_id: maker.id,
      stage: 'high',
      span: 'P1DT12H',
    })
  })

  test('reads nothing of values that do not hold: those are refused at their fields', async () => {
    const wrong = { country_id: 'nowhere', start: '2026-13-01', rate: 'much' }
    const answer = await maker.send('POST', records('orders'), wrong)
    expect(answer.status).toBe(422)
    const targets = (answer.json<Failure>().error.details ?? []).map(({ target }) => target)
    expect(targets.toSorted()).toEqual(['country_id', 'rate', 'start'])
  })

  test('stands back behind what is given', async () => {
    expect(await made('orders', { start: '2026-01-01', rate: '3', stage: 'mine' })).toMatchObject({
      start: '2026-01-01',
      due: '2026-01-15',
      rate: 3,
      stage: 'mine',
    })
  })

  test('that has no value leaves the field to its literal default, or empty', async () => {
    expect(await made('orders', {})).toMatchObject({ rate: null, stage: 'low' })
  })
})

describe('the condition of a field', () => {
  test('[R166] is checked when it is written, and when something is that it reads', async () => {
    const refused = { status: 422, code: 'validation.condition', target: 'due' }
    expect(
      await refusal(maker.send('POST', records('orders'), { start: '2026-02-01', due: '2026-01-01' })),
    ).toMatchObject(refused)
    const { id } = await made('orders', { start: '2026-02-01', due: '2026-03-01' })
    expect(await refusal(maker.send('PATCH', records(`orders(${id})`), { due: '2026-01-31' }))).toMatchObject(refused)
    expect(await refusal(maker.send('PATCH', records(`orders(${id})`), { start: '2026-03-02' }))).toMatchObject(refused)
    await expected(200, maker.send('PATCH', records(`orders(${id})`), { start: '2026-03-01' }))
    await expected(200, maker.send('PATCH', records(`orders(${id})`), { name: 'x' }))
  })
})

describe('two changes at the same time', () => {
  test('cannot both hold by what only one of them finds', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const { id } = await made('orders', { start: '2026-02-01', due: '2026-03-01' })
      const changes = [{ start: '2026-02-25' }, { due: '2026-02-10' }, { name: 'beside' }]
      const answers = await Promise.all(changes.map((body) => maker.send('PATCH', records(`orders(${id})`), body)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 422])
      const { start, due } = (await maker.send('GET', records(`orders(${id})`))).json<{ start: string; due: string }>()
      expect(due >= start).toBe(true)
    }
  })

  test('of different fields that hold together are both made', async () => {
    const { id } = await made('orders', { start: '2026-02-01', due: '2026-06-30' })
    const days = Array.from({ length: 12 }, (_, at) => `2026-05-${String(at + 10)}`)
    const changes = days.map((day, at) => (at % 2 === 0 ? { due: `2026-06${day.slice(7)}` } : { start: day }))
    const answers = await Promise.all(changes.map((body) => maker.send('PATCH', records(`orders(${id})`), body)))
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200))
  })
})

describe('the candidates of a lookup', () => {
  const candidates = async (body: object) => {
    const entity = (await maker.send('GET', `/api/metadata/entity/v1/${home.id}/${orders.id}`)).json<{
      attributes: { id: string; uri: string }[]
    }>()
    const id = entity.attributes.find(({ uri }) => uri === 'city')?.id ?? ''
    return (await expected(200, maker.send('POST', `/api/candidate/v1/${home.id}/${id}`, body))).json<{
      value: Row[]
    }>().value
  }

  test('[R176] are those that fulfil its condition with the values of the form', async () => {
    expect(await candidates({ form: { country_id: latvia } })).toEqual([{ id: riga, name: 'Rīga' }])
    expect(await candidates({ form: { country_id: estonia } })).toEqual([{ id: tallinn, name: 'Tallinn' }])
    expect((await candidates({ form: {} })).map(({ name }) => name)).toEqual(['Rīga', 'Tallinn'])
    expect((await candidates({ search: "TALL'" })).length).toBe(0)
    expect((await candidates({ form: { country_id: 'no id', due: { a: 1 } } })).length).toBe(2)
    expect((await candidates({ search: 'TALL' })).map(({ name }) => name)).toEqual(['Tallinn'])
  })

  test('[R176] are checked again when a record is written', async () => {
    const refused = { status: 422, code: 'validation.candidate', target: 'city_id' }
    const wrong = { country_id: latvia, city_id: tallinn }
    expect(await refusal(maker.send('POST', records('orders'), wrong))).toMatchObject(refused)
    const { id } = await made('orders', { country_id: latvia, city_id: riga })
    expect(await refusal(maker.send('PATCH', records(`orders(${id})`), { country_id: estonia }))).toMatchObject(refused)
    await expected(200, maker.send('PATCH', records(`orders(${id})`), { country_id: estonia, city_id: tallinn }))
  })
})

describe('the view of a lookup', () => {
  const condition = (attribute: string | undefined, operator: string, values: readonly unknown[]) => ({
    kind: 'condition',
    attribute,
    operator,
    values,
  })
  const viewOf = async (entity: Named, name: string, of: readonly object[]) =>
    (
      await expected(
        201,
        maker.send('POST', `/api/metadata/view/v1/${home.id}/${entity.id}`, { name, filter: { kind: 'and', of } }),
      )
    ).json<{ id: string }>().id
  const attributeOf = async ({ id }: Named, uri: string) => {
    const entity = (await maker.send('GET', `/api/metadata/entity/v1/${home.id}/${id}`)).json<Required<typeof orders>>()
    return entity.attributes.find((each) => each.uri === uri)?.id ?? ''
  }
  const offered = async (attribute: string, body: object = {}) =>
    (await expected(200, maker.send('POST', `/api/candidate/v1/${home.id}/${attribute}`, body)))
      .json<{ value: Row[] }>()
      .value.map(({ name }) => name)

  let products: Named
  let sales: Named
  let view: string
  let apple: Row
  let plum: Row
  let borrowed: Row

  beforeAll(async () => {
    products = await newEntity(maker, home, 'products', [
      { name: 'Left', uri: 'left', type: 'number' },
      { name: 'Keeper', uri: 'keeper', type: 'user' },
      { name: 'Until', uri: 'until', type: 'date' },
    ])
    view = await viewOf(products, 'In stock', [
      condition(await attributeOf(products, 'left'), 'gt', ['0']),
      condition(await attributeOf(products, 'keeper'), 'eq', [{ dynamic: 'me' }]),
      condition(await attributeOf(products, 'until'), 'ge', [{ dynamic: 'period', unit: 'day', shift: 0 }]),
    ])
    sales = await newEntity(maker, home, 'sales', [
      {
        name: 'Product',
        uri: 'product',
        type: 'N:1',
        related_entity: products.id,
        related_view: view,
        related_filter: 'form.least = null or left >= form.least',
      },
      { name: 'Least', uri: 'least', type: 'number' },
    ])
    const stock = { left: '3', keeper_id: maker.id, until: '2999-01-01' }
    apple = await made('products', { name: 'Apple', ...stock })
    plum = await made('products', { name: 'Plum', ...stock, left: '0' })
    borrowed = await made('products', { name: 'Pear', ...stock, keeper_id: null })
    await made('products', { name: 'Old', ...stock, until: '2020-01-01' })
  })

  test('[R175] lists its candidates: its dynamic values are worked out, and the condition narrows them further', async () => {
    const product = await attributeOf(sales, 'product')
    expect(await offered(product)).toEqual(['Apple'])
    expect(await offered(product, { form: { least: '3' } })).toEqual(['Apple'])
    expect(await offered(product, { form: { least: '4' } })).toEqual([])
    expect(await offered(product, { search: 'plum' })).toEqual([])
  })

  test('[R175] is asked again by every way in which a link is written', async () => {
    const refused = { status: 422, code: 'validation.candidate', target: 'product_id' }
    for (const { id } of [plum, borrowed])
      expect(await refusal(maker.send('POST', records('sales'), { product_id: id }))).toMatchObject(refused)
    const sale = await made('sales', { product_id: apple.id })
    const at = records(`sales(${sale.id})`)
    expect(await refusal(maker.send('PATCH', at, { product_id: plum.id }))).toMatchObject(refused)
    const link = { '@odata.id': `products(${plum.id})` }
    expect((await maker.send('PUT', `${at}/product/$ref`, link)).status).toBe(422)
    const deep = { name: 'Cherry', left: '0', sales: [{ name: 'with it' }] }
    expect((await maker.send('POST', records('products'), deep)).status).toBe(422)
    const requests = [{ id: '1', method: 'POST', url: 'sales', body: { product_id: plum.id } }]
    const batch = await expected(200, maker.send('POST', records('$batch'), { requests }))
    expect(batch.json<{ responses: { status: number }[] }>().responses.map(({ status }) => status)).toEqual([422])
    await expected(200, maker.send('PATCH', at, { name: 'Another', product_id: apple.id }))
  })

  test('[R175] leaves a link as it is whose record is listed no longer, until it is written', async () => {
    const sold = await made('products', { name: 'Fig', left: '1', keeper_id: maker.id, until: '2999-01-01' })
    const sale = await made('sales', { product_id: sold.id })
    await expected(200, maker.send('PATCH', records(`products(${sold.id})`), { left: '0' }))
    await expected(200, maker.send('PATCH', records(`sales(${sale.id})`), { name: 'Fig, sold' }))
  })

  test('[R175] is a shared one of the related table, and stays while a lookup names it', async () => {
    const address = `/api/metadata/attribute/v1/${home.id}/${sales.id}`
    const other = await viewOf(sales, 'Of sales', [])
    const product = await attributeOf(sales, 'product')
    for (const id of [other, product])
      expect(await refusal(maker.send('PATCH', `${address}/${product}`, { related_view: id }))).toMatchObject({
        status: 422,
        code: 'validation.unknown',
        target: 'related_view',
      })
    const gone = () => maker.send('DELETE', `/api/metadata/view/v1/${home.id}/${products.id}/${view}`)
    const kept = await gone()
    expect(kept.status).toBe(409)
    expect(kept.text).toContain('sales.Product')
    await expected(200, maker.send('PATCH', `${address}/${product}`, { related_view: null }))
    await made('sales', { product_id: plum.id })
    await expected(200, gone())
  })

  test('[R175] of an N:N says which records may be linked, from that side', async () => {
    const few = await viewOf(products, 'Few', [condition(await attributeOf(products, 'left'), 'lt', ['1'])])
    const shops = await newEntity(maker, home, 'shops', [])
    const address = `/api/metadata/attribute/v1/${home.id}/${shops.id}`
    const draft = { name: 'Goods', uri: 'goods', type: 'N:N', related_entity: products.id, related_view: few }
    const goods = (await expected(201, maker.send('POST', address, draft))).json<Row>()
    expect(await offered(goods.id)).toEqual(['Fig', 'Plum'])
    const shop = await made('shops', { name: 'Corner' })
    const link = ({ id }: Row) =>
      maker.send('POST', records(`shops(${shop.id})/goods/$ref`), { '@odata.id': `products(${id})` })
    expect((await link(apple)).status).toBe(422)
    await expected(204, link(plum))
  })
})
