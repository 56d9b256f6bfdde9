import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Job } from '../../src/jobs/job.ts'
import type { Causes } from '../../src/records/history/cause.ts'
import type { TroubleRecord } from '../../src/records/work.ts'
import { newClerk, type Clerk } from '../support/clerk.ts'
import { expected, newMaker } from '../support/maker.ts'
import { codeOf, endedJob, openLedger, targetOf, type Ledger, type Row } from '../support/writes.ts'

let ledger: Ledger
let clerk: Clerk
let entities: Record<string, string> = {}
beforeAll(async () => {
  ledger = await openLedger('bulk')
  ledger.house.work()
  clerk = await newClerk(ledger.house, ledger.place)
  const { value } = (await ledger.send('GET', `/api/metadata/entity/v1/${ledger.place.id}`)).json<{
    value: { id: string; uri: string }[]
  }>()
  entities = Object.fromEntries(value.map(({ id, uri }) => [uri, id]))
})
afterAll(() => ledger.close())
beforeEach(() => clerk.allowAll())

type Asker = Pick<Clerk, 'send'>
const bulk = (set: string, draft: object, { send }: Asker = ledger) =>
  send('POST', `/api/bulk/v1/${ledger.place.id}/${entities[set]}`, draft)
const jobOf = (answer: ReturnType<typeof bulk>) => endedJob(ledger, answer)
const troubleOf = async ({ id }: Job) =>
  (await ledger.send('GET', `/api/work/v1/${ledger.place.id}/${id}/trouble`)).json<{ value: TroubleRecord[] }>().value
const undo = (kind: string, id: string) =>
  jobOf(ledger.send('POST', `/api/cause/v1/${ledger.place.id}/undo`, { id, kind }))
const causes = async (query = '') =>
  (await expected(200, ledger.send('GET', `/api/cause/v1/${ledger.place.id}${query}`))).json<Causes>()
const rows = (set: string) =>
  ledger.house.database.query<Row & { version: string }>({
    text: `select to_jsonb(t) - 'updated_on' - 'updated_by_id' - 'version' as row from "${ledger.place.schema}".${set} t order by id`,
  })
const many = async (set: string, count: number, body: (at: number) => object) =>
  Promise.all(Array.from({ length: count }, (_, at) => ledger.made(set, body(at))))

