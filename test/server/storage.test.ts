import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStorage, type Storage } from '../../src/platform/server/storage.ts'

let folder: string
let s3: S3rver
let port: number
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-storage-'))
  const options = { address: '127.0.0.1', port: 0, silent: true, directory: join(folder, 's3') }
  s3 = new S3rver({ ...options, configureBuckets: [{ name: 'lintel' }] })
  port = (await s3.run()).port
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

const places: Readonly<Record<string, () => Promise<Storage>>> = {
  'the data folder': () => openStorage(join(folder, 'disk'), undefined),
  'an S3 server': () =>
    openStorage('/nowhere', {
      name: 'lintel',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
    }),
}

describe.each(Object.keys(places))('files in %s', (name) => {
  test('are kept, read and removed by their keys', async () => {
    const storage = await (places[name]?.() ?? Promise.reject(new Error(name)))
    const file = join(folder, 'one.txt')
    await writeFile(file, 'Sveiki')
    await storage.keep('e1/one', file)
    await writeFile(file, 'Sveiki')
    await storage.keepCopy('e1/copy', file)
    expect([await said(storage, 'e1/copy'), await readFile(file, 'utf8')]).toEqual(['Sveiki', 'Sveiki'])
    await storage.keepBytes('e1/one.small', Buffer.from('small'))
    await storage.keepBytes('e2/two', Buffer.from('two'))
    expect(await said(storage, 'e1/one')).toBe('Sveiki')
    expect(await said(storage, 'e1/one.small')).toBe('small')
    expect(await storage.read('e1/none')).toBeUndefined()
    await storage.remove('e1/one')
    await storage.remove('e1/one')
    expect(await storage.read('e1/one')).toBeUndefined()
    await storage.removeFolder('e1')
    await storage.removeFolder('e3')
    expect(await storage.read('e1/one.small')).toBeUndefined()
    expect(await said(storage, 'e2/two')).toBe('two')
  })
})

async function said(storage: Storage, key: string): Promise<string> {
  const stream = await storage.read(key)
  if (!stream) throw new Error(`${key} is not there`)
  return text(stream)
}
