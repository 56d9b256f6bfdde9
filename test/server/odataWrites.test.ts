import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/server/newId.ts'
import { codeOf, openLedger, targetOf, type Ledger, type Row } from '../support/writes.ts'

let ledger: Ledger
let root: string

beforeAll(async () => {
  ledger = await openLedger('odatawrites')
  root = ledger.root
})
afterAll(() => ledger.close())

const send: Ledger['send'] = (...given) => ledger.send(...given)
const made: Ledger['made'] = (...given) => ledger.made(...given)

describe('what is answered', () => {
  test('a create answers with the properties and related records that are asked for', async () => {
    const amber = await made('customers', { name: 'Amber' })
    const answer = await send('POST', 'invoices?$select=name&$expand=customer($select=name)', {
      name: 'Asked',
      total: '5',
      customer_id: amber.id,
    })
    expect(answer.status).toBe(201)
    expect(answer.json()).toMatchObject({ name: 'Asked', customer: { name: 'Amber' } })
    expect(answer.json()).not.toHaveProperty('total')
    const changed = await send('PATCH', answer.headers['location'] ?? '', { total: '6' })
    expect(changed.json()).toMatchObject({ total: 6 })
    const asked = await send('PATCH', `${answer.headers['location'] ?? ''}?$select=total`, { total: '7' })
    expect([asked.status, asked.headers['etag'], asked.json<Row>()['total']]).toEqual([200, 'W/"3"', 7])
    expect(asked.json()).not.toHaveProperty('name')
  })

  test('who asks for what is not there changes nothing', async () => {
    const { id } = await made('invoices', { name: 'Kept' })
    const answer = await send('PATCH', `invoices(${id})?$select=nothing`, { name: 'Lost' })
    expect([answer.status, codeOf(answer)]).toEqual([400, 'query.unknownName'])
    expect((await send('GET', `invoices(${id})`)).json()).toMatchObject({ name: 'Kept', version: 1 })
  })

  test('return=minimal gives no content but the address, unless a shape is asked for; what was preferred is told', async () => {
    const minimal = { prefer: 'return=minimal' }
    const bare = await send('POST', 'invoices', { name: 'Bare' }, minimal)
    const { location, 'odata-entityid': address, 'preference-applied': applied, etag } = bare.headers
    expect([bare.status, bare.text, location === address, applied, etag]).toEqual([
      204,
      '',
      true,
      'return=minimal',
      'W/"1"',
    ])
    const shaped = await send('PATCH', `${location ?? ''}?$select=name`, { name: 'Shaped' }, minimal)
    expect([shaped.status, shaped.json<Row>()['name']]).toEqual([200, 'Shaped'])
    const whole = await send('PATCH', location ?? '', { name: 'Whole' }, { prefer: 'return=representation' })
    expect([whole.status, whole.headers['preference-applied']]).toEqual([200, 'return=representation'])
  })
})

describe('how it is written', () => {
  test('the answer to a write has the metadata, numbers and nulls that are asked for', async () => {
    const bare = await send('POST', 'invoices', { name: 'x' }, { accept: 'application/json;odata.metadata=none' })
    expect([bare.status, Object.keys(bare.json<Row>()).filter((name) => name.includes('@'))]).toEqual([201, []])
    const full = await send('POST', 'invoices?$format=application/json;odata.metadata=full', { name: 'x' })
    expect(full.json<Row>()['customer@odata.navigationLink']).toContain('/customer')
    const omits = { prefer: 'omit-values=nulls, return=representation' }
    const short = await send('PATCH', full.headers['location'] ?? '', { name: 'y' }, omits)
    expect([short.headers['preference-applied'], 'total' in short.json<Row>()]).toEqual([
      'omit-values=nulls, return=representation',
      false,
    ])
    const exact = { accept: 'application/json;IEEE754Compatible=true' }
    const number = await send('PATCH', full.headers['location'] ?? '', { total: '1234567890123456.89' }, exact)
    expect(number.json()).toMatchObject({ total: '1234567890123456.89', units: '7' })
    expect((await send('POST', 'invoices', {}, { accept: 'text/csv' })).status).toBe(406)
  })
})

