import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Job } from '../../src/jobs/job.ts'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker, type Named, type Place } from '../support/maker.ts'

let house: TestApi
let maker: Maker
let home: Place
let people: Named

beforeAll(async () => {
  house = await openApiOn('naming')
  maker = await newMaker(house.send, 'anna@example.org')
  home = await newEnvironment(maker, 'home')
  people = await newEntity(maker, home, 'people', [
    { name: 'First', uri: 'first', type: 'text' },
    { name: 'Last', uri: 'last', type: 'text' },
    { name: 'Full', uri: 'full', type: 'formula', expression: 'TRIM(first & " " & last)' },
    { name: 'Since', uri: 'since', type: 'date' },
    { name: 'Kind', uri: 'kind', type: 'select', options: [{ value: 'vip', label: 'Very important' }] },
  ])
  house.work()
})
afterAll(() => house.close())

type Row = Record<string, unknown> & { id: string; name: string | null }
type Definition = Named & { naming: string | null; change_id: string; attributes: Named[] }

const at = (rest: string) => `/api/odata/v1/${home.id}/${rest}`
const made = async (set: string, body: object) => (await expected(201, maker.send('POST', at(set), body))).json<Row>()
const changed = async (set: string, id: string, body: object) =>
  (await expected(200, maker.send('PATCH', at(`${set}(${id})`), body, { prefer: 'return=representation' }))).json<Row>()
const listed = async (rest: string) =>
  (await expected(200, maker.send('GET', encodeURI(at(rest))))).json<{ value: Row[] }>().value
const definition = async ({ id }: Named) =>
  (await expected(200, maker.send('GET', `/api/metadata/entity/v1/${home.id}/${id}`))).json<Definition>()
const attributeId = async (entity: Named, uri: string) =>
  (await definition(entity)).attributes.find((each) => each.uri === uri)?.id ?? ''
const nameBy = async (entity: Named, uri: string | null) =>
  expected(
    200,
    maker.send('PATCH', `/api/metadata/entity/v1/${home.id}/${entity.id}`, {
      naming: uri === null ? null : await attributeId(entity, uri),
    }),
  )
const failure = async (answer: ReturnType<Maker['send']>) => {
  const { status, json } = await answer
  const { error } = json<{ error: { code: string; target?: string; details?: { code: string; target: string }[] } }>()
  return { status, code: error.details?.[0]?.code ?? error.code, target: error.details?.[0]?.target ?? error.target }
}

/** The jobs that named records, once none is at work. */
async function named(): Promise<readonly Job[]> {
  for (let wait = 0; wait < 600; wait++) {
    const { value } = (await maker.send('GET', `/api/job/v1/${home.id}`)).json<{ value: Job[] }>()
    if (value.every(({ ended_on }) => ended_on !== null)) return value.filter(({ kind }) => kind === 'naming')
    await pause(50)
  }
  throw new Error('the jobs do not end')
}

