import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttp } from '#platform/server/http/server.ts'
import type { DeclaredRoute } from '#platform/server/http/access.ts'
import { newId } from '#platform/server/newId.ts'
import { prepareWays, tryWays } from '../faults/fullDiskWays.ts'
import { openThings, type Things } from '../support/things.ts'

// The short form of test/faults/diskFull.ts: the disk is as it is said to be.
let things: Things
let full = false
beforeAll(async () => {
  things = await openThings('fulldisk', { isReadOnly: () => full })
})
afterAll(() => things.lintel.close())

const nameOf = ({ method, url }: DeclaredRoute) => `${method} ${url}`

test('every route but GET declares what it does on a nearly full disk; what is open then is this list', () => {
  const reading = new Set(['GET', 'HEAD', 'OPTIONS'])
  const changing = things.lintel.app.routeTable.filter(({ method }) => !reading.has(method))
  expect(changing.filter(({ whenFull }) => whenFull === undefined).map(nameOf)).toEqual([])
  const open = changing.filter(({ whenFull }) => whenFull === 'open')
  expect(open.map(nameOf).toSorted()).toEqual([
    'DELETE /api/env/v1/:envid',
    'DELETE /api/file/v1/:envid/:fileid',
    'DELETE /api/import/v1/:envid/:importid',
    'DELETE /api/odata/v1/:envid',
    'DELETE /api/odata/v1/:envid/*',
    'PATCH /api/odata/v1/:envid',
    'PATCH /api/odata/v1/:envid/*',
    'POST /api/auth/security/v1/external/finish',
    'POST /api/auth/security/v1/external/start',
    'POST /api/auth/security/v1/passkey/finish',
    'POST /api/auth/security/v1/passkey/start',
    'POST /api/auth/security/v1/refresh',
    'POST /api/auth/security/v1/second',
    'POST /api/auth/security/v1/signin',
    'POST /api/auth/security/v1/signout',
    'POST /api/bulk/v1/:envid/:entityid/preview',
    'POST /api/candidate/v1/:envid/:attributeid',
    'POST /api/csrf/v1/create',
    'POST /api/export/v1/:envid/:entityid',
    'POST /api/import/v1/:envid/:importid/dryrun',
    'POST /api/job/v1/:envid/:jobid/cancel',
    'POST /api/metadata/change/v1/:envid/preview',
    'POST /api/metadata/view/v1/:envid/:entityid/pace',
    'POST /api/odata/v1/:envid',
    'POST /api/odata/v1/:envid/*',
    'POST /api/security/v1/:envid/impact',
    'POST /api/security/v1/:envid/unit/:unitid/preview',
    'POST /api/trash/v1/:envid/:entityid/purge',
    'PUT /api/odata/v1/:envid',
    'PUT /api/odata/v1/:envid/*',
  ])
})

test('a route that does not declare it stops the start', async () => {
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  const ground = { database: things.lintel.database, now: () => new Date(), newId, log: silent }
  const app = await createHttp({ ground, logger: undefined, trustProxy: false })
  app.post('/api/more', { config: { access: 'public' } }, () => ({}))
  await expect(app.ready()).rejects.toThrow('POST /api/more does not declare what it does on a nearly full disk')
})

test('all that reads, lets in or makes room goes on, everything else is refused, and comes back by itself', async () => {
  const { lintel, maker, home: place } = things
  const stage = { send: lintel.send, maker, email: 'anna@example.org', place, database: lintel.database }
  const ways = await prepareWays(stage)
  full = true
  const wrong: string[] = []
  await tryWays(ways, (line) => wrong.push(line)).finally(() => (full = false))
  expect(wrong).toEqual([])
  expect((await maker.send('POST', things.records(), { title: 'x' })).status).toBe(201)
})
