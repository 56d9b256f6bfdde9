import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RestoreResult, TrashPage } from '../../src/records/history/trash.ts'
import { tendRecords } from '../../src/records/server/upkeep.ts'
import { newClerk, type Clerk } from '../support/clerk.ts'
import { expected, newMaker, type Answer } from '../support/maker.ts'
import { openLedger, type Ledger, type Row } from '../support/writes.ts'

let ledger: Ledger
let clerk: Clerk
let entities: Record<string, string> = {}
beforeAll(async () => {
  ledger = await openLedger('trash')
  clerk = await newClerk(ledger.house, ledger.place)
  const { value } = (await ledger.send('GET', `/api/metadata/entity/v1/${ledger.place.id}`)).json<{
    value: { id: string; uri: string }[]
  }>()
  entities = Object.fromEntries(value.map(({ id, uri }) => [uri, id]))
})
afterAll(() => ledger.close())
beforeEach(() => clerk.allowAll())

const at = (set: string, rest = '') => `/api/trash/v1/${ledger.place.id}/${entities[set]}${rest}`
type Asker = Pick<Clerk, 'send'>
const listed = async (set: string, query = '', { send }: Asker = ledger) =>
  (await send('GET', at(set, query))).json<TrashPage>()
const restore = (set: string, body: object, { send }: Asker = ledger) => send('POST', at(set, '/restore'), body)
const resultOf = (answer: Answer) => answer.json<RestoreResult>()
const remove = (set: string, { id }: Row) => expected(204, ledger.send('DELETE', `${set}(${id})`))
const attribute = (set: string, draft: object) =>
  expected(201, ledger.send('POST', `/api/metadata/attribute/v1/${ledger.place.id}/${entities[set]}`, draft))

