import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Job } from '../../src/jobs/job.ts'
import { expected } from '../support/maker.ts'
import { openLedger, type Ledger } from '../support/writes.ts'

let ledger: Ledger
let entities: Record<string, string> = {}
beforeAll(async () => {
  ledger = await openLedger('bulk_preview')
  ledger.house.work()
  const { value } = (await ledger.send('GET', `/api/metadata/entity/v1/${ledger.place.id}`)).json<{
    value: { id: string; uri: string }[]
  }>()
  entities = Object.fromEntries(value.map(({ id, uri }) => [uri, id]))
})
afterAll(() => ledger.close())

const jobOf = async (answer: ReturnType<Ledger['send']>): Promise<Job> => {
  const { job_id } = (await expected(202, answer)).json<{ job_id: string }>()
  for (;;) {
    const job = (await ledger.send('GET', `/api/job/v1/${ledger.place.id}/${job_id}`)).json<Job>()
    if (job.ended_on) return job
    await pause(20)
  }
}
const bulk = (set: string, draft: object) =>
  ledger.send('POST', `/api/bulk/v1/${ledger.place.id}/${entities[set]}`, draft)
const undo = (kind: string, id: string) =>
  jobOf(ledger.send('POST', `/api/cause/v1/${ledger.place.id}/undo`, { id, kind }))
const rows = (set: string) => ledger.house.database.query({ text: `select id from "${ledger.place.schema}".${set}` })
const many = async (set: string, count: number, body: (at: number) => object) =>
  Promise.all(Array.from({ length: count }, (_, at) => ledger.made(set, body(at))))

/** What becomes of the records of an entity when the one that they point to is deleted. */
async function onDelete(from: string, on_delete: string): Promise<void> {
  const relationships = `/api/metadata/relationship/v1/${ledger.place.id}`
  const { value } = (await ledger.send('GET', relationships)).json<{ value: { id: string; from_entity: string }[] }>()
  const found = value.find(({ from_entity }) => from_entity === entities[from])
  await expected(200, ledger.send('PATCH', `${relationships}/${found?.id}`, { on_delete }))
}

describe('the preview of a deletion of many records', () => {
  const preview = (set: string, records: object) =>
    ledger.send('POST', `/api/bulk/v1/${ledger.place.id}/${entities[set]}/preview`, { records })
  const told = async (set: string, records: object) => (await expected(200, preview(set, records))).json<object>()

  test('tells who keeps records, who goes along and who loses a link, as the deletion then does it', async () => {
    const [one, other] = await many('customers', 2, (at) => ({ name: `Told ${at}` }))
    const ids = [one?.id, other?.id]
    const invoices = await many('invoices', 3, (at) => ({ name: 'Told', customer_id: ids[at % 2] }))
    await many('lines', 2, () => ({ amount: '1', invoice_id: invoices[0]?.id }))
    const query = { query: `$filter=${encodeURIComponent("name eq 'Told'")}`, except: [] }
    expect(await told('invoices', query)).toEqual({
      gone: [],
      cleared: [],
      looked: 3,
      more: false,
      held: [{ entity: 'lines', name: 'lines', count: 2 }],
    })
    expect(await told('customers', { ids })).toMatchObject({
      gone: [],
      held: [],
      looked: 2,
      cleared: [{ entity: 'invoices', name: 'invoices', count: 3 }],
    })
    await onDelete('lines', 'cascade')
    await onDelete('invoices', 'cascade')
    expect(await told('customers', { ids })).toMatchObject({
      held: [],
      cleared: [],
      gone: [
        { entity: 'invoices', name: 'invoices', count: 3 },
        { entity: 'lines', name: 'lines', count: 2 },
      ],
    })
    const counts = async () => [(await rows('invoices')).length, (await rows('lines')).length]
    const [before, job] = [await counts(), await jobOf(bulk('customers', { action: 'delete', records: { ids } }))]
    expect(job.result).toMatchObject({ done: 2, refused: 0 })
    expect(await counts()).toEqual([Number(before[0]) - 3, Number(before[1]) - 2])
    await undo('bulk', job.id)
    expect(await counts()).toEqual(before)
    await onDelete('lines', 'restrict')
    await onDelete('invoices', 'clear')
  })

  test('tells nothing of records that nobody depends on, or that are gone, and refuses other options', async () => {
    const [one] = await many('customers', 1, () => ({ name: 'Alone' }))
    const nothing = { gone: [], held: [], cleared: [], looked: 1, more: false }
    expect(await told('customers', { ids: [one?.id] })).toEqual(nothing)
    expect(await told('customers', { ids: [ledger.place.id] })).toEqual(nothing)
    expect((await preview('customers', { query: '$top=1' })).status).toBe(400)
  })
})
