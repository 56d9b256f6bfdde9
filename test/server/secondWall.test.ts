import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modelsOf } from '../../src/entities/server/model.ts'
import type { Job } from '../../src/jobs/job.ts'
import { tendAll } from '../../src/main/upkeep.ts'
import { newId } from '../../src/platform/server/newId.ts'
import { openStorage } from '../../src/platform/server/storage.ts'
import type { Import, ImportPlan } from '../../src/records/exchange/import/settings.ts'
import { newMember, newRole } from '../support/access.ts'
import { planOf } from '../support/imports.ts'
import { expected, newEntity, newEnvironment, type Named, type Place } from '../support/maker.ts'
import { openThings, type Request, type Things } from '../support/things.ts'
import { upload } from '../support/uploads.ts'
import { folderFiles } from '../../src/records/exchange/server/import/importFiles.ts'

// Beside the conditions in each statement, the database itself holds environments apart: what works on records runs under
// the environment's own database role, which reaches its own schema only.

let things: Things
let other: Place
beforeAll(async () => {
  things = await openThings('second_wall')
  other = await newEnvironment(things.maker, 'other')
  await newEntity(things.maker, other, 'secrets', [])
})
afterAll(() => things.lintel.close())

const run = (text: string) => things.lintel.database.execute({ text })
const table = () => `"${things.home.schema}"."things"`

/** Everything that reads records, each by its own way through the server. */
function reads(): Request[] {
  const { home, entity, record, records } = things
  return [
    ['GET', records()],
    ['GET', records(`(${record})`)],
    ['GET', records('/$count')],
    ['GET', records('?$apply=aggregate($count as n)')],
    ['GET', records(`?$search=one`)],
    ['GET', records('?$format=csv')],
    ['POST', records('/$query'), '$top=1', { 'content-type': 'text/plain' }],
    ['POST', `/api/odata/v1/${home.id}/$batch`, { requests: [{ id: '1', method: 'GET', url: 'things' }] }],
    ['GET', `/api/export/v1/${home.id}/${entity.id}?format=csv`],
    ['GET', `/api/search/v1/${home.id}?q=one`],
    ['GET', `/api/history/v1/${home.id}/${entity.id}/${record}`],
  ]
}

async function answersOf(requests: readonly Request[]) {
  const answers: [string, boolean][] = []
  for (const [method, url, body, headers] of requests) {
    const { status, text } = await things.maker.send(method, url, body, headers)
    answers.push([`${method} ${url.replace(/[\da-f-]{36}/g, '·')}`, status < 400 && !/"status":5\d\d/.test(text)])
  }
  return answers
}

test('whatever reads records runs under the role of their environment', async () => {
  const before = await answersOf(reads())
  expect(before.filter(([, isAnswered]) => !isAnswered)).toEqual([])
  await run(`revoke select on ${table()} from "${things.home.schema}"`)
  const without = await answersOf(reads())
  await run(`grant select on ${table()} to "${things.home.schema}"`)
  expect(without.filter(([, isAnswered]) => isAnswered)).toEqual([])
})

test('whatever writes records does too', async () => {
  const { record, records, maker } = things
  const writes: Request[] = [
    ['POST', records(), { title: 'two' }],
    ['PATCH', records(`(${record})`), { title: 'three' }],
    ['DELETE', records(`(${record})`)],
  ]
  await run(`revoke insert, update, delete on ${table()} from "${things.home.schema}"`)
  const without = await answersOf(writes)
  await run(`grant insert, update, delete on ${table()} to "${things.home.schema}"`)
  expect(without.filter(([, isAnswered]) => isAnswered)).toEqual([])
  expect((await maker.send('PATCH', records(`(${record})`), { title: 'three' })).status).toBe(200)
})

const metadata = (rest: string) => `/api/metadata/${rest.replace('/v1', `/v1/${things.home.id}`)}`
const post = async <Body>(status: number, url: string, body?: unknown) =>
  (await expected(status, things.maker.send('POST', url, body))).json<Body>()

/** The job of an answer that has one, else the last that began; at its end. */
async function ended(id?: string): Promise<Job> {
  for (;;) {
    const { value } = (await things.maker.send('GET', `/api/job/v1/${things.home.id}`)).json<{ value: Job[] }>()
    const job = value.find((each) => each.id === (id ?? value[0]?.id))
    if (job?.ended_on && value.every((each) => each.ended_on)) return job
    await pause(50)
  }
}
const jobOf = async (url: string, body: unknown) => ended((await post<{ job_id: string }>(202, url, body)).job_id)

const attributeOf = async (uri: string) => {
  const { attributes } = (await things.maker.send('GET', metadata(`entity/v1/${things.entity.id}`))).json<{
    attributes: Named[]
  }>()
  return attributes.find((each) => each.uri === uri)?.id ?? ''
}

