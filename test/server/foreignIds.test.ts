import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeclaredRoute } from '#platform/server/http/access.ts'
import { openLintel, type WholeLintel } from '../support/lintel.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker, type Named, type Place } from '../support/maker.ts'
import { planOf } from '../support/imports.ts'
import { upload } from '../support/uploads.ts'
import type { Import } from '../../src/records/exchange/import/settings.ts'

// An id of another environment is not told apart from one that nobody has, whatever it is the id of, and nothing happens
// to what it names.

type Ids = Readonly<Record<string, string>>
let lintel: WholeLintel
let anna: Maker
let berta: Maker
let home: Place
let foreign: Place
let own: Named
let ids: Ids
beforeAll(async () => {
  lintel = await openLintel('foreign_ids')
  anna = await newMaker(lintel.send, 'anna@example.org')
  berta = await newMaker(lintel.send, 'berta@example.org')
  home = await newEnvironment(anna, 'home')
  foreign = await newEnvironment(berta, 'foreign')
  own = await newEntity(anna, home, 'kept', [{ name: 'Title', uri: 'title', type: 'text' }])
  ids = await fill(berta, foreign)
}, 60_000)
afterAll(() => lintel.close())

/** Something of each kind that has an id, by the names of the parameters of routes. */
async function fill({ send, id: memberid }: Maker, place: Place): Promise<Ids> {
  const { id: entityid } = await newEntity({ send, id: memberid, token: '' }, place, 'kept', [
    { name: 'Title', uri: 'title', type: 'text' },
    { name: 'Papers', uri: 'papers', type: 'file' },
  ])
  const call = async <Body>(status: number, method: string, path: string, body?: unknown) =>
    (await expected(status, send(method, `/api/${path.replace('{}', `v1/${place.id}`)}`, body))).json<Body>()
  type One = { readonly id: string }
  type Some = { readonly value: readonly One[] }
  const firstOf = async (path: string) => (await call<Some>(200, 'GET', path)).value[0]?.id ?? ''
  const other = await newEntity({ send, id: memberid, token: '' }, place, 'others', [
    { name: 'Kept', uri: 'kept', type: 'N:1', related_entity: entityid },
  ])
  const { value: attributes } = await call<{ value: Named[] }>(200, 'GET', `metadata/attribute/{}/${entityid}`)
  const attributeOf = (uri: string) => attributes.find((each) => each.uri === uri)?.id ?? ''
  const { id: recordid } = await call<One>(201, 'POST', 'odata/{}/kept', { title: 'Theirs' })
  const gone = await call<One>(201, 'POST', 'odata/{}/kept', { title: 'Gone' })
  await expected(204, send('DELETE', `/api/odata/v1/${place.id}/kept(${gone.id})`))
  const brought = await upload(send, `/api/file/v1/${place.id}/attribute/${attributeOf('papers')}`, 'a.txt', 'theirs')
  const made = await upload(send, `/api/import/v1/${place.id}/upload`, 'a.csv', 'title,count\nx,1')
  const imported = made.json<Import>()
  const plan = planOf(imported, { name: 'Imported', uri: 'imported' })
  const { job_id: jobid } = await call<{ job_id: string }>(202, 'POST', `import/{}/${imported.id}/start`, plan)
  const unitid = await firstOf('security/{}/unit')
  return {
    entityid,
    recordid,
    attributeid: attributeOf('title'),
    relationshipid: await firstOf('metadata/relationship/{}'),
    viewid: await firstOf(`metadata/view/{}/${entityid}`),
    variableid: (await call<One>(201, 'POST', 'variable/{}', { key: 'rate', type: 'text', value: 'x' })).id,
    changeid: await firstOf('metadata/change/{}'),
    roleid: await firstOf('security/{}/role'),
    unitid,
    teamid: (await call<One>(201, 'POST', 'security/{}/team', { name: 'Theirs', kind: 'owner', unit_id: unitid })).id,
    memberid,
    principalid: memberid,
    inviteid: (await call<One>(201, 'POST', 'invite/{}', {})).id,
    importid: imported.id,
    jobid,
    fileid: brought.json<One>().id,
    id: other.id,
  }
}

