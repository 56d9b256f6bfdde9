import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modelsOf } from '#entities/server/model.ts'
import { tendAll } from '#main/upkeep.ts'
import { openStorage } from '#platform/server/storage.ts'
import { newId } from '#platform/server/newId.ts'
import { openLintel, type WholeLintel } from '../../test/support/lintel.ts'
import { newEntity, newEnvironment, newMaker, type Maker, type Place } from '../../test/support/maker.ts'
import { folderFiles } from '#records/exchange/server/import/importFiles.ts'

const day = 24 * 60 * 60 * 1000
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

let lintel: WholeLintel
let maker: Maker
beforeAll(async () => {
  lintel = await openLintel('upkeep')
  maker = await newMaker(lintel.send, 'anna@example.org')
})
afterAll(() => lintel.close())

/** The upkeep as it runs so many days from now. */
async function tendIn(days: number): Promise<void> {
  const { database } = lintel
  const now = () => new Date(Date.now() + days * day)
  const options = {
    database,
    online: database,
    models: modelsOf(database),
    log,
    importFiles: folderFiles(join(lintel.dataFolder, 'imports')),
    storage: await openStorage(lintel.dataFolder, undefined),
  }
  await tendAll({ database, now, newId, log }, options)
}

async function remove({ id, uri }: Place): Promise<void> {
  const answer = await maker.send('DELETE', `/api/env/v1/${id}`, { name: uri })
  expect(answer.status).toBe(204)
}

/** What the database still knows of an environment. */
async function tracesOf({ id, schema }: Place): Promise<unknown> {
  const [traces] = await lintel.database.query({
    text: `select (select count(*)::int from pg_namespace where nspname = $2) as schemas,
      (select count(*)::int from pg_roles where rolname = $2) as roles,
      (select count(*)::int from lintel.environment where id = $1) as entries,
      (select count(*)::int from lintel.environment_uri where environment_id = $1) as uris,
      (select count(*)::int from lintel.environment_member where environment_id = $1) as members,
      (select count(*)::int from lintel.job_due where environment_id = $1) as due`,
    values: [id, schema],
  })
  return traces
}

const whole = { schemas: 1, roles: 1, entries: 1, uris: 1, members: 1 }
const gone = { schemas: 0, roles: 0, entries: 0, uris: 0, members: 0, due: 0 }

/** Uploads a file without importing it. */
async function upload({ id }: Place): Promise<string> {
  const body =
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\ncity,units\nRiga,1\n\r\n--x--\r\n'
  const type = { 'content-type': 'multipart/form-data; boundary=x' }
  const answer = await maker.send('POST', `/api/import/v1/${id}/upload`, body, type)
  expect(answer.status, answer.text).toBe(201)
  return join(lintel.dataFolder, 'imports', id)
}

test('an environment can be taken back for 30 days after it was deleted, with everything in it', async () => {
  const place = await newEnvironment(maker, 'kept')
  const orders = await newEntity(maker, place, 'orders', [{ name: 'City', uri: 'city', type: 'text' }])
  await remove(place)
  await tendIn(29.9)
  expect(await tracesOf(place)).toMatchObject(whole)
  expect((await maker.send('POST', `/api/env/v1/${place.id}/restore`)).status).toBe(200)
  expect((await maker.send('GET', `/api/metadata/entity/v1/${place.id}/${orders.id}`)).status).toBe(200)
  await tendIn(31)
  expect(await tracesOf(place), 'what was taken back stays').toMatchObject(whole)
})

test('after 30 days it goes for good: schema, role, entry, jobs and files; its uri is free, and a neighbour stays', async () => {
  const place = await newEnvironment(maker, 'ended')
  const neighbour = await newEnvironment(maker, 'neighbour')
  await newEntity(maker, place, 'orders', [{ name: 'City', uri: 'city', type: 'text' }])
  const folder = await upload(place)
  await lintel.database.execute({
    text: `insert into lintel.job_due (environment_id, schema, due_on, revision) values ($1, $2, 'infinity', 1)`,
    values: [place.id, place.schema],
  })
  await remove(place)
  await tendIn(30.1)
  expect(await tracesOf(place)).toEqual(gone)
  expect(existsSync(folder)).toBe(false)
  expect(await tracesOf(neighbour)).toMatchObject(whole)
  expect((await maker.send('POST', `/api/env/v1/${place.id}/restore`)).status).toBe(404)
  await newEnvironment(maker, 'ended')
})

test('a job that runs meanwhile is told to stop and waited for', async () => {
  const { database } = lintel
  const place = await newEnvironment(maker, 'busy')
  const table = `"${place.schema}"._job`
  const running = `insert into ${table}
    (id, kind, title, data, state, progress, by_id, cause, created_on, due_on, lease_owner, lease_until, attempt)
    values (gen_random_uuid(), 'import', '{}', '{}', 'running', '{}', $1, '{}', now(), 'infinity', $1, 'infinity', 1)`
  await database.execute({ text: running, values: [maker.id] })
  await remove(place)
  // What the job does meanwhile: work in a transaction of its own, with a look at its row each second.
  const job = database.transaction(async (transaction) => {
    await transaction.query({ text: `select 1 from "${place.schema}"._version` })
    const told = () => database.query({ text: `select 1 from ${table} where cancel_on is not null` })
    await expect.poll(told, { timeout: 5000 }).toHaveLength(1)
  })
  const ended = job.then(() => database.execute({ text: `update ${table} set state = 'cancelled'` }))
  await Promise.all([tendIn(31), ended])
  expect(await tracesOf(place)).toEqual(gone)
})

test('an end that a crash has broken off is finished the next time, and cannot be taken back any more', async () => {
  const place = await newEnvironment(maker, 'half')
  await remove(place)
  await lintel.database.execute({
    text: `update lintel.environment set deleted_on = '-infinity' where id = $1`,
    values: [place.id],
  })
  await lintel.database.execute({ text: `drop table "${place.schema}"._job cascade` })
  expect((await maker.send('POST', `/api/env/v1/${place.id}/restore`)).status).toBe(404)
  await tendIn(0)
  expect(await tracesOf(place)).toEqual(gone)
})
