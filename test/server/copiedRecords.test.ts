import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Job } from '../../src/jobs/job.ts'
import { modelsOf } from '../../src/entities/server/model.ts'
import type { JobRow, JobTools } from '../../src/jobs/server/jobs.ts'
import { copyHandler, type CopyDeps } from '../../src/records/exchange/server/copy/handler.ts'
import { storageKey } from '../../src/records/files/server/serve.ts'
import { sweepFiles } from '../../src/records/files/server/sweep.ts'
import { holdingsOf } from '../support/access.ts'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker, type Named, type Place } from '../support/maker.ts'
import { upload } from '../support/uploads.ts'

let house: TestApi
let maker: Maker
let home: Place
let staff: Named

beforeAll(async () => {
  house = await openApiOn('copiedrecords')
  maker = await newMaker(house.send, 'anna@example.org')
  home = await newEnvironment(maker, 'home')
  const cities = await newEntity(maker, home, 'cities', [])
  staff = await newEntity(maker, home, 'staff', [
    { name: 'Number', uri: 'number', type: 'autonumber', format: 'S{000}' },
    { name: 'Email', uri: 'email', type: 'email', unique: true },
    { name: 'City', uri: 'city', type: 'N:1', related_entity: cities.id },
    { name: 'Photo', uri: 'photo', type: 'image' },
    { name: 'Upper', uri: 'upper', type: 'formula', expression: 'UPPER(email)' },
  ])
  await expected(
    201,
    maker.send('POST', `/api/metadata/attribute/v1/${home.id}/${staff.id}`, {
      name: 'Boss',
      uri: 'boss',
      type: 'N:1',
      related_entity: staff.id,
    }),
  )
  house.work()
})
afterAll(() => house.close())

type Row = Record<string, unknown> & { id: string }
const at = (rest: string) => `/api/odata/v1/${home.id}/${rest}`
const made = async (set: string, body: object) => (await expected(201, maker.send('POST', at(set), body))).json<Row>()
const listed = async (rest: string) =>
  (await expected(200, maker.send('GET', encodeURI(at(rest))))).json<{ value: Row[] }>().value
const copyOf = (uri: string, more: object) =>
  maker.send('POST', `/api/metadata/entity/v1/${home.id}`, {
    copy_of: staff.id,
    name: uri,
    collectionname: uri,
    uri,
    ...more,
  })

async function copied(): Promise<Job | undefined> {
  for (let wait = 0; wait < 600; wait++) {
    const { value } = (await maker.send('GET', `/api/job/v1/${home.id}`)).json<{ value: Job[] }>()
    if (value.every(({ ended_on }) => ended_on !== null)) return value.find(({ kind }) => kind === 'copyrecords')
    await pause(50)
  }
  throw new Error('the job does not end')
}

test('a table is copied with its records: lookups lead where they led, those among them to the copies', async () => {
  const riga = await made('cities', { name: 'Rīga' })
  const boss = await made('staff', { name: 'Anna', email: 'anna@example.org', city_id: riga.id })
  await made('staff', { name: 'Bruno', email: 'bruno@example.org', boss_id: boss.id, status: 'inactive' })
  const { id, change_id } = (await expected(201, copyOf('crew', { with_records: true }))).json<
    Named & { change_id: string }
  >()
  expect(await copied()).toMatchObject({ state: 'succeeded', result: { done: 2, entity_id: id } })
  const rows = await listed('crew?$expand=boss($select=name),city($select=name)&$orderby=name')
  expect(rows).toMatchObject([
    { name: 'Anna', number: 'S001', city: { name: 'Rīga' }, boss: null, upper: 'ANNA@EXAMPLE.ORG', version: 1 },
    { name: 'Bruno', number: 'S002', status: 'inactive', boss: { name: 'Anna' } },
  ])
  expect(rows[1]?.['boss_id']).toBe(rows[0]?.id)
  expect(rows[0]?.id).not.toBe(boss.id)
  expect(await made('crew', { email: 'third@example.org' })).toMatchObject({ number: 'S003' })
  const causes = await maker.send('GET', `/api/cause/v1/${home.id}?entity=${id}`)
  expect(causes.json<{ value: unknown[] }>().value).toContainEqual(
    expect.objectContaining({ kind: 'bulk', counts: expect.objectContaining({ created: 2 }) }),
  )
  await expected(200, maker.send('POST', `/api/metadata/change/v1/${home.id}/${change_id}/undo`, {}))
  expect((await maker.send('GET', at('crew'))).status).toBe(404)
  expect(await listed('staff')).toHaveLength(2)
})