describe('a change of many records', () => {
  test('reaches all that a filter finds, several attributes at once, each with an event, and goes back in one undo', async () => {
    await many('customers', 300, (at) => ({ name: `C${at}`, city: at % 3 === 0 ? 'Riga' : 'Ogre' }))
    const before = await rows('customers')
    const query = `$filter=${encodeURIComponent("city eq 'Riga'")}`
    const job = await jobOf(
      bulk('customers', { action: 'change', records: { query, except: [] }, values: { city: null, name: 'Moved' } }),
    )
    expect([job.state, job.kind, job.result, job.title]).toEqual([
      'succeeded',
      'bulkchange',
      { done: 100, refused: 0, entity_id: entities['customers'] },
      { entity: 'customers' },
    ])
    const moved = (await ledger.send('GET', `customers?$filter=name eq 'Moved'&$top=1000`)).json<{ value: Row[] }>()
    expect(moved.value).toHaveLength(100)
    expect(new Set(moved.value.map(({ city }) => city))).toEqual(new Set([null]))
    const { value } = await causes(`?entity=${entities['customers']}`)
    expect(value[0]).toMatchObject({
      id: job.id,
      kind: 'bulk',
      by: 'Ilze Kalniņa',
      counts: { created: 0, updated: 100, deleted: 0, more: false },
      job: { kind: 'bulkchange', title: { entity: 'customers' } },
      undo: null,
      undoable: true,
    })
    const undone = await undo('bulk', job.id)
    expect(undone).toMatchObject({ state: 'succeeded', result: { done: 100, refused: 0 } })
    expect(await rows('customers')).toEqual(before)
    expect((await causes()).value.slice(0, 2)).toMatchObject([
      { id: undone.id, kind: 'undo', undoable: true },
      { id: job.id, undo: { state: 'done' }, undoable: false },
    ])
    const redone = await undo('undo', undone.id)
    expect(redone.result).toMatchObject({ done: 100, refused: 0 })
    expect((await ledger.send('GET', `customers/$count?$filter=name eq 'Moved'`)).text).toBe('100')
  })

  test('is refused at once where no record could take it', async () => {
    const answer = await bulk('invoices', {
      action: 'change',
      records: { query: '', except: [] },
      values: { units: 'x' },
    })
    expect([answer.status, targetOf(answer)]).toEqual([422, 'units'])
    expect(
      (await bulk('invoices', { action: 'change', records: { query: '$top=1', except: [] }, values: { units: 1 } }))
        .status,
    ).toBe(400)
    expect((await bulk('invoices', { action: 'change', records: { query: '', except: [] }, values: {} })).status).toBe(
      400,
    )
    expect((await bulk('invoices', { action: 'change', records: { ids: [] }, values: { units: 1 } })).status).toBe(422)
    await clerk.allow('update', 'invoices', 'none')
    const whole = { action: 'change', records: { query: '' }, values: { units: 1 } }
    expect(codeOf(await bulk('invoices', whole, clerk))).toBe('request.forbidden')
  })

  test('leaves what its member may not change, what is disabled and what is gone, and tells which', async () => {
    const made = await many('countries', 4, (at) => ({ name: `L${at}`, code: at === 0 ? 'own' : 'other' }))
    const [own, other, off, gone] = made
    await expected(200, ledger.send('PATCH', `countries(${off?.id})`, { status: 'disabled', code: 'own' }))
    await expected(204, ledger.send('DELETE', `countries(${gone?.id})`))
    await clerk.give('countries', own?.id, off?.id)
    await clerk.allow('update', 'countries', 'user')
    const ids = made.map(({ id }) => id)
    const job = await jobOf(bulk('countries', { action: 'change', records: { ids }, values: { name: 'Set' } }, clerk))
    expect(job.result).toMatchObject({ done: 1, refused: 3 })
    const told = await troubleOf(job)
    expect(told.map(({ id, problems }) => [id, problems[0]?.code])).toEqual([
      [other?.id, 'request.forbidden'],
      [off?.id, 'record.disabled'],
      [gone?.id, 'record.unknown'],
    ])
    expect(await ledger.read(`countries(${own?.id})`)).toMatchObject({ name: 'Set' })
    expect(await ledger.read(`countries(${other?.id})`)).toMatchObject({ name: 'L1' })
  })

  test('gives them another owner, but for what is disabled, and one undo gives them back', async () => {
    const security = async (path: string, body: object) =>
      (await expected(201, ledger.send('POST', `/api/security/v1/${ledger.place.id}/${path}`, body))).json<Row>().id
    const privileges = [{ entity_id: entities['countries'], action: 'read', scope: 'all' }]
    const role_ids = [await security('role', { name: 'Reader', privileges })]
    const owner_id = await security('team', { name: 'Field service', kind: 'owner', role_ids })
    const made = await many('countries', 3, (at) => ({ name: 'Given', code: at === 1 ? 'other' : 'own' }))
    await expected(200, ledger.send('PATCH', `countries(${made[1]?.id})`, { status: 'disabled' }))
    const before = await rows('countries')
    const ids = made.map(({ id }) => id)
    const job = await jobOf(bulk('countries', { action: 'change', records: { ids }, values: { owner_id } }))
    expect((await troubleOf(job)).map(({ id }) => id)).toContain(made[1]?.id)
    const owned = (await rows('countries')).map(({ row }) => row as { owner_id: string; code: string })
    expect(new Set(owned.filter((row) => row.owner_id === owner_id).map(({ code }) => code))).toEqual(new Set(['own']))
    expect((await undo('bulk', job.id)).result).toMatchObject({ refused: 0 })
    expect(await rows('countries')).toEqual(before)
  })

  test('goes back with the status of a record, whichever was last', async () => {
    const { id } = await ledger.made('countries', { name: 'Switched', code: 'before' })
    await expected(200, ledger.send('PATCH', `countries(${id})`, { status: 'disabled' }))
    const part = { atomicityGroup: 'all', method: 'PATCH', url: `countries(${id})` }
    const requests = [{ status: 'active' }, { code: 'after' }].map((body, at) => ({ ...part, id: String(at), body }))
    await expected(200, ledger.send('POST', '$batch', { requests }))
    const undone = await undo('request', (await causes()).value[0]?.id ?? '')
    expect([await troubleOf(undone), undone.result]).toEqual([[], expect.objectContaining({ done: 1, refused: 0 })])
    expect(await ledger.read(`countries(${id})`)).toMatchObject({ status: 'disabled', code: 'before' })
    await undo('undo', undone.id)
    expect(await ledger.read(`countries(${id})`)).toMatchObject({ status: 'active', code: 'after' })
  })

  test('does not reach records that its member may not read', async () => {
    const [seen] = await many('countries', 3, () => ({ name: 'Read' }))
    await ledger.house.database.execute({
      text: `update "${ledger.place.schema}".countries set owner_id = $1`,
      values: [ledger.maker.id],
    })
    await clerk.give('countries', seen?.id)
    await clerk.allow('read', 'countries', 'user')
    const draft = { action: 'change', records: { query: '' }, values: { name: 'Now' } }
    const job = await jobOf(bulk('countries', draft, clerk))
    expect(job.result).toMatchObject({ done: 1, refused: 0 })
  })

  test("is another member's business only for administrators, and nobody's from outside", async () => {
    const job = await jobOf(bulk('countries', { action: 'change', records: { query: '' }, values: { name: 'Mine' } }))
    const eve = await newMaker(ledger.house.send, 'eve@example.org')
    for (const path of [`work/v1/${ledger.place.id}/${job.id}/trouble`, `cause/v1/${ledger.place.id}`])
      expect((await eve.send('GET', `/api/${path}`)).status).toBe(404)
    const undone = await eve.send('POST', `/api/cause/v1/${ledger.place.id}/undo`, { id: job.id, kind: 'bulk' })
    expect(undone.status).toBe(404)
    const unknown = await ledger.send('POST', `/api/cause/v1/${ledger.place.id}/undo`, { id: 'nothing', kind: 'bulk' })
    expect(codeOf(unknown)).toBe('cause.unknown')
  })
})

