import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Job } from '../../src/jobs/job.ts'
import type { TroubleRecord } from '../../src/records/work.ts'
import { expected } from '../support/maker.ts'
import { openLedger, type Ledger } from '../support/writes.ts'

const patience = { timeout: 20_000, interval: 20 }

let ledger: Ledger
let customers = ''
beforeAll(async () => {
  ledger = await openLedger('tenures')
  ledger.house.work()
  const { value } = (await ledger.send('GET', `/api/metadata/entity/v1/${ledger.place.id}`)).json<{
    value: { id: string; uri: string }[]
  }>()
  customers = value.find(({ uri }) => uri === 'customers')?.id ?? ''
})
afterAll(() => ledger.close())

const bulk = (draft: object) => jobOf(ledger.send('POST', `/api/bulk/v1/${ledger.place.id}/${customers}`, draft))
const jobOf = async (answer: ReturnType<Ledger['send']>): Promise<Job> => {
  const { job_id } = (await expected(202, answer)).json<{ job_id: string }>()
  for (;;) {
    const job = (await ledger.send('GET', `/api/job/v1/${ledger.place.id}/${job_id}`)).json<Job>()
    if (job.ended_on) return job
    await pause(20)
  }
}
const troubleOf = async ({ id }: Job) =>
  (await ledger.send('GET', `/api/work/v1/${ledger.place.id}/${id}/trouble`)).json<{ value: TroubleRecord[] }>().value

test('an undo never writes into an attribute that has taken the name of one that is gone, and tells which that was', async () => {
  const base = `/api/metadata/attribute/v1/${ledger.place.id}/${customers}`
  const change = `/api/metadata/change/v1/${ledger.place.id}`
  const add = async (name: string) => {
    const made = await expected(201, ledger.send('POST', base, { name, uri: 'nickname', type: 'text' }))
    return made.json<{ id: string }>().id
  }
  const drop = async (id: string) =>
    (await expected(200, ledger.send('POST', change, { operations: [{ kind: 'attribute.delete', id }] }))).json<{
      id: string
    }>().id
  const toldOf = async (record: string) => {
    const told = await ledger.send('GET', `/api/history/v1/${ledger.place.id}/${customers}/${record}`)
    const entries = told.json<{ value: { changes: { column: string; before: unknown; after: unknown }[] }[] }>()
    return entries.value.flatMap((entry) => entry.changes).filter(({ column }) => column === 'nickname')
  }
  const first = await add('Nickname')
  const { id } = await ledger.made('customers', { name: 'Tenure', city: 'Riga', nickname: 'old' })
  const trashed = await ledger.made('customers', { name: 'Trashed', nickname: 'secret' })
  const values = { city: 'Ogre', nickname: 'new' }
  const job = await bulk({ action: 'change', records: { ids: [id] }, values })
  await bulk({ action: 'delete', records: { ids: [trashed.id] } })
  const gone = await drop(first)
  const second = await add('Alias')
  await expected(200, ledger.send('PATCH', `customers(${id})`, { nickname: 'new' }))
  const undone = await jobOf(ledger.send('POST', `/api/cause/v1/${ledger.place.id}/undo`, { id: job.id, kind: 'bulk' }))
  expect(await troubleOf(undone)).toMatchObject([
    { id, problems: [{ code: 'undo.gone', parameters: { known: 'yes', names: 'Nickname' } }] },
  ])
  // What is still there is as it was before; the other attribute keeps its own value.
  expect(await ledger.read(`customers(${id})`)).toMatchObject({ city: 'Riga', nickname: 'new' })
  // The clock of the server that deleted it may have gone ahead of the database's.
  const ahead = `update "${ledger.place.schema}"._trash set deleted_on = now() + interval '1 hour'`
  await ledger.house.database.execute({ text: ahead })
  const restored = await ledger.send('POST', `/api/trash/v1/${ledger.place.id}/${customers}/restore`, {
    ids: [trashed.id],
  })
  expect(restored.status, restored.text).toBe(200)
  expect(await ledger.read(`customers(${trashed.id})`)).toMatchObject({ name: 'Trashed', nickname: null })
  expect(await toldOf(id)).toMatchObject([{ after: 'new' }])

  // The first one back: what is told of it is what was written while it was there.
  await drop(second)
  await expected(200, ledger.send('POST', `${change}/${gone}/undo`, {}))
  expect(await toldOf(id)).toMatchObject([
    { before: 'old', after: 'new' },
    { before: null, after: 'old' },
  ])
})

test('also when that attribute comes while the undo is at work', async () => {
  const base = `/api/metadata/attribute/v1/${ledger.place.id}/${customers}`
  const add = async (draft: object) => (await expected(201, ledger.send('POST', base, draft))).json<{ id: string }>().id
  const text = { uri: 'epithet', type: 'text' }
  const former = await add({ ...text, name: 'Epithet' })
  // Whoever writes the town looks at the country first.
  const validators = [{ name: 'expression', expression: 'country.code = "LV"' }]
  await add({ name: 'Town', uri: 'town', type: 'text', validators })
  const country = await ledger.made('countries', { name: 'Latvia', code: 'LV' })
  const own = { name: 'Held', country_id: country.id }
  const { id } = await ledger.made('customers', { ...own, town: 'Riga', epithet: 'old' })
  const values = { town: 'Ogre', epithet: 'new' }
  const job = await bulk({ action: 'change', records: { ids: [id] }, values })
  expect(job.result).toMatchObject({ done: 1 })
  const { database } = ledger.house
  const table = `"${ledger.place.schema}".countries`
  const waiting = async () => {
    const text = 'select count(*)::int as count from pg_locks where relation = $1::regclass and not granted'
    return (await database.query<{ count: number }>({ text, values: [table] }))[0]?.count
  }
  const undoing = await database.transaction(async (transaction) => {
    await transaction.execute({ text: `lock table ${table} in access exclusive mode` })
    const undo = { id: job.id, kind: 'bulk' }
    const asked = await expected(202, ledger.send('POST', `/api/cause/v1/${ledger.place.id}/undo`, undo))
    // By now it is made out what the record gets back.
    await expect.poll(waiting, patience).toBeGreaterThan(0)
    const operations = [
      { kind: 'attribute.delete', id: former },
      { kind: 'attribute.create', entity_id: customers, ...text, name: 'Other' },
    ]
    await expected(200, ledger.send('POST', `/api/metadata/change/v1/${ledger.place.id}`, { operations }))
    return asked
  })
  expect(await troubleOf(await jobOf(Promise.resolve(undoing)))).toMatchObject([
    { id, problems: [{ code: 'undo.gone', parameters: { known: 'yes', names: 'Epithet' } }] },
  ])
  expect(await ledger.read(`customers(${id})`)).toMatchObject({ town: 'Riga', epithet: null })
})
