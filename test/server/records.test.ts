import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApi, openApiOn, type TestApi } from '../support/apis.ts'
import {
  newEntity,
  newEnvironment,
  newMaker,
  type Answer,
  type Maker,
  type Named,
  type Place,
} from '../support/maker.ts'

let house: TestApi & { connectionString: string }
let ilze: Maker
let eve: Maker
let acme: Place
let customers: Named
let invoices: Named
let root: string
type Row = Record<string, unknown>

beforeAll(async () => {
  house = await openApiOn('records')
  ilze = await newMaker(house.send, 'ilze@example.org')
  eve = await newMaker(house.send, 'eve@example.org')
  acme = await newEnvironment(ilze, 'acme')
  await newEnvironment(eve, 'evil')
  customers = await newEntity(ilze, acme, 'customers', [{ name: 'City', uri: 'city', type: 'text' }])
  invoices = await newEntity(ilze, acme, 'invoices', [
    { name: 'Total', uri: 'total', type: 'decimal' },
    { name: 'Units', uri: 'units', type: 'number' },
    { name: 'Code', uri: 'code', type: 'text', unique: true },
    { name: 'Secret', uri: 'note', type: 'text', auditable: false },
    { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: customers.id },
  ])
  root = `/api/odata/v1/${acme.id}`
})
afterAll(() => house.close())

const read = (path: string, headers = {}) => ilze.send('GET', `${root}/${path}`, undefined, headers)
const create = (body: unknown, headers = {}) => ilze.send('POST', `${root}/invoices`, body, headers)
const patch = (id: string, body: unknown, headers = {}) => ilze.send('PATCH', `${root}/invoices(${id})`, body, headers)
const remove = (id: string, headers = {}) => ilze.send('DELETE', `${root}/invoices(${id})`, undefined, headers)
const codeOf = (answer: Answer) => answer.json<{ error: { code: string } }>().error.code
const targetsOf = (answer: Answer) => {
  const { error } = answer.json<{ error: { target?: string; details?: { target: string }[] } }>()
  return [error.target, ...(error.details ?? []).map(({ target }) => target)]
}
const made = async (body: Row): Promise<Row & { id: string }> => {
  const answer = await create(body)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.json()
}
const rowsOf = (table: string, id: unknown) =>
  house.database.query<Row>({
    text: `select * from "${acme.schema}".${table} where ${table === '_trash' ? 'id' : 'record_id'} = $1 ${table === '_trash' ? '' : 'order by seq'}`,
    values: [id],
  })