describe('a deletion of many records', () => {
  test('moves them to the trash, and one undo brings them back', async () => {
    const made = await many('invoices', 40, (at) => ({ name: `I${at}`, total: `${at}.5` }))
    const before = await rows('invoices')
    const except = [made[0]?.id]
    const job = await jobOf(bulk('invoices', { action: 'delete', records: { query: '', except } }))
    expect(job).toMatchObject({ kind: 'bulkdelete', result: { done: 39, refused: 0 } })
    expect(await rows('invoices')).toHaveLength(1)
    expect((await undo('bulk', job.id)).result).toMatchObject({ done: 39, refused: 0 })
    expect(await rows('invoices')).toEqual(before)
  })

  test('leaves a record that others link to, and says so', async () => {
    const one = await ledger.made('invoices', { name: 'Linked' })
    await ledger.made('lines', { amount: '1', invoice_id: one.id })
    const job = await jobOf(bulk('invoices', { action: 'delete', records: { ids: [one.id] } }))
    expect((await troubleOf(job))[0]?.problems[0]?.code).toBe('record.restricted')
  })
})

/** What becomes of the records of an entity when the one that they point to is deleted. */
async function onDelete(from: string, on_delete: string): Promise<void> {
  const relationships = `/api/metadata/relationship/v1/${ledger.place.id}`
  const { value } = (await ledger.send('GET', relationships)).json<{ value: { id: string; from_entity: string }[] }>()
  const found = value.find(({ from_entity }) => from_entity === entities[from])
  await expected(200, ledger.send('PATCH', `${relationships}/${found?.id}`, { on_delete }))
}