describe('a deleted record', () => {
  test('is listed with name, time, person and cause, and found by a part of its name', async () => {
    const one = await ledger.made('customers', { name: 'Aldaris', city: 'Riga' })
    await remove('customers', one)
    const { value, next } = await listed('customers', '?search=ALDA')
    expect(next).toBeNull()
    expect(value).toEqual([
      expect.objectContaining({
        id: one.id,
        name: 'Aldaris',
        deleted_by_id: ledger.maker.id,
        deleted_by: 'Ilze Kalniņa',
      }),
    ])
    expect(value[0]?.cause.kind).toBe('request')
    expect((await listed('customers', '?search=nobody')).value).toEqual([])
  })

  test('comes back with its id, its beginning, its values and a version of its own, with an event and an audit row', async () => {
    const country = await ledger.made('countries', { name: 'Latvia', code: 'LV' })
    const customer = await ledger.made('customers', { name: 'Cido', city: 'Riga', country_id: country.id })
    const one = await ledger.made('invoices', {
      name: 'First',
      total: '1234567890123456.89',
      code: 'A',
      customer_id: customer.id,
    })
    await remove('invoices', one)
    expect(resultOf(await restore('invoices', { ids: [one.id] }))).toEqual({
      restored: [one.id],
      children: 0,
      refused: [],
    })
    const exact = { accept: 'application/json;IEEE754Compatible=true' }
    const back = (await ledger.send('GET', `invoices(${one.id})`, undefined, exact)).json<Row>()
    expect(back).toMatchObject({
      name: 'First',
      total: '1234567890123456.89',
      code: 'A',
      customer_id: customer.id,
      created_on: one['created_on'],
      created_by_id: ledger.maker.id,
      owner_id: one['owner_id'],
      version: '2',
    })
    expect((await ledger.eventsOf(one.id)).map(({ kind }) => kind)).toEqual(['create', 'delete', 'create'])
    const audits = await ledger.house.database.query<{ kind: string; cause: { kind: string } }>({
      text: `select kind, cause from "${ledger.place.schema}"._audit where record_id = $1 order by seq`,
      values: [one.id],
    })
    expect(audits.map(({ kind, cause }) => `${kind} ${cause.kind}`)).toEqual([
      'create request',
      'delete request',
      'create restore',
    ])
    expect((await listed('invoices')).value).toEqual([])
    expect(resultOf(await restore('invoices', { ids: [one.id] })).refused[0]?.problems[0]?.code).toBe('trash.unknown')
  })

  test('whose link leads nowhere is refused at the field, and comes back without it where that is asked for', async () => {
    const customer = await ledger.made('customers', { name: 'Gone' })
    const one = await ledger.made('invoices', { name: 'Linked', customer_id: customer.id })
    await remove('invoices', one)
    await remove('customers', customer)
    const refused = resultOf(await restore('invoices', { ids: [one.id] }))
    expect(refused.restored).toEqual([])
    expect(refused.refused).toEqual([
      expect.objectContaining({
        id: one.id,
        name: 'Linked',
        problems: [expect.objectContaining({ code: 'validation.lookup', target: 'customer_id' })],
      }),
    ])
    expect(resultOf(await restore('invoices', { ids: [one.id], unfit: 'left' })).restored).toEqual([one.id])
    expect(await ledger.read(`invoices(${one.id})`)).toMatchObject({ name: 'Linked', customer_id: null })
  })

  test('whose unique value is taken comes back with another', async () => {
    await attribute('countries', { name: 'Plate', uri: 'plate', type: 'text', unique: true })
    const one = await ledger.made('countries', { name: 'One', plate: 'X' })
    await remove('countries', one)
    await ledger.made('countries', { name: 'Two', plate: 'X' })
    const refused = resultOf(await restore('countries', { ids: [one.id] }))
    expect(refused.refused[0]?.problems).toEqual([
      expect.objectContaining({ code: 'validation.taken', target: 'plate' }),
    ])
    expect(resultOf(await restore('countries', { ids: [one.id], values: { plate: 'Y' } })).restored).toEqual([one.id])
    expect(await ledger.read(`countries(${one.id})`)).toMatchObject({ plate: 'Y' })
  })

  test('comes back without the values of attributes that are gone, and with the defaults of those that came', async () => {
    await attribute('customers', { name: 'Fax', uri: 'fax', type: 'text' })
    const one = await ledger.made('customers', { name: 'Old', fax: '1' })
    await remove('customers', one)
    const { value } = (
      await ledger.send('GET', `/api/metadata/attribute/v1/${ledger.place.id}/${entities['customers']}`)
    ).json<{ value: { id: string; uri: string }[] }>()
    const fax = value.find(({ uri }) => uri === 'fax')
    await expected(
      200,
      ledger.send('DELETE', `/api/metadata/attribute/v1/${ledger.place.id}/${entities['customers']}/${fax?.id}`),
    )
    await attribute('customers', { name: 'Stars', uri: 'starcount', type: 'number', default: '3' })
    expect(resultOf(await restore('customers', { ids: [one.id] })).restored).toEqual([one.id])
    expect(await ledger.read(`customers(${one.id})`)).toMatchObject({ name: 'Old', starcount: 3 })
  })

  test('comes back with the values of every kind, those that nobody may read included', async () => {
    const { id } = (
      await expected(
        201,
        ledger.send('POST', `/api/metadata/entity/v1/${ledger.place.id}`, {
          name: 'Kinds',
          collectionname: 'Kinds',
          uri: 'kinds',
          attributes: [
            { name: 'Pin', uri: 'pin', type: 'password', required: true },
            { name: 'Spent', uri: 'spent', type: 'duration' },
            {
              name: 'Tags',
              uri: 'tags',
              type: 'multiselect',
              options: ['red', 'blue'].map((value) => ({ value, label: value, color: null, active: true })),
            },
            { name: 'Boss', uri: 'boss', type: 'user' },
            { name: 'Clock', uri: 'clock', type: 'time' },
            { name: 'Moment', uri: 'moment', type: 'datetime' },
            { name: 'Flag', uri: 'flag', type: 'boolean' },
            { name: 'Amount', uri: 'amount', type: 'decimal' },
          ],
        }),
      )
    ).json<{ id: string }>()
    entities['kinds'] = id
    const one = await ledger.made('kinds', {
      name: 'All',
      pin: 'correct horse',
      spent: '-P1DT2H30M',
      tags: ['red', 'blue'],
      boss_id: ledger.maker.id,
      clock: '12:30:00',
      moment: '2026-03-29T01:30:00.123Z',
      flag: false,
      amount: '12345678901234.5',
    })
    const rowOf = async () => {
      const [row] = await ledger.house.database.query<{ row: object }>({
        text: `select to_jsonb(t) - 'updated_on' - 'updated_by_id' - 'version' as row from "${ledger.place.schema}".kinds t`,
      })
      return row?.row
    }
    const before = await rowOf()
    await remove('kinds', one)
    expect(resultOf(await restore('kinds', { ids: [one.id] })).refused).toEqual([])
    expect(await rowOf()).toEqual(before)
    expect(before).toHaveProperty('pin', expect.stringMatching(/^\S{20,}$/))
  })

  test('brings back what was deleted with it because it links to it', async () => {
    const one = await ledger.made('invoices', { name: 'Parent' })
    const lines = [await ledger.made('lines', { amount: '1', invoice_id: one.id })]
    lines.push(await ledger.made('lines', { amount: '2', invoice_id: one.id }))
    const relationships = `/api/metadata/relationship/v1/${ledger.place.id}`
    const { value } = (await ledger.send('GET', relationships)).json<{ value: { id: string; from_entity: string }[] }>()
    const relationship = value.find(({ from_entity }) => from_entity === entities['lines'])
    await expected(200, ledger.send('PATCH', `${relationships}/${relationship?.id}`, { on_delete: 'cascade' }))
    await remove('invoices', one)
    expect((await listed('invoices')).value).toEqual([expect.objectContaining({ id: one.id, children: 2 })])
    expect(resultOf(await restore('invoices', { ids: [one.id], children: true }))).toMatchObject({ children: 2 })
    expect(await ledger.read(`lines(${lines[0]?.id})`)).toMatchObject({ invoice_id: one.id })
  })

  test('goes for good only by an administrator, or after 30 days', async () => {
    const [one, two] = [await ledger.made('customers', { name: 'A' }), await ledger.made('customers', { name: 'B' })]
    await remove('customers', one)
    await remove('customers', two)
    expect((await ledger.send('POST', at('customers', '/purge'), { ids: [one.id] })).json()).toEqual({ purged: 1 })
    expect(resultOf(await restore('customers', { ids: [one.id] })).refused[0]?.problems[0]?.code).toBe('trash.unknown')
    const { schema } = ledger.place
    const days = (count: number) => new Date(Date.now() + count * 24 * 3600_000)
    await tendRecords(ledger.house.database, schema, days(29))
    expect((await listed('customers', '?search=B')).value).toHaveLength(1)
    await tendRecords(ledger.house.database, schema, days(31))
    expect((await listed('customers')).value).toEqual([])
    expect((await ledger.counts())['_event']).toBe(0)
  })
})