/** Makes a file into an import: its first column fills the title, by which records are known where `changes`. */
async function imported(content: string, changes: boolean): Promise<{ made: Import; job: Job }> {
  const { maker, home, entity } = things
  const path = `/api/import/v1/${home.id}`
  const made = (await expected(201, upload(maker.send, `${path}/upload`, 'things.csv', content))).json<Import>()
  const plan: ImportPlan = planOf(made, entity.id)
  const [first, ...others] = plan.target.columns
  const title = { ...first, field: 'title' }
  delete title.attribute
  const target = { ...plan.target, columns: [title, ...others], keys: changes ? ['title'] : [] }
  const job = await jobOf(`${path}/${made.id}/start`, { ...plan, target })
  return { made, job }
}

const bulk = (draft: object) => jobOf(`/api/bulk/v1/${things.home.id}/${things.entity.id}`, draft)
const every = (title: string) => ({ query: `$filter=title eq '${title}'`, except: [] })
const copied = async (uri: string) => {
  const draft = { copy_of: things.entity.id, name: uri, collectionname: uri, uri, with_records: true }
  await post(201, metadata('entity/v1'), draft)
  return ended()
}
const named = async (by: string | null) => {
  await expected(200, things.maker.send('PATCH', metadata(`entity/v1/${things.entity.id}`), { naming: by }))
  return ended()
}
const converted = async (type: string) => {
  const operation = { kind: 'attribute.update', id: await attributeOf('amount'), type, accept_loss: true }
  return jobOf(metadata('change/v1'), { operations: [operation] })
}

let counter = 0

/** What each kind of job needs of the table, and the job; `before` makes what it works on. */
type JobCase = {
  readonly kind: string
  readonly right: 'select' | 'insert' | 'update' | 'delete'
  readonly run: () => Promise<Job>
  readonly before?: () => Promise<unknown>
}
function jobs(): JobCase[] {
  const made = { import: '', cause: '' }
  const undone = () => jobOf(`/api/import/v1/${things.home.id}/${made.import}/undo`, undefined)
  const reverted = () => jobOf(`/api/cause/v1/${things.home.id}/undo`, { id: made.cause, kind: 'bulk' })
  const changeAll = () => bulk({ action: 'change', records: every('one'), values: { amount: ++counter } })
  return [
    { kind: 'import of new records', right: 'insert', run: async () => (await imported('title\nA\nB', false)).job },
    {
      kind: 'import of changes',
      right: 'update',
      run: async () => (await imported(`title,extra${++counter}\none,2`, true)).job,
    },
    {
      kind: 'import taken back',
      right: 'delete',
      before: async () => (made.import = (await imported('title\nC\nD', false)).made.id),
      run: undone,
    },
    {
      kind: 'import with its definitions taken back',
      right: 'delete',
      before: async () => (made.import = (await imported(`title,more${++counter}\nE,1\nF,2`, false)).made.id),
      run: undone,
    },
    { kind: 'change of many', right: 'update', run: changeAll },
    {
      kind: 'undo',
      right: 'update',
      before: async () => (made.cause = (await changeAll()).id),
      run: reverted,
    },
    { kind: 'deletion of many', right: 'delete', run: () => bulk({ action: 'delete', records: every('B') }) },
    { kind: 'copy', right: 'select', run: () => copied(`copy${++counter}`) },
    { kind: 'naming', right: 'update', before: () => named(null), run: async () => named(await attributeOf('title')) },
    { kind: 'conversion', right: 'update', before: fillTable, run: () => converted('text') },
  ]
}

/** More records than are converted at once. */
async function fillTable(): Promise<void> {
  await run(`insert into ${table()} (id, version, created_on, created_by_id, updated_on, updated_by_id, owner_id, owning_unit_id, status, amount)
    select gen_random_uuid(), 1, created_on, created_by_id, updated_on, updated_by_id, owner_id, owning_unit_id, status, n
    from ${table()}, generate_series(1, 10001) n where id = '${things.record}'`)
}

const isDone = ({ state, result }: Job) => state === 'succeeded' && !result?.['refused'] && !result?.['kept']

test('whatever works on records in a job does too, where definitions are made, changed and taken back beside', async () => {
  await expected(200, things.maker.send('PATCH', things.records(`(${things.record})`), { title: 'one' }))
  const found: [string, boolean, boolean][] = []
  for (const { kind, right, before, run: perform } of jobs()) {
    await before?.()
    await run(`revoke ${right} on ${table()} from "${things.home.schema}"`)
    const without = await perform()
    await run(`grant ${right} on ${table()} to "${things.home.schema}"`)
    await before?.()
    found.push([kind, isDone(without), isDone(await perform())])
  }
  expect(found).toEqual(jobs().map(({ kind }) => [kind, false, true]))
}, 180_000)