const named = (route: DeclaredRoute) => `${route.method} ${route.url}`
const routes = () =>
  lintel.app.routeTable.filter(
    ({ method, url, access }) =>
      (access === 'member' || access === 'maker') && !['HEAD', 'OPTIONS'].includes(method) && /:envid.*[:*]/.test(url),
  )

/** What a route of the own environment answers to ids, without the ids themselves. */
async function answerTo({ method, url }: DeclaredRoute, given: Ids): Promise<string> {
  const address = url
    .replace(':envid', home.id)
    .replace('*', `kept(${given['recordid']})`)
    .replaceAll(/:(\w+)/g, (_all, name: string) => given[name] ?? given['id'] ?? '')
  const { status, text } = await anna.send(method, address, method === 'GET' ? undefined : {})
  // A record may be made under any id that is free in its own table.
  if (url.endsWith('*') && method !== 'GET' && status < 300) return String(status)
  const plain = Object.values(given).reduce((told, id) => told.replaceAll(id, '·'), text)
  return `${status} ${plain.replace(/"requestId":"[^"]*"/, '')}`
}

/** Everything in the environment of the other, in one text. */
async function whole(): Promise<string> {
  const tables = await lintel.database.query<{ name: string }>({
    text: `select relname as name from pg_class join pg_namespace n on n.oid = relnamespace
      where nspname = $1 and relkind = 'r' and relname not like '\\_audit%' and relname not in ('_job') order by relname`,
    values: [foreign.schema],
  })
  const told: string[] = []
  for (const { name } of tables) {
    const [row] = await lintel.database.query<{ sum: string | null }>({
      text: `select md5(string_agg(t::text, ',' order by t::text)) as sum from "${foreign.schema}"."${name}" t`,
    })
    told.push(`${name} ${row?.sum}`)
  }
  return told.join('\n')
}

test('every route answers ids of another environment as ids that nobody has, also below what is one’s own', async () => {
  await expect
    .poll(async () => (await berta.send('GET', `/api/job/v1/${foreign.id}/${ids['jobid']}`)).text, {
      timeout: 30_000,
      interval: 100,
    })
    .toContain('ended_on":"')
  const before = await whole()
  const nobody = Object.fromEntries(Object.keys(ids).map((name) => [name, randomUUID()]))
  const told: string[] = []
  for (const route of routes()) {
    const isOfMore = /:(?!envid|entityid)\w+/.test(route.url)
    for (const mine of [{} as Ids, ...(isOfMore ? [{ entityid: own.id }] : [])]) {
      const theirs = await answerTo(route, { ...ids, ...mine })
      const none = await answerTo(route, { ...nobody, ...mine })
      if (theirs !== none) told.push(`${named(route)}: ${theirs.slice(0, 150)} instead of ${none.slice(0, 150)}`)
    }
  }
  expect(told).toEqual([])
  expect(await whole()).toBe(before)
  expect(routes().length).toBeGreaterThan(50)
}, 90_000)

test('and to who is at home there the same ids mean something', async () => {
  const reads: readonly string[] = [
    `metadata/entity/{}/${ids['entityid']}`,
    `metadata/attribute/{}/${ids['entityid']}/${ids['attributeid']}`,
    `metadata/view/{}/${ids['entityid']}/${ids['viewid']}`,
    `metadata/label/{}/${ids['entityid']}`,
    `metadata/change/{}/${ids['changeid']}`,
    `odata/{}/kept(${ids['recordid']})`,
    `security/{}/role/${ids['roleid']}`,
    `import/{}/${ids['importid']}`,
    `job/{}/${ids['jobid']}`,
    `file/{}/${ids['fileid']}`,
  ]
  for (const path of reads)
    expect([path, (await berta.send('GET', `/api/${path.replace('{}', `v1/${foreign.id}`)}`)).status]).toEqual([
      path,
      200,
    ])
})
