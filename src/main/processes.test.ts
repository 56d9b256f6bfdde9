import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerProcess } from '#main/processes.ts'
import { readStorageId } from '#main/storageId.ts'
import { newId } from '#platform/server/newId.ts'
import { openDatabase, type Database } from '#platform/server/database/database.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'

let own: TestDatabase
let watcher: Database
beforeAll(async () => {
  own = await testDatabase('processes')
  watcher = openDatabase({ connectionString: own.connectionString, connections: 1 })
})
afterAll(async () => {
  await watcher.stop()
  await own.drop()
})

const silent = () => undefined
const log = { debug: silent, info: silent, warn: silent, error: silent }

async function register(storage: string): Promise<() => Promise<void>> {
  const database = openDatabase({ connectionString: own.connectionString, connections: 2, statementTimeout: 0 })
  const named = { id: newId(), storage, host: 'here' }
  return registerProcess(database, named, log).catch(async (error: unknown) => {
    await database.stop()
    throw error
  })
}

const registered = () => watcher.query<{ storage: string }>({ text: 'select storage from lintel.process', values: [] })

test('processes with one storage live beside each other, one with another is refused in a sentence that names the settings', async () => {
  const first = await register('bucket one at Amazon')
  const second = await register('bucket one at Amazon')
  await expect(register('folder a')).rejects.toThrow(/on here.*S3_BUCKET.*DATA_FOLDER.*folder a.*bucket one/)
  await expect(register('bucket two at Amazon')).rejects.toThrow(/S3_BUCKET, S3_ENDPOINT and S3_REGION/)
  await first()
  await expect(register('folder a')).rejects.toThrow('S3_BUCKET')
  await second()
  expect(await registered()).toEqual([])
  await (
    await register('folder a')
  )()
})

test('a process that was killed counts no more, and is taken from the list by the next', async () => {
  await watcher.execute({
    text: `insert into lintel.process (id, storage, host) values ($1, 'folder of the dead', 'there')`,
    values: [newId()],
  })
  const stop = await register('folder b')
  expect(await registered()).toEqual([{ storage: 'folder b' }])
  await stop()
})

test('of two that start at once with different storages one lives', async () => {
  const both = await Promise.allSettled([register('folder c'), register('folder d')])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  for (const each of both) if (each.status === 'fulfilled') await each.value()
})

test('the storage of a bucket is its name and server, that of a folder an id that stays in it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-storage-id-'))
  const key = { accessKey: 'a', secretKey: 'b', region: 'eu-west-1' }
  try {
    const both = await Promise.all([readStorageId(folder, undefined), readStorageId(folder, undefined)])
    expect(both[0]).toMatch(/^folder [0-9a-f-]{36}$/)
    expect(new Set([...both, await readStorageId(folder, undefined)]).size).toBe(1)
    expect(await readStorageId(join(folder, 'other'), undefined)).not.toBe(both[0])
    expect(await readStorageId(folder, { name: 'x', endpoint: undefined, ...key })).toBe('bucket x at Amazon eu-west-1')
    expect(await readStorageId(folder, { name: 'x', endpoint: 'https://s3.local', ...key })).toBe(
      'bucket x at https://s3.local',
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})