describe('whoever may not', () => {
  test('read the record sees it neither in the trash nor by restoring it', async () => {
    const one = await ledger.made('customers', { name: 'Hidden', city: 'Riga' })
    await remove('customers', one)
    const own = await ledger.made('customers', { name: 'Own' })
    await clerk.give('customers', own.id)
    await remove('customers', own)
    await clerk.allow('read', 'customers', 'user')
    expect((await listed('customers', '', clerk)).value.map(({ id }) => id)).toEqual([own.id])
    expect(resultOf(await restore('customers', { ids: [one.id] }, clerk)).refused[0]).toMatchObject({
      name: null,
      problems: [{ code: 'trash.unknown' }],
    })
    await clerk.allow('create', 'customers', 'none')
    expect(resultOf(await restore('customers', { ids: [own.id] }, clerk)).refused[0]?.problems[0]?.code).toBe(
      'request.forbidden',
    )
  })

  test('read what was deleted along hears nothing of it when the rest comes back', async () => {
    const one = await ledger.made('invoices', { name: 'Parent' })
    const hidden = await ledger.made('lines', { amount: '7', invoice_id: one.id })
    await remove('invoices', one)
    await clerk.allow('read', 'lines', 'none')
    const answer = await restore('invoices', { ids: [one.id], children: true }, clerk)
    expect(resultOf(answer)).toEqual({ restored: [one.id], children: 0, refused: [] })
    expect(await ledger.read(`invoices(${one.id})`)).toMatchObject({ name: 'Parent' })
    expect((await listed('lines')).value.map(({ id }) => id)).toContain(hidden.id)
  })

  test('come into the environment gets no answer at all', async () => {
    const eve = await newMaker(ledger.house.send, 'eve@example.org')
    expect((await eve.send('GET', at('customers'))).status).toBe(404)
    expect((await eve.send('POST', at('customers', '/restore'), { ids: [ledger.maker.id] })).status).toBe(404)
  })
})
