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

describe('what comes along with another change', () => {
  test('holds to the conditions of fields like any write', async () => {
    const projects = await newEntity(maker, home, 'projects', [])
    await newEntity(maker, home, 'tasks', [
      { name: 'Project', uri: 'project', type: 'N:1', related_entity: projects.id },
      {
        name: 'Stage',
        uri: 'stage',
        type: 'text',
        validators: [{ name: 'expression', expression: 'stage <> "running" or project <> null' }],
      },
    ])
    const project = await made('projects', { name: 'Bridge' })
    const calm = await made('tasks', { name: 'Plan', stage: 'done', project_id: project.id })
    const busy = await made('tasks', { name: 'Build', stage: 'running', project_id: project.id })
    const remove = () => maker.send('DELETE', records(`projects(${project.id})`))
    const refused = await remove()
    expect(refused.status).toBe(409)
    expect(refused.json()).toMatchObject({
      error: {
        code: 'record.dependantUnfit',
        message: expect.stringContaining('Build') as string,
        details: [{ code: 'validation.condition', target: 'stage' }],
      },
    })
    const task = async ({ id }: Row) => (await expected(200, maker.send('GET', records(`tasks(${id})`)))).json<Row>()
    expect(await task(calm)).toMatchObject({ project_id: project.id, version: 1 })
    await expected(200, maker.send('PATCH', records(`tasks(${busy.id})`), { stage: 'done' }))
    await expected(204, remove())
    expect(await task(calm)).toMatchObject({ project_id: null, version: 2 })
  })
})