describe('a record under a key of the asker', () => {
  test('a change of a record that is not there makes it, once', async () => {
    const id = newId()
    const first = await send('PATCH', `invoices(${id})`, { name: 'Up', total: '1' })
    expect([first.status, first.headers['location'], first.headers['etag']]).toEqual([
      201,
      `${root}invoices(${id})`,
      'W/"1"',
    ])
    expect(first.json()).toMatchObject({ id, name: 'Up', units: 7, version: 1 })
    const second = await send('PATCH', `invoices(${id})`, { name: 'Again' })
    expect([second.status, second.json<Row>()['version']]).toEqual([200, 2])
    expect((await ledger.eventsOf(id)).map(({ kind }) => kind)).toEqual(['create', 'update'])
  })

  test('of eight at once one makes it, the others change it', async () => {
    const id = newId()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => send('PUT', `invoices(${id})`, { total: String(index) })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(7).fill(200), 201])
    expect((await ledger.eventsOf(id)).filter(({ kind }) => kind === 'create')).toHaveLength(1)
  })

  test('conditions decide: If-Match never makes, If-None-Match never changes', async () => {
    const id = newId()
    for (const tag of ['*', 'W/"1"']) {
      const absent = await send('PATCH', `invoices(${id})`, { name: 'No' }, { 'if-match': tag })
      expect([absent.status, codeOf(absent)]).toEqual([412, 'record.absent'])
    }
    expect((await send('PUT', `invoices(${id})`, { name: 'New' }, { 'if-none-match': '*' })).status).toBe(201)
    const exists = await send('PATCH', `invoices(${id})`, { name: 'Newer' }, { 'if-none-match': '*' })
    expect([exists.status, codeOf(exists)]).toEqual([412, 'record.exists'])
    expect((await send('GET', `invoices(${id})`)).json()).toMatchObject({ name: 'New', version: 1 })
    for (const method of ['PATCH', 'PUT', 'DELETE']) {
      const body = method === 'DELETE' ? undefined : { name: 'x' }
      const unwanted = await send(method, `invoices(${id})`, body, { 'if-none-match': 'W/"7", W/"1"' })
      expect([unwanted.status, codeOf(unwanted)]).toEqual([412, 'record.stale'])
    }
    const property = await send('PUT', `invoices(${id})/name`, { value: 'x' }, { 'if-none-match': '"1"' })
    expect([property.status, codeOf(property)]).toEqual([412, 'record.stale'])
    expect((await send('PATCH', `invoices(${id})`, { name: 'x' }, { 'if-none-match': 'what' })).status).toBe(400)
    expect((await send('PATCH', `invoices(${id})`, { name: 'x' }, { 'if-none-match': 'W/"2"' })).status).toBe(200)
    expect((await send('PATCH', `invoices(${newId()})`, { name: 'x' }, { 'if-none-match': 'W/"2"' })).status).toBe(201)
  })

  test('the key of a deleted record is spent; what is no guid is no key', async () => {
    const { id } = await made('invoices', { name: 'Gone' })
    await send('DELETE', `invoices(${id})`)
    const again = await send('PUT', `invoices(${id})`, { name: 'Back' })
    expect([again.status, codeOf(again)]).toEqual([410, 'record.trashed'])
    expect((await send('PATCH', 'invoices(17)', { name: 'x' })).status).toBe(400)
    expect((await send('PATCH', `invoices(${newId()})`, { total: 'much' })).status).toBe(422)
  })

  test('two tables may hold the same key, also in the trash', async () => {
    const id = newId()
    for (const set of ['customers', 'invoices']) {
      expect((await send('PUT', `${set}(${id})`, { name: set })).status).toBe(201)
      expect((await send('DELETE', `${set}(${id})`)).status).toBe(204)
    }
    const [row] = await ledger.house.database.query<{ names: string[] }>({
      text: `select array_agg(record->>'name' order by record->>'name') as names from "${ledger.place.schema}"._trash where id = $1`,
      values: [id],
    })
    expect(row?.names).toEqual(['customers', 'invoices'])
  })
})

