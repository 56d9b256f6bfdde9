import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modelsOf } from '../../src/entities/server/model.ts'
import { openStorage } from '../../src/platform/server/storage.ts'
import type { FileInfo } from '../../src/attributes/files.ts'
import { sweepFiles } from '../../src/records/files/server/sweep.ts'
import { bumpAccess, newMember, newRole } from '../support/access.ts'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker, type Place } from '../support/maker.ts'
import { upload } from '../support/uploads.ts'

let house: TestApi
let maker: Maker
let place: Place
let root: string
let entity: string
let ids: Record<string, string>
let picture: Buffer

beforeAll(async () => {
  house = await openApiOn('files')
  maker = await newMaker(house.send, 'ilze@example.org')
  place = await newEnvironment(maker, 'acme')
  const { id } = await newEntity(maker, place, 'houses', [
    { name: 'Papers', uri: 'papers', type: 'file', maxcount: 2, maxsize: 100_000, accept: ['.pdf', '.txt', '.png'] },
    { name: 'Photos', uri: 'photos', type: 'image' },
    { name: 'Anything', uri: 'anything', type: 'file' },
  ])
  entity = id
  const said = await expected(200, maker.send('GET', `/api/metadata/attribute/v1/${place.id}/${id}`))
  ids = Object.fromEntries(
    said.json<{ value: { uri: string; id: string }[] }>().value.map((each) => [each.uri, each.id]),
  )
  root = `/api/odata/v1/${place.id}/houses`
  picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#1d4ed8' } })
    .withExif({ IFD0: { Copyright: 'Ilze' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => house.close())

const bring = (attribute: string, name: string, content: Buffer | string, who = maker) =>
  upload(who.send, `/api/file/v1/${place.id}/attribute/${ids[attribute]}`, name, content)
const brought = async (attribute: string, name: string, content: Buffer | string) =>
  (await expected(201, bring(attribute, name, content))).json<FileInfo>()
const made = async (body: object) => (await expected(201, maker.send('POST', root, body))).json<{ id: string }>()
const read = (id: string, query = '', who = maker, headers = {}) =>
  who.send('GET', `/api/file/v1/${place.id}/${id}${query}`, undefined, headers)
const codeOf = (answer: { json<Body>(): Body }) => {
  const { error } = answer.json<{ error: { code: string; details?: { code: string; target: string }[] } }>()
  return error.details?.[0]?.code ?? error.code
}

describe('a file', () => {
  test('is brought, named by a record, read with it, and found by its label', async () => {
    const file = await brought('papers', 'Contract Ķēde.txt', 'We agree.')
    expect(file).toMatchObject({ name: 'Contract Ķēde.txt', size: 9, type: 'text/plain', width: null })
    const house1 = await made({ name: 'One', papers: [file.id] })
    const row = (await maker.send('GET', `${root}(${house1.id})?$select=papers`)).json<{ papers: string[] }>()
    expect(row.papers).toEqual([file.id])
    const bytes = await read(file.id)
    expect([bytes.status, bytes.text]).toEqual([200, 'We agree.'])
    expect(bytes.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-disposition': "attachment; filename*=UTF-8''Contract%20%C4%B6%C4%93de.txt",
      'cache-control': 'private, no-cache',
      'content-length': '9',
    })
    expect(bytes.headers['content-security-policy']).toContain('sandbox')
    const known = await read(file.id, '', maker, { 'if-none-match': bytes.headers['etag'] ?? '' })
    expect(known.status).toBe(304)
    const listed = await maker.send('GET', `/api/file/v1/${place.id}?ids=${file.id},nothing`)
    expect(listed.json<{ value: FileInfo[] }>().value).toEqual([file])
  })

  test('of a picture has its size and a small form without what the camera noted', async () => {
    const file = await brought('photos', 'front.jpg', picture)
    expect(file).toMatchObject({ type: 'image/jpeg', width: 900, height: 600 })
    await made({ name: 'Two', photos: [file.id] })
    const whole = await read(file.id)
    expect(whole.headers['etag']).toBe(`"${createHash('sha256').update(picture).digest('base64url')}"`)
    expect(whole.headers['content-disposition']).toMatch(/^inline/)
    const small = await read(file.id, '?size=small')
    expect([small.status, small.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(small.text).not.toContain('Ilze')
  })

  test('is seen by its bringer only until a record names it, and by nobody of another environment', async () => {
    const other = await newMaker(house.send, 'otto@example.org')
    const elsewhere = await newEnvironment(other, 'otherplace')
    const file = await brought('anything', 'a.bin', 'x')
    expect((await read(file.id, '', other)).status).toBe(404)
    expect((await other.send('GET', `/api/file/v1/${elsewhere.id}/${file.id}`)).status).toBe(404)
    expect((await read(file.id)).status).toBe(200)
    expect((await maker.send('DELETE', `/api/file/v1/${place.id}/${file.id}`)).status).toBe(204)
    expect((await read(file.id)).status).toBe(404)
  })

  test('is there for whom its record is, by roles and by shares, and where its attribute may be read', async () => {
    const file = await brought('photos', 'door.jpg', picture)
    const one = await made({ name: 'Own', photos: [file.id] })
    const role = await newRole(house.database, place, { privileges: { [entity]: { read: 'user' } } })
    const bob = await newMember(house, place, 'bob@example.org', [role])
    const told = async () => {
      const list = await bob.send('GET', `/api/file/v1/${place.id}?ids=${file.id}`)
      const known = list.json<{ value: FileInfo[] }>().value.length
      return [(await read(file.id, '', bob)).status, (await read(file.id, '?size=small', bob)).status, known]
    }
    expect(await told()).toEqual([404, 404, 0])
    const share = `/api/security/v1/${place.id}/share/${entity}/${one.id}`
    await expected(201, maker.send('POST', share, { principal_id: bob.id, read: true }))
    expect(await told()).toEqual([200, 200, 1])
    await house.database.execute({
      text: `insert into "${place.schema}"._field_rule (role_id, attribute_id, may_read, may_update) values ($1, $2, false, false)`,
      values: [role, ids['photos']],
    })
    await bumpAccess(house.database, place.schema)
    house.clock.pass(1100)
    expect(await told()).toEqual([404, 404, 0])
  })

  test('goes with its record', async () => {
    const file = await brought('anything', 'a.bin', 'x')
    const one = await made({ name: 'Gone', anything: [file.id] })
    await expected(204, maker.send('DELETE', `${root}(${one.id})`))
    expect((await read(file.id)).status).toBe(404)
  })
})

describe('a record names only files that are its own or its writer’s', () => {
  test.each([
    ['of another attribute', async () => (await brought('anything', 'a.txt', 'x')).id],
    ['that is not there', () => Promise.resolve('0190a6e0-0000-7000-8000-000000000001')],
    [
      'of another record',
      async () => {
        const file = await brought('papers', 'a.txt', 'x')
        await made({ papers: [file.id] })
        return file.id
      },
    ],
  ])('one %s is refused', async (_what, id) => {
    const refused = await maker.send('POST', root, { papers: [await id()] })
    expect([refused.status, codeOf(refused)]).toEqual([422, 'validation.file'])
  })

  test('and keeps them through changes of its list', async () => {
    const [one, two] = [await brought('papers', 'a.txt', 'a'), await brought('papers', 'b.txt', 'b')]
    const row = await made({ papers: [one.id] })
    await expected(200, maker.send('PATCH', `${root}(${row.id})`, { papers: [two.id] }))
    await expected(200, maker.send('PATCH', `${root}(${row.id})`, { papers: [two.id, one.id] }))
    const third = await brought('papers', 'c.txt', 'c')
    const refused = await maker.send('PATCH', `${root}(${row.id})`, { papers: [one.id, two.id, third.id] })
    expect([refused.status, codeOf(refused)]).toEqual([422, 'validation.maxCount'])
  })
})

describe('what is not what it says is refused', () => {
  test.each([
    ['papers', 'page.png', '<html><script>alert(1)</script>', 422, 'file.mismatch'],
    ['papers', 'paper.pdf', 'MZ this is none', 422, 'file.mismatch'],
    ['papers', 'run.exe', 'MZ', 422, 'file.kind'],
    ['papers', 'long.txt', 'x'.repeat(100_001), 422, 'file.tooLarge'],
    ['papers', 'empty.txt', '', 422, 'file.empty'],
    ['photos', 'logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 422, 'file.kind'],
    ['photos', 'broken.jpg', '\u00ff\u00d8\u00ff\u00e0', 422, 'file.mismatch'],
  ])('%s %s', async (attribute, name, content, status, code) => {
    const refused = await bring(attribute, name, content)
    expect([refused.status, codeOf(refused)]).toEqual([status, code])
  })

  test('a JSON body is no file, whatever it says', async () => {
    const body = { files: { file: { filepath: '/etc/passwd' } } }
    const refused = await maker.send('POST', `/api/file/v1/${place.id}/attribute/${ids['papers']}`, body)
    expect(refused.status).toBe(415)
  })

  test('a script is only kept: it comes back as bytes to be saved', async () => {
    const file = await brought('anything', '../../x.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
    expect(file).toMatchObject({ name: 'x.svg', type: 'application/octet-stream' })
    const bytes = await read(file.id)
    expect([bytes.headers['content-type'], bytes.headers['content-disposition']]).toEqual([
      'application/octet-stream',
      "attachment; filename*=UTF-8''x.svg",
    ])
  })

  test('a text attribute takes no files', async () => {
    const refused = await upload(maker.send, `/api/file/v1/${place.id}/attribute/${place.id}`, 'a.txt', 'x')
    expect(refused.status).toBe(404)
  })
})

test('what nobody can come back to is cleared away', async () => {
  const storage = await openStorage('/nowhere', undefined)
  const models = modelsOf(house.database)
  const [waiting, kept, left] = [
    await brought('anything', 'a.txt', 'a'),
    await brought('anything', 'b.txt', 'b'),
    await brought('anything', 'c.txt', 'c'),
  ]
  const row = await made({ anything: [kept.id, left.id] })
  await expected(200, maker.send('PATCH', `${root}(${row.id})`, { anything: [kept.id] }))
  const model = await models.fresh(place)
  const sweep = (now: Date) => sweepFiles(house.database, storage, { place, model, now })
  await sweep(new Date(Date.now() + 3600_000))
  expect((await read(waiting.id)).status).toBe(200)
  await sweep(new Date(Date.now() + 2 * 86_400_000))
  expect((await read(waiting.id)).status).toBe(404)
  expect((await read(left.id)).status).toBe(200)
  await sweep(new Date(Date.now() + 40 * 86_400_000))
  expect([(await read(left.id)).status, (await read(kept.id)).status]).toEqual([404, 200])
})