describe('what names records', () => {
  test('is chosen when the table is made, and fills the name in the same write; a typed name is passed over', async () => {
    const draft = {
      name: 'Orders',
      collectionname: 'Orders',
      uri: 'orders',
      naming: 'number',
      attributes: [
        { name: 'Number', uri: 'number', type: 'autonumber', format: 'O-{0000}' },
        { name: 'Note', uri: 'note', type: 'text' },
      ],
    }
    const orders = (
      await expected(201, maker.send('POST', `/api/metadata/entity/v1/${home.id}`, draft))
    ).json<Definition>()
    expect(orders.naming).toBe(orders.attributes[0]?.id)
    const first = await made('orders', { name: 'typed', note: 'a' })
    expect(first).toMatchObject({ number: 'O-0001', name: 'O-0001', version: 1 })
    expect(await changed('orders', first.id, { name: 'typed', note: 'b' })).toMatchObject({ name: 'O-0001', note: 'b' })
    expect(await listed(`orders?$filter=name eq 'O-0001'&$select=note`)).toMatchObject([{ note: 'b' }])
    const csdl = (await maker.send('GET', at('$metadata'), undefined, { accept: 'application/json' })).text
    expect(JSON.stringify(JSON.parse(csdl))).toContain('Core.Computed')
  })

  test('may be a number without gaps, which is counted in the statement that makes the record', async () => {
    const bills = await newEntity(maker, home, 'bills', [
      { name: 'Number', uri: 'number', type: 'autonumber', format: 'B{00}', nogaps: true },
      { name: 'Label', uri: 'label', type: 'formula', expression: '"Bill " & number' },
    ])
    await nameBy(bills, 'number')
    expect(await made('bills', {})).toMatchObject({ number: 'B01', name: 'B01' })
    const label = await attributeId(bills, 'label')
    const refused = maker.send('PATCH', `/api/metadata/entity/v1/${home.id}/${bills.id}`, { naming: label })
    expect(await failure(refused)).toMatchObject({ status: 422, code: 'naming.unfit', target: 'naming' })
  })

  test('may be a formula: the records that are there are named by a job, with their former names in the history', async () => {
    const anna = await made('people', { name: 'old', first: 'Anna', last: 'Liepa' })
    const nobody = await made('people', { name: 'nobody' })
    await nameBy(people, 'full')
    const [job] = await named()
    expect(job).toMatchObject({ state: 'succeeded', result: { done: 2 }, title: { entity: 'people' } })
    expect(await listed('people?$select=id,name&$orderby=created_on')).toMatchObject([
      { name: 'Anna Liepa' },
      { name: null },
    ])
    expect(await changed('people', anna.id, { last: 'Kalna' })).toMatchObject({ name: 'Anna Kalna', version: 3 })
    expect(await changed('people', anna.id, { since: '2026-01-02' })).toMatchObject({ name: 'Anna Kalna' })
    expect(await made('people', { first: 'Zoe' })).toMatchObject({ name: 'Zoe' })
    const history = await maker.send('GET', `/api/history/v1/${home.id}/${people.id}/${nobody.id}`)
    expect(history.text).toContain('nobody')
  })

  test('follows two changes at once: each name is made of the whole record', async () => {
    const both = await made('people', { first: 'a', last: 'a' })
    await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        maker.send('PATCH', at(`people(${both.id})`), { [index % 2 ? 'first' : 'last']: `n${index}` }),
      ),
    )
    const [now] = await listed(`people?$filter=id eq ${both.id}`)
    expect(now?.name).toBe(`${String(now?.['first'])} ${String(now?.['last'])}`)
  })

  test('stays: deleting it, or making it unfit, is refused until something else names the records', async () => {
    const full = await attributeId(people, 'full')
    const path = `/api/metadata/attribute/v1/${home.id}/${people.id}/${full}`
    expect(await failure(maker.send('DELETE', path))).toMatchObject({ status: 409, code: 'naming.inUse' })
    expect(await failure(maker.send('PATCH', path, { expression: 'name & "!"' }))).toMatchObject({
      code: 'naming.inUse',
    })
    const preview = await maker.send('POST', `/api/metadata/change/v1/${home.id}/preview`, {
      operations: [{ kind: 'attribute.delete', id: full }],
    })
    expect(preview.json()).toMatchObject({ problems: [{ code: 'naming.inUse' }] })
    const unknown = maker.send('PATCH', `/api/metadata/entity/v1/${home.id}/${people.id}`, { naming: people.id })
    expect(await failure(unknown)).toMatchObject({ status: 422, code: 'validation.unknown', target: 'naming' })
  })

  test('another formula, another choice of value: names follow; the impact is told before', async () => {
    const full = await attributeId(people, 'full')
    await expected(
      200,
      maker.send('PATCH', `/api/metadata/attribute/v1/${home.id}/${people.id}/${full}`, {
        expression: 'UPPER(last) & ", " & first',
      }),
    )
    await named()
    expect(await listed(`people?$filter=last eq 'Kalna'&$select=name`)).toMatchObject([{ name: 'KALNA, Anna' }])
    const kind = await attributeId(people, 'kind')
    const operations = [{ kind: 'entity.update', id: people.id, naming: kind }]
    const preview = await maker.send('POST', `/api/metadata/change/v1/${home.id}/preview`, { operations })
    expect(preview.json()).toMatchObject({ impact: [{ key: 'changes.impact.naming', count: 4 }] })
    await nameBy(people, 'kind')
    await named()
    expect(await made('people', { kind: 'vip' })).toMatchObject({ name: 'Very important' })
    expect(await listed(`people?$filter=last eq 'Kalna'&$select=name`)).toMatchObject([{ name: null }])
  })

  test('undone: names are typed again, and the work of the job can be taken back', async () => {
    const things = await newEntity(maker, home, 'things', [{ name: 'Code', uri: 'code', type: 'text' }])
    await made('things', { name: 'typed', code: 'C1' })
    const { change_id } = (await nameBy(things, 'code')).json<Definition>()
    const [job] = await named()
    expect(await listed('things')).toMatchObject([{ name: 'C1' }])
    await expected(200, maker.send('POST', `/api/metadata/change/v1/${home.id}/${change_id}/undo`, {}))
    expect(await definition(things)).toMatchObject({ naming: null })
    expect(await listed('things')).toMatchObject([{ name: 'C1' }])
    const undo = await maker.send('POST', `/api/cause/v1/${home.id}/undo`, { id: job?.id, kind: 'bulk' })
    expect(undo.status).toBe(202)
    await named()
    expect(await listed('things')).toMatchObject([{ name: 'typed' }])
  })

  test('over lookups the name is made of what lies behind them when the record is written', async () => {
    await newEntity(maker, home, 'cards', [
      { name: 'Person', uri: 'person', type: 'N:1', related_entity: people.id },
      { name: 'Title', uri: 'title', type: 'formula', expression: '"Card of " & person.first' },
      { name: 'Amount', uri: 'amount', type: 'decimal', scale: 2 },
    ]).then((cards) => nameBy(cards, 'title'))
    const [anna] = await listed(`people?$filter=last eq 'Kalna'`)
    const card = await made('cards', { person_id: anna?.id })
    expect(card.name).toBe('Card of Anna')
    await changed('people', anna?.id ?? '', { first: 'Annija' })
    expect(await changed('cards', card.id, { amount: '1.50' })).toMatchObject({ name: 'Card of Annija' })
  })

  test('is copied with the table', async () => {
    const copy = await expected(
      201,
      maker.send('POST', `/api/metadata/entity/v1/${home.id}`, {
        copy_of: people.id,
        name: 'Copies',
        collectionname: 'Copies',
        uri: 'copies',
      }),
    )
    const { naming, attributes } = copy.json<Definition>()
    expect(naming).toBe(attributes.find(({ uri }) => uri === 'kind')?.id)
  })
})