describe('a record replaced', () => {
  test('what is not given goes back to its default or to nothing; lookups, owner and what the server sets stay', async () => {
    const amber = await made('customers', { name: 'Amber' })
    const before = await made('invoices', {
      name: 'Full',
      total: '3',
      units: '1',
      paid: true,
      code: 'C',
      customer_id: amber.id,
      status: 'inactive',
    })
    const answer = await send('PUT', `invoices(${before.id})`, { name: 'Less' })
    expect(answer.status).toBe(200)
    expect(answer.json()).toMatchObject({
      name: 'Less',
      total: null,
      units: 7,
      paid: null,
      code: 'C',
      customer_id: amber.id,
      status: 'active',
      owner_id: before['owner_id'],
      created_on: before['created_on'],
      version: 2,
    })
  })

  test('a record may be sent back as it was read', async () => {
    const before = await made('invoices', { name: 'Round', total: '3', paid: true })
    const read = (await send('GET', `invoices(${before.id})`)).json<Row>()
    const answer = await send('PUT', `invoices(${before.id})`, { ...read, name: 'Trip' }, { 'if-match': 'W/"1"' })
    expect([answer.status, answer.json()]).toEqual([
      200,
      expect.objectContaining({ name: 'Trip', total: 3, paid: true }),
    ])
  })

  test('in 4.01 the version may stand in the body', async () => {
    const { id } = await made('invoices', { name: 'One' })
    const version = { 'odata-version': '4.01' }
    const old = await send('PATCH', `invoices(${id})`, { '@etag': 'W/"7"', name: 'Two' }, version)
    expect([old.status, codeOf(old)]).toEqual([412, 'record.stale'])
    const both = { ...version, 'if-match': 'W/"2"' }
    expect((await send('PATCH', `invoices(${id})`, { '@etag': 'W/"1"', name: 'Two' }, both)).status).toBe(412)
    expect((await send('PATCH', `invoices(${id})`, { '@odata.etag': 'W/"1"', name: 'Two' }, version)).status).toBe(200)
    expect((await send('PATCH', `invoices(${id})`, { '@odata.etag': 'W/"1"', name: 'Three' })).status).toBe(200)
  })
})

describe('a table that wants versions', () => {
  test('changes and removals name one; off it is as before', async () => {
    const turn = async (requireetag: boolean) => {
      const address = `/api/metadata/entity/v1/${ledger.place.id}`
      const { value } = (await send('GET', address)).json<{ value: Row[] }>()
      const countries = value.find(({ uri }) => uri === 'countries')
      expect((await send('PATCH', `${address}/${countries?.id ?? ''}`, { requireetag })).status).toBe(200)
    }
    const { id } = await made('countries', { name: 'Latvia' })
    const { id: customer } = await made('customers', { 'country@bind': `countries(${id})` })
    await turn(true)
    const before = await ledger.counts()
    const blind = [
      ['PATCH', `countries(${id})`, { name: 'x' }, undefined],
      ['PUT', `countries(${id})`, { name: 'x' }, undefined],
      ['PUT', `countries(${newId()})`, { name: 'x' }, undefined],
      ['DELETE', `countries(${id})`, undefined, undefined],
      ['PUT', `countries(${id})/code`, { value: 'x' }, undefined],
      ['PATCH', `customers(${customer})`, { country: { name: 'x' } }, 'country'],
    ] as const
    for (const [method, path, body, target] of blind) {
      const answer = await send(method, path, body)
      expect([answer.status, codeOf(answer), targetOf(answer)]).toEqual([428, 'request.precondition', target])
    }
    expect(await ledger.counts()).toEqual(before)
    const seen = { 'if-match': 'W/"1"' }
    expect((await send('PATCH', `countries(${id})`, { name: 'Seen' }, seen)).status).toBe(200)
    expect((await send('PATCH', `countries(${id})`, { name: 'Any' }, { 'if-match': '*' })).status).toBe(200)
    expect((await send('PUT', `countries(${newId()})`, { name: 'New' }, { 'if-none-match': '*' })).status).toBe(201)
    const nested = await send('PATCH', `customers(${customer})`, { country: { '@etag': 'W/"3"', name: 'Nested' } })
    expect(nested.status).toBe(200)
    expect((await send('GET', '$metadata', undefined, { accept: 'application/json' })).text).toContain(
      'OptimisticConcurrency',
    )
    await turn(false)
    expect((await send('PATCH', `countries(${id})`, { name: 'Blind' })).status).toBe(200)
    expect((await send('DELETE', `countries(${id})`)).status).toBe(204)
  })

  test('a refusal for an old version shows the row as it is, with all digits of its numbers', async () => {
    const { id } = await made('invoices', { name: 'Exact', total: '1234567890123456.78' })
    const refused = await send('PATCH', `invoices(${id})`, { name: 'Other' }, { 'if-match': 'W/"7"' })
    const { current } = refused.json<{ error: { innererror: { current: Row } } }>().error.innererror
    expect(current).toMatchObject({ name: 'Exact', total: '1234567890123456.78' })
  })
})
