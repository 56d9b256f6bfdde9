import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiOn, type TestApi } from '../support/apis.ts'
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
let acme: Place
let customers: Named
type Row = Record<string, unknown>

beforeAll(async () => {
  house = await openApiOn('gathered')
  ilze = await newMaker(house.send, 'ilze@example.org')
  acme = await newEnvironment(ilze, 'acme')
  customers = await newEntity(ilze, acme, 'customers', [{ name: 'City', uri: 'city', type: 'text' }])
  await newEntity(ilze, acme, 'invoices', [
    { name: 'Total', uri: 'total', type: 'decimal' },
    { name: 'Due', uri: 'due', type: 'date' },
    { name: 'Done', uri: 'done', type: 'boolean' },
    { name: 'Code', uri: 'code', type: 'text', unique: true },
    { name: 'Secret', uri: 'note', type: 'text', auditable: false },
    { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: customers.id },
  ])
  // A statement is prepared, and so gathered, from its second run on.
  for (const code of ['warm', 'warmer', 'warmest'])
    await change(await made(draft({ code })), { total: '1', note: code })
})
afterAll(() => house.close())

const address = () => `/api/odata/v1/${acme.id}/invoices`
const draft = (more: Row): Row => ({
  name: 'A "name", \\ {of} ķ',
  total: '1.50',
  due: '2026-01-31',
  done: true,
  note: null,
  ...more,
})
const create = (body: Row) => ilze.send('POST', address(), body)
const change = (id: string, body: Row, headers = {}) => ilze.send('PATCH', `${address()}(${id})`, body, headers)
async function made(body: Row): Promise<string> {
  const answer = await create(body)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.json<{ id: string }>().id
}
const query = (text: string, values: unknown[] = []) =>
  house.database.query<Row>({ text: text.replaceAll('$schema', `"${acme.schema}"`), values })
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status)

/** In how many transactions the events of records were written. */
async function transactionsOf(ids: readonly string[]): Promise<number> {
  const [row] = await query('select count(distinct xid)::int as n from $schema._event where record_id = any($1)', [ids])
  return Number(row?.['n'])
}

test('records created at once are each whole: their values, their event, their audit row, their answer', async () => {
  const bodies = Array.from({ length: 60 }, (_, index) => draft({ code: `c${index}`, total: `${index}.25` }))
  const answers = await Promise.all(bodies.map(create))
  expect(new Set(statuses(answers))).toEqual(new Set([201]))
  const rows = answers.map((answer) => answer.json<Row & { id: string }>())
  expect(rows.map(({ code, name, total }) => ({ code, name, total }))).toEqual(
    bodies.map(({ code, name, total }) => ({ code, name, total: Number(total) })),
  )
  const ids = rows.map(({ id }) => id)
  expect(await transactionsOf(ids)).toBeLessThan(30)
  const beside = await query(
    `select i.code, e.kind, e.after->>'code' as event, a.changes->'after'->>'code' as audit, a.request_id <> '' as told,
      e.cause->>'id' = a.request_id as caused, count(*) over (partition by i.id)::int as n
    from $schema.invoices i join $schema._event e on e.record_id = i.id join $schema._audit a on a.record_id = i.id
    where i.id = any($1)`,
    [ids],
  )
  expect(beside).toHaveLength(60)
  for (const row of beside) {
    const { code } = row
    expect(row).toEqual({ code, kind: 'create', event: code, audit: code, told: true, caused: true, n: 1 })
  }
})

test('one that is refused harms none beside it, and leaves nothing', async () => {
  const unknown = '00000000-0000-7000-8000-000000000000'
  const city = (await ilze.send('POST', address().replace('invoices', 'customers'), { name: 'c' })).json<Row>()['id']
  const bodies = Array.from({ length: 40 }, (_, index) =>
    draft({ code: [5, 17].includes(index) ? 'warm' : `r${index}`, customer_id: index === 23 ? unknown : city }),
  )
  for (const customer_id of [city, city]) await made(draft({ code: `w${Math.random()}`, customer_id }))
  const answers = await Promise.all(bodies.map(create))
  expect(statuses(answers)).toEqual(bodies.map((_, index) => ([5, 17, 23].includes(index) ? 422 : 201)))
  const [counts] = await query(
    `select (select count(*) from $schema.invoices where code ~ '^r[0-9]+$')::int as records,
      (select count(*) from $schema._event where after->>'code' ~ '^r[0-9]+$')::int as events,
      (select count(*) from $schema._audit where changes->'after'->>'code' ~ '^r[0-9]+$')::int as audits`,
  )
  expect(counts).toEqual({ records: 37, events: 37, audits: 37 })
})

test('records changed at once are each checked by their own version and tell their own before and after', async () => {
  const ids = await Promise.all(
    Array.from({ length: 30 }, (_, index) => made(draft({ code: `u${index}`, total: '1' }))),
  )
  const unknown = '00000000-0000-7000-8000-000000000000'
  const answers = await Promise.all([
    ...ids.map((id, index) =>
      change(id, { total: String(index), note: `n${index}` }, { 'if-match': index === 4 ? 'W/"9"' : 'W/"1"' }),
    ),
    change(unknown, { total: '1', note: 'x' }, { 'if-match': 'W/"1"' }),
  ])
  expect(statuses(answers)).toEqual([...ids.map((_, index) => (index === 4 ? 412 : 200)), 412])
  const shown = answers.flatMap((answer) => (answer.status === 200 ? [answer.json<Row>()] : []))
  expect(shown.map(({ total, note, version }) => [total, note, version])).toEqual(
    ids.flatMap((_, index) => (index === 4 ? [] : [[index, `n${index}`, 2]])),
  )
  const events = await query(
    `select record_id as id, (before->>'total')::numeric::int::text as old, (after->>'total')::numeric::int::text as new, before->>'note' as note, after->>'note' as noted
    from $schema._event where kind = 'update' and record_id = any($1)`,
    [ids],
  )
  expect(events).toHaveLength(29)
  for (const { id, ...values } of events) {
    const index = ids.indexOf(String(id))
    expect(values).toEqual({ old: '1', new: String(index), note: null, noted: `n${index}` })
  }
  const [audits] = await query(
    `select count(*)::int as n, bool_and(not changes->'after' ? 'note') as quiet from $schema._audit where kind = 'update' and record_id = any($1)`,
    [ids],
  )
  expect(audits).toEqual({ n: 29, quiet: true })
})

test('changes of one record at once all count: each leaves a version and an event', async () => {
  const id = await made(draft({ code: 'one' }))
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, index) => change(id, { total: String(index + 10), note: 'n' })),
  )
  expect(new Set(statuses(answers))).toEqual(new Set([200]))
  const versions = answers.map((answer) => Number(answer.json<Row>()['version']))
  expect(versions.toSorted((a, b) => a - b)).toEqual(answers.map((_, index) => index + 2))
  const [events] = await query(
    `select count(*)::int as n, count(distinct after->>'version')::int as versions from $schema._event where kind = 'update' and record_id = $1`,
    [id],
  )
  expect(events).toEqual({ n: 25, versions: 25 })
})

test('a change of nothing is told as such beside changes of something', async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, index) => made(draft({ code: `e${index}`, total: '7', note: 'n' }))),
  )
  const answers = await Promise.all(ids.map((id, index) => change(id, { total: index % 2 ? '7' : '8', note: 'n' })))
  expect(answers.map((answer) => answer.json<Row>()['version'])).toEqual(ids.map((_, index) => (index % 2 ? 1 : 2)))
})