describe('one record', () => {
  test('[R116] [R117] [R118] [R119] [R120] [R121] [R122] [R123] [R124] [R407] a created record has every common field and an address', async () => {
    const answer = await create({ name: 'First', total: '12.50' })
    const record = answer.json<Row>()
    expect([answer.status, answer.headers['etag'], answer.headers['location']]).toEqual([
      201,
      'W/"1"',
      `${root}/invoices(${String(record['id'])})`,
    ])
    expect(record).toMatchObject({ name: 'First', status: 'active', version: 1, total: 12.5, '@odata.etag': 'W/"1"' })
    for (const field of ['created_by_id', 'updated_by_id', 'owner_id']) expect(record[field], field).toBe(ilze.id)
    expect(record['owning_unit_id']).toEqual(expect.any(String))
    expect(Date.parse(String(record['created_on']))).toBeGreaterThan(Date.now() - 60_000)
    expect(record['updated_on']).toBe(record['created_on'])
    const again = await read(`invoices(${String(record['id'])})`)
    expect(again.json()).toEqual(record)
    expect(again.headers['etag']).toBe('W/"1"')
    expect((await read(`invoices(${String(record['id'])})`, { 'if-none-match': 'W/"1"' })).status).toBe(304)
    expect((await house.send('GET', `${root}/invoices`)).status).toBe(401)
  })

  test('numbers keep every digit for who asks so', async () => {
    const { id } = await made({ total: '1234567890123456.89' })
    const exact = await read(`invoices(${id})`, { accept: 'application/json;IEEE754Compatible=true' })
    expect(exact.json<Row>()['total']).toBe('1234567890123456.89')
    expect((await read(`invoices(${id})`, { accept: 'text/html' })).status).toBe(406)
  })

  test('a change on an old version is refused with the record as it now is', async () => {
    const { id } = await made({ units: '1' })
    const first = await patch(id, { units: '2' }, { 'if-match': 'W/"1"' })
    expect([first.status, first.headers['etag'], first.json<Row>()['units']]).toEqual([200, 'W/"2"', 2])
    const late = await patch(id, { units: '3' }, { 'if-match': 'W/"1"' })
    expect([late.status, codeOf(late)]).toEqual([412, 'record.stale'])
    expect(late.text).toContain('"units":2')
    expect((await remove(id, { 'if-match': 'W/"1"' })).status).toBe(412)
    expect((await remove(id, { 'if-match': 'W/"9", W/"2"' })).status).toBe(204)
    expect((await read(`invoices(${id})`)).status).toBe(404)
    expect((await patch(id, { units: '3' })).status).toBe(410)
    expect((await remove(id)).status).toBe(404)
  })

  test('simultaneous changes lose nothing: versions are consecutive, each with its event', async () => {
    const { id } = await made({ units: '0', total: '0' })
    const changes = Array.from({ length: 24 }, (_, index) =>
      patch(id, index % 2 ? { units: String(index + 1) } : { total: String(index + 1) }),
    )
    const answers = await Promise.all(changes)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const versions = answers.map((answer) => Number(answer.json<Row>()['version'])).toSorted((a, b) => a - b)
    expect(versions).toEqual(Array.from({ length: 24 }, (_, index) => index + 2))
    const events = (await rowsOf('_event', id)) as { before: Row | null; after: Row }[]
    expect(events).toHaveLength(25)
    const chain = events.toSorted((a, b) => Number(a.after['version']) - Number(b.after['version']))
    for (const [index, event] of chain.entries())
      expect(event.before).toEqual(index === 0 ? null : chain[index - 1]?.after)
    expect((await read(`invoices(${id})`)).json<Row>()['version']).toBe(25)
  })

  test('each write leaves one event and one audit row with before, after and cause; a deletion the record in the trash', async () => {
    const { id } = await made({ name: 'Kept', units: '1', note: 'hidden' })
    const change = await patch(id, { units: '2', note: 'more' }, {})
    expect(change.status).toBe(200)
    expect((await patch(id, { units: '2' })).headers['etag']).toBe('W/"2"')
    expect((await remove(id)).status).toBe(204)
    const events = await rowsOf('_event', id)
    expect(events.map(({ kind }) => kind)).toEqual(['create', 'update', 'delete'])
    expect(events[0]).toMatchObject({
      by_id: ilze.id,
      entity_id: invoices.id,
      before: null,
      after: { units: 1, note: 'hidden' },
    })
    expect(events[1]).toMatchObject({ before: { units: 1, version: 1 }, after: { units: 2, note: 'more', version: 2 } })
    expect(events[2]).toMatchObject({ before: { units: 2, version: 2 }, after: null })
    for (const { cause } of events) expect(cause).toEqual({ kind: 'request', id: expect.any(String) })
    const audit = await rowsOf('_audit', id)
    expect(audit.map(({ kind }) => kind)).toEqual(['create', 'update', 'delete'])
    expect(audit[1]?.['changes']).toEqual({ before: { units: 1 }, after: { units: 2 } })
    expect(JSON.stringify(audit)).not.toContain('hidden')
    expect(await rowsOf('_trash', id)).toMatchObject([{ deleted_by_id: ilze.id, record: { name: 'Kept', units: 2 } }])
  })

  test('of a disabled record only the status changes', async () => {
    const { id } = await made({ units: '1' })
    expect((await patch(id, { status: 'disabled' })).status).toBe(200)
    const refused = await patch(id, { units: '2' })
    expect([refused.status, codeOf(refused)]).toEqual([409, 'record.disabled'])
    expect((await patch(id, { status: 'disabled', units: '2' })).status).toBe(409)
    expect((await patch(id, { status: 'active' })).status).toBe(200)
    expect((await patch(id, { units: '2' })).status).toBe(200)
  })

  test('a lookup to nothing, to a record of another entity or to no member is refused at its field', async () => {
    const customer = (await ilze.send('POST', `${root}/customers`, { name: 'Amber' })).json<{ id: string }>()
    const nothing = '0190a4c2-7a3b-7c4d-8e5f-0123456789ab'
    const { id } = await made({ customer_id: customer.id })
    for (const wrong of [nothing, id]) {
      const answer = await patch(id, { customer_id: wrong })
      expect([answer.status, targetsOf(answer)]).toEqual([422, expect.arrayContaining(['customer_id'])])
    }
    expect(targetsOf(await create({ owner_id: eve.id }))).toContain('owner_id')
    expect(await rowsOf('_event', id)).toHaveLength(1)
    const expanded = await read(`invoices(${id})?$expand=customer($select=name)`)
    expect(expanded.json()).toMatchObject({ customer: { name: 'Amber' } })
  })

  test('a unique value that is taken is refused at its field', async () => {
    await made({ code: 'A-1' })
    const twice = await create({ code: 'A-1' })
    expect([twice.status, twice.text.includes('validation.taken'), targetsOf(twice)]).toEqual([
      422,
      true,
      expect.arrayContaining(['code']),
    ])
  })

  test('return=minimal answers with the address alone', async () => {
    const minimal = { prefer: 'return=minimal' }
    const answer = await create({ name: 'Small' }, minimal)
    expect([answer.status, answer.text]).toEqual([204, ''])
    const entity = String(answer.headers['odata-entityid'])
    expect((await ilze.send('GET', entity)).json()).toMatchObject({ name: 'Small' })
    const changed = await ilze.send('PATCH', entity, { name: 'Less' }, minimal)
    expect([changed.status, changed.text, changed.headers['etag']]).toEqual([204, '', 'W/"2"'])
  })
})