describe('an undo', () => {
  test('of a deletion brings back what went with it, and the links that were cleared', async () => {
    await onDelete('lines', 'cascade')
    await onDelete('invoices', 'clear')
    const customer = await ledger.made('customers', { name: 'Whole' })
    const invoice = await ledger.made('invoices', { name: 'Part', customer_id: customer.id })
    await ledger.made('lines', { amount: '1', invoice_id: invoice.id })
    const before = [await rows('customers'), await rows('invoices'), await rows('lines')]
    const ids = { ids: [invoice.id] }
    const cascaded = await jobOf(bulk('invoices', { action: 'delete', records: ids }))
    expect(cascaded.result).toMatchObject({ done: 1, refused: 0 })
    const cleared = await jobOf(bulk('customers', { action: 'delete', records: { ids: [customer.id] } }))
    expect((await undo('bulk', cleared.id)).result).toMatchObject({ refused: 0 })
    expect((await undo('bulk', cascaded.id)).result).toMatchObject({ done: 2, refused: 0 })
    const both = await jobOf(bulk('customers', { action: 'delete', records: { ids: [customer.id] } }))
    expect(await ledger.read(`invoices(${invoice.id})`)).toMatchObject({ customer_id: null })
    expect((await undo('bulk', both.id)).result).toMatchObject({ done: 2, refused: 0 })
    expect([await rows('customers'), await rows('invoices'), await rows('lines')]).toEqual(before)
    await onDelete('lines', 'restrict')
  })

  test('keeps what somebody has changed since, field by field, and tells of it', async () => {
    const made = await many('customers', 3, (at) => ({ name: `U${at}`, city: 'Riga' }))
    const ids = made.map(({ id }) => id)
    const job = await jobOf(bulk('customers', { action: 'change', records: { ids }, values: { city: 'Ogre' } }))
    await expected(200, ledger.send('PATCH', `customers(${ids[0]})`, { city: 'Cēsis' }))
    await expected(200, ledger.send('PATCH', `customers(${ids[1]})`, { name: 'Renamed' }))
    const undone = await undo('bulk', job.id)
    expect(undone.result).toMatchObject({ done: 2, refused: 1 })
    expect(await troubleOf(undone)).toEqual([
      expect.objectContaining({ id: ids[0], problems: [{ code: 'undo.changed', target: 'city' }] }),
    ])
    expect(await ledger.read(`customers(${ids[0]})`)).toMatchObject({ city: 'Cēsis' })
    expect(await ledger.read(`customers(${ids[1]})`)).toMatchObject({ city: 'Riga', name: 'Renamed' })
  })

  test('takes back all that one request did, also of several tables', async () => {
    const customer = await ledger.made('customers', { name: 'Batch', city: 'Riga' })
    const [customers, countries] = [await rows('customers'), await rows('countries')]
    const requests = [
      { id: '1', method: 'POST', url: 'countries', body: { name: 'New' } },
      { id: '2', method: 'PATCH', url: `customers(${customer.id})`, body: { city: 'Ogre' } },
      { id: '3', method: 'PATCH', url: `customers(${customer.id})`, body: { city: 'Cēsis', name: 'Changed' } },
    ].map((request) => ({ ...request, headers: { 'content-type': 'application/json' } }))
    await expected(200, ledger.send('POST', '$batch', { requests }))
    const [cause] = (await causes()).value
    expect(cause).toMatchObject({ kind: 'request', counts: { created: 1, updated: 2, deleted: 0 } })
    expect((await undo('request', cause?.id ?? '')).result).toMatchObject({ done: 2, refused: 0 })
    expect([await rows('customers'), await rows('countries')]).toEqual([customers, countries])
  })

  test('of random writes gives the former rows', async () => {
    const seeds = [1, 2, 3, 4]
    for (const seed of seeds) {
      let state = seed * 7919
      const random = (below: number) => (state = (state * 48271) % 2147483647) % below
      const parents = await many('customers', 3, (at) => ({ name: `P${seed}${at}` }))
      const start = await many('invoices', 6, (at) => ({
        name: `R${seed}${at}`,
        total: `${random(1000)}.${random(10)}`,
        customer_id: parents[at % 3]?.id,
      }))
      const before = await rows('invoices')
      const alive = start.map(({ id }) => id)
      const requests = Array.from({ length: 14 }, (_, at) => {
        const one = { id: String(at), headers: { 'content-type': 'application/json' } }
        const what = random(4)
        const id = alive[random(alive.length)]
        const body = {
          ...(random(2) ? { total: `${random(500)}` } : {}),
          ...(random(2) ? { name: `N${random(99)}` } : { units: random(50) }),
          ...(random(3) === 0 ? { customer_id: random(2) ? null : parents[random(3)]?.id } : {}),
        }
        if (what === 0) return { ...one, method: 'POST', url: 'invoices', body }
        if (what === 1 && alive.length > 2) {
          alive.splice(alive.indexOf(id ?? ''), 1)
          return { ...one, method: 'DELETE', url: `invoices(${id})` }
        }
        return { ...one, method: 'PATCH', url: `invoices(${id})`, body }
      })
      await expected(200, ledger.send('POST', '$batch', { requests }))
      const after = await rows('invoices')
      const [cause] = (await causes(`?entity=${entities['invoices']}`)).value
      const undone = await undo('request', cause?.id ?? '')
      expect(undone.result, `seed ${seed}`).toMatchObject({ refused: 0 })
      expect(await rows('invoices'), `seed ${seed}`).toEqual(before)
      const redone = await undo('undo', undone.id)
      expect(redone.result, `seed ${seed}`).toMatchObject({ refused: 0 })
      expect(await rows('invoices'), `seed ${seed}`).toEqual(after)
    }
  })
})
