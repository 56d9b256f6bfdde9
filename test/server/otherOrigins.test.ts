import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { newEnvironment, newMaker, type Maker, type Place } from '../support/maker.ts'

let house: TestApi
let anna: Maker
let home: Place
let path: string
const known = 'https://intranet.example.com'

beforeAll(async () => {
  house = await openApiOn('origins')
  anna = await newMaker(house.send, 'anna@example.org')
  home = await newEnvironment(anna, 'home')
  path = `/api/odata/v1/${home.id}/`
})
afterAll(() => house.close())

const preflight = (address: string, origin: string) =>
  house.send('OPTIONS', address, undefined, { origin, 'access-control-request-method': 'PATCH' })

test('a page of a known origin may ask for records, without cookies', async () => {
  const asked = await preflight(path, known)
  expect(asked.status).toBe(204)
  expect(asked.headers).toMatchObject({ 'access-control-allow-origin': known })
  expect(asked.headers['access-control-allow-methods']).toContain('PATCH')
  expect(asked.headers['access-control-allow-credentials']).toBeUndefined()
  const answer = await anna.send('GET', path, undefined, { origin: known })
  expect(answer.headers['access-control-allow-origin']).toBe(known)
  expect(answer.headers['access-control-expose-headers']).toContain('etag')
  const refused = await house.send('GET', path, undefined, { origin: known })
  expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, known])
})

test('other origins and other paths are told nothing', async () => {
  for (const [address, origin] of [
    [path, 'https://evil.example.org'],
    [path, `${known}.evil.example.org`],
    [path, 'null'],
    ['/api/user/v1/me', known],
    ['/api/auth/security/v1/signin', known],
  ] as const) {
    const asked = await preflight(address, origin)
    expect(asked.headers['access-control-allow-origin'], `${address} ${origin}`).toBeUndefined()
    const read = await anna.send('GET', address, undefined, { origin })
    expect(read.headers['access-control-allow-origin'], `${address} ${origin}`).toBeUndefined()
  }
})

test('long answers are compressed where that is wanted, short ones are not', async () => {
  const metadata = await anna.send('GET', `${path}$metadata`, undefined, { 'accept-encoding': 'br, gzip' })
  expect([metadata.status, metadata.headers['content-encoding']]).toEqual([200, 'br'])
  const short = await anna.send('GET', path, undefined, { 'accept-encoding': 'br, gzip' })
  expect(short.headers['content-encoding']).toBeUndefined()
  expect((await anna.send('GET', `${path}$metadata`)).headers['content-encoding']).toBeUndefined()
})