describe('the same request twice', () => {
  const countNamed = async (name: string) =>
    Number((await read(`invoices/$count?$filter=name eq '${name}'`.replaceAll(' ', '%20'))).text)

  test('an idempotency key makes one record, whoever comes second gets the first', async () => {
    const first = await create({ name: 'Once' }, { 'idempotency-key': 'k1' })
    const second = await create({ name: 'Once' }, { 'idempotency-key': 'k1' })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.json()).toEqual(first.json())
    expect(second.headers['location']).toBe(first.headers['location'])
    expect(await countNamed('Once')).toBe(1)
    expect((await create({ name: 'Long' }, { 'idempotency-key': 'k'.repeat(201) })).status).toBe(400)
  })

  test('also of eight at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => create({ name: 'Eight' }, { 'idempotency-key': 'k8' })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => answer.json<Row>()['id'])).size).toBe(1)
    expect(await countNamed('Eight')).toBe(1)
  })

  test('a key is forgotten after a day', async () => {
    await create({ name: 'Daily' }, { 'idempotency-key': 'day' })
    await house.database.execute({
      text: `update "${acme.schema}"._idempotency set at = at - interval '25 hours' where key = 'day'`,
    })
    expect((await create({ name: 'Daily' }, { 'idempotency-key': 'day' })).status).toBe(201)
    expect(await countNamed('Daily')).toBe(2)
  })
})

describe('definitions change below', () => {
  test('another process’s change is noticed: a stale snapshot is loaded anew, and what is gone is refused by name', async () => {
    const other = await openApi(house.connectionString)
    try {
      const entity = await newEntity(ilze, acme, 'moving', [
        { name: 'Left', uri: 'leftside', type: 'text' },
        { name: 'Right', uri: 'rightside', type: 'text' },
      ])
      const headers = { authorization: `Bearer ${ilze.token}` }
      const elsewhere = (method: string, path: string, body?: unknown) =>
        other.send(method, `${root}/${path}`, body, headers)
      const { id } = (await elsewhere('POST', 'moving', { leftside: 'a', rightside: 'b' })).json<{ id: string }>()
      const definition = (await ilze.send('GET', `/api/metadata/attribute/v1/${acme.id}/${entity.id}`)).json<{
        value: Named[]
      }>()
      const left = definition.value.find(({ uri }) => uri === 'leftside')
      const gone = await ilze.send('DELETE', `/api/metadata/attribute/v1/${acme.id}/${entity.id}/${left?.id ?? ''}`)
      expect(gone.status).toBeLessThan(300)
      expect((await elsewhere('GET', `moving(${id})`)).json()).not.toHaveProperty('leftside')
      await ilze.send('POST', `/api/metadata/attribute/v1/${acme.id}/${entity.id}`, {
        name: 'New',
        uri: 'newside',
        type: 'text',
      })
      const changed = await elsewhere('PATCH', `moving(${id})`, { newside: 'c' })
      expect([changed.status, changed.json<Row>()['newside']]).toEqual([200, 'c'])
      expect((await elsewhere('PATCH', `moving(${id})`, { leftside: 'x' })).status).toBe(422)
      expect((await elsewhere('GET', `moving?$filter=leftside%20eq%20'a'`)).status).toBe(400)
    } finally {
      await other.close()
    }
  })
})

describe('whose records', () => {
  test('[R133] the environment’s own host leads to its records; others find nothing on either way', async () => {
    const { id } = await made({ name: 'Hosted' })
    const at = { host: 'acme.localhost:3000' }
    const hosted = await ilze.send('GET', `/api/odata/v1/invoices(${id})`, undefined, at)
    expect(hosted.json()).toMatchObject({ name: 'Hosted' })
    for (const [method, body] of [['GET'], ['PATCH', { name: 'Mine' }], ['DELETE']] as const) {
      expect((await eve.send(method, `${root}/invoices(${id})`, body)).status).toBe(404)
      expect((await eve.send(method, `/api/odata/v1/invoices(${id})`, body, at)).status).toBe(404)
    }
    expect((await eve.send('POST', `${root}/invoices`, { name: 'Mine' })).status).toBe(404)
  })

  test('[R440] /odata/v1 answers, and lists the entity sets of an environment', async () => {
    expect((await ilze.send('GET', '/api/odata/v1')).status).toBe(200)
    const sets = (await ilze.send('GET', root)).json<{ value: { name: string }[] }>()
    expect(sets.value.map(({ name }) => name)).toEqual(expect.arrayContaining(['customers', 'invoices']))
  })
})