test('the dry run of an import, the preview of a deletion and what was written by which cause read under it too', async () => {
  const { maker, home, entity } = things
  const path = `/api/import/v1/${home.id}`
  const made = (await expected(201, upload(maker.send, `${path}/upload`, 'a.csv', 'id\n1'))).json<Import>()
  const plan = planOf(made, entity.id)
  const [first] = plan.target.columns
  const columns = [{ ...first, field: 'title', attribute: undefined }]
  const draft = { settings: plan.settings, target: { ...plan.target, columns, keys: ['title'] } }
  const previews: Request[] = [
    ['POST', `${path}/${made.id}/dryrun`, draft],
    ['POST', `/api/bulk/v1/${home.id}/${entity.id}/preview`, { records: every('one') }],
  ]
  expect((await answersOf(previews)).filter(([, isAnswered]) => !isAnswered)).toEqual([])
  await run(`revoke select on ${table()} from "${home.schema}"`)
  const without = await answersOf(previews)
  await run(`grant select on ${table()} to "${home.schema}"`)
  expect(without.filter(([, isAnswered]) => isAnswered)).toEqual([])
})

test('an explanation, the impact of a change of rights and the hourly upkeep work on records under it too', async () => {
  const { lintel, maker, home, entity, record } = things
  const database = lintel.database
  const role = await newRole(database, home, { privileges: { [entity.id]: { read: 'user' } } })
  const bob = await newMember(lintel, home, 'bob@example.org', [role])
  const asked: Request[] = [
    ['GET', `/api/security/v1/${home.id}/explain?entity=${entity.id}&record=${record}&user=${bob.id}`],
    ['POST', `/api/security/v1/${home.id}/impact`, { kind: 'role', id: role, change: widened(entity.id) }],
  ]
  expect((await answersOf(asked)).filter(([, isAnswered]) => !isAnswered)).toEqual([])
  await run(`revoke select on ${table()} from "${home.schema}"`)
  const without = await answersOf(asked)
  await run(`grant select on ${table()} to "${home.schema}"`)
  expect(without.filter(([, isAnswered]) => isAnswered)).toEqual([])

  const { id } = await post<{ id: string }>(201, things.records(), { title: 'gone soon' })
  await expected(204, maker.send('DELETE', things.records(`(${id})`)))
  const isInTrash = async () =>
    (await database.query({ text: `select from "${home.schema}"._trash where id = $1`, values: [id] })).length > 0
  const right = `delete on "${home.schema}"._trash`
  await run(`revoke ${right} from "${home.schema}"`)
  const said = await tendInAMonth()
  expect([await isInTrash(), said]).toEqual([true, ['old records could not be cleared away']])
  await run(`grant ${right} to "${home.schema}"`)
  expect([await tendInAMonth(), await isInTrash()]).toEqual([[], false])
})

const widened = (entityId: string) => ({
  privileges: [{ entity_id: entityId, action: 'read', scope: 'all' }],
})

/** The hourly upkeep as it runs in a month; answers what it warns of. */
async function tendInAMonth(): Promise<string[]> {
  const said: string[] = []
  const silent = () => undefined
  const log = { debug: silent, info: silent, error: silent, warn: (_: unknown, text = '') => void said.push(text) }
  const { database, dataFolder } = things.lintel
  const now = () => new Date(Date.now() + 31 * 24 * 60 * 60 * 1000)
  const storage = await openStorage(dataFolder, undefined)
  const importFiles = folderFiles(join(dataFolder, 'imports'))
  await tendAll(
    { database, now, newId, log },
    { database, online: database, models: modelsOf(database), log, importFiles, storage },
  )
  return said
}

test('the role of an environment reaches neither another environment nor people and sessions', async () => {
  const walled = things.lintel.database.under(things.home.schema)
  const ask = (text: string) => walled.query({ text, values: [] })
  expect(await ask(`select count(*) from ${table()}`)).toHaveLength(1)
  for (const text of [
    `select * from "${other.schema}"."secrets"`,
    `insert into "${other.schema}"."secrets" (id) values (gen_random_uuid())`,
    'select * from lintel."user"',
    'select * from lintel.session',
    `drop table ${table()}`,
    `create table "${things.home.schema}"."mine" (id uuid)`,
    `copy ${table()} to program 'cat'`,
    `select pg_read_file('/etc/passwd')`,
  ])
    await expect(ask(text), text).rejects.toThrow(/permission denied|must be owner/)
})