test('files come along: each record has its own, and the bytes stay until none has them', async () => {
  const { value } = (await maker.send('GET', `/api/metadata/attribute/v1/${home.id}/${staff.id}`)).json<{
    value: { id: string; uri: string }[]
  }>()
  const photo = value.find(({ uri }) => uri === 'photo')?.id
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1d4ed8' } })
    .png()
    .toBuffer()
  const bring = async (name: string) =>
    (await expected(201, upload(maker.send, `/api/file/v1/${home.id}/attribute/${photo}`, name, picture))).json<{
      id: string
    }>().id
  const photos = [await bring('b.png'), await bring('a.png')]
  const owner = await made('staff', { name: 'Clara', email: 'clara@example.org', photo: photos })
  const { id } = (await expected(201, copyOf('pictured', { with_records: true }))).json<Named>()
  expect(await copied()).toMatchObject({ state: 'succeeded', result: { entity_id: id } })
  const [clara] = await listed("pictured?$filter=name eq 'Clara'")
  const copies = clara?.['photo'] as string[]
  expect(copies).toHaveLength(2)
  expect(copies).not.toEqual(expect.arrayContaining(photos))
  const read = (file: string, query = '') => maker.send('GET', `/api/file/v1/${home.id}/${file}${query}`)
  const told = (await maker.send('GET', `/api/file/v1/${home.id}?ids=${copies.join(',')}`)).json<{
    value: { id: string; name: string }[]
  }>()
  expect(copies.map((file) => told.value.find((each) => each.id === file)?.name)).toEqual(['b.png', 'a.png'])
  // The source lets go of its files for good.
  await expected(200, maker.send('PATCH', at(`staff(${owner.id})`), { photo: null }))
  const { storage } = house
  const sweep = async () => {
    const model = await modelsOf(house.database).fresh(home)
    await sweepFiles(house.database, storage, { place: home, model, now: new Date(Date.now() + 40 * 86_400_000) })
  }
  await sweep()
  expect((await Promise.all(photos.map((file) => read(file)))).map(({ status }) => status)).toEqual([404, 404])
  for (const file of copies) {
    expect([(await read(file)).status, (await read(file, '?size=small')).status]).toEqual([200, 200])
  }
  await expected(200, maker.send('PATCH', at(`pictured(${clara?.id})`), { photo: null }))
  await sweep()
  expect((await Promise.all(copies.map((file) => read(file)))).map(({ status }) => status)).toEqual([404, 404])
  expect(await storage.read(storageKey(home.id, photos[0] ?? ''))).toBeUndefined()
})

test('without the word a copy has no records; more than 100,000 are refused before anything is made', async () => {
  await expected(201, copyOf('empty', {}))
  expect(await listed('empty')).toEqual([])
  // In portions: a busy machine gives one statement no time for all of them.
  const portion = {
    text: `insert into "${home.schema}".cities (id, name, version, created_on, created_by_id, updated_on, updated_by_id, owner_id, owning_unit_id, status)
      select gen_random_uuid(), 'c', 1, c.created_on, c.created_by_id, c.updated_on, c.updated_by_id, c.owner_id, c.owning_unit_id, c.status
      from "${home.schema}".cities c, generate_series(1, 10000)
      where c.name <> 'c'`,
  }
  for (let count = 0; count < 10; count++) await house.database.execute(portion)
  const cities = (await maker.send('GET', `/api/metadata/entity/v1/${home.id}`)).json<{ value: Named[] }>().value
  const refused = await copyOf('towns', { with_records: true, copy_of: cities.find(({ uri }) => uri === 'cities')?.id })
  expect(refused.status).toBe(422)
  expect(refused.json()).toMatchObject({ error: { code: 'copy.limit', target: 'with_records' } })
  expect((await maker.send('GET', at('towns'))).status).toBe(404)
})

test('the records come for who reads all of them when the job begins', async () => {
  const source = { id: staff.id, attributes: [], ownership: 'user' }
  const model = { version: 1, accessVersion: 1, entities: new Map([[staff.id, source]]) }
  const heldRights = { ...holdingsOf(maker.id, maker.id), privileges: [] }
  const member = { id: maker.id, administrator: false, accessVersion: 1, heldRights }
  const context = { member, models: { fresh: () => Promise.resolve(model) } }
  const handler = copyHandler({ contextOf: () => Promise.resolve(context) } as unknown as CopyDeps)
  const job = {
    cause: { kind: 'request', id: 'r' },
    data: { source_id: staff.id, entity_id: staff.id },
  } as unknown as JobRow
  await expect(handler.run(job, {} as JobTools)).rejects.toMatchObject({ code: 'request.forbidden' })
})
