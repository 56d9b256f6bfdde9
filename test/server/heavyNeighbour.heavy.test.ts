import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillBigs } from '../faults/heavyNeighbour.ts'
import { attacks } from '../faults/heavyRequests.ts'
import { newEntity, newEnvironment, newMaker } from '../support/maker.ts'
import { openThings, type Things } from '../support/things.ts'

// The short form of the script in test/faults, judged by what runs in the database instead of by the clock.
let things: Things
let neighbour: () => Promise<number>
beforeAll(async () => {
  things = await openThings('heavyneighbour', { heavyStatements: 1, connections: 10 })
  const { lintel, maker, home } = things
  await newEntity(maker, home, 'bigs', [
    { name: 'City', uri: 'city', type: 'text' },
    { name: 'Total', uri: 'total', type: 'decimal' },
  ])
  await fillBigs(lintel.database, home, 20_000)
  const other = await newMaker(lintel.send, 'neighbour@example.org')
  const place = await newEnvironment(other, 'neighbour')
  await newEntity(other, place, 'notes', [])
  const path = `/api/odata/v1/${place.id}/notes`
  const { id } = (await other.send('POST', path, { name: 'One' })).json<{ id: string }>()
  neighbour = async () => (await other.send('GET', `${path}(${id})`)).status
}, 60_000)
afterAll(() => things.lintel.close())

type Running = { readonly pid: number; readonly since: string }

/** The statements that are at work on the large table. */
async function running(): Promise<readonly Running[]> {
  return things.lintel.database.query<Running>({
    text: `select pid, query_start::text as since from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and state = 'active'
        and query like '%"bigs"%' and pid <> pg_backend_pid()`,
  })
}

test('of what one person sends that is heavy one statement runs at a time, and a neighbour’s reads overtake it', async () => {
  const attack = attacks.find(({ name }) => name.includes('products of 100 factors'))
  const ending = new AbortController()
  const answered = new Set<string>()
  const target = { send: things.maker.send, environment: things.home.id }
  const attacking = attack?.send(target, ending.signal, (answer) => void answered.add(answer))
  await expect.poll(async () => (await running()).length, { timeout: 10_000 }).toBe(1)
  let overtaken = 0
  for (let count = 0; count < 400 && overtaken < 8; count++) {
    const [before] = await running()
    expect(await neighbour()).toBe(200)
    const after = await running()
    expect(after.length).toBeLessThanOrEqual(1)
    if (before && after.some(({ pid, since }) => pid === before.pid && since === before.since)) overtaken++
  }
  ending.abort()
  await attacking
  expect(overtaken).toBe(8)
  expect([...answered].filter((status) => !['200', '429', '503'].includes(status))).toEqual([])
}, 60_000)

test('however many slow queries a person sends, a neighbour finds a connection', async () => {
  const attack = attacks.find(({ name }) => name === '24 of distinct shapes')
  const ending = new AbortController()
  const target = { send: things.maker.send, environment: things.home.id }
  const attacking = attack?.send(target, ending.signal, () => undefined)
  let most = 0
  for (let count = 0; count < 20; count++) {
    most = Math.max(most, (await running()).length)
    expect(await neighbour()).toBe(200)
  }
  ending.abort()
  await attacking
  // Four of those that are tried, one of those that turned out heavy, one of those whose share is spent.
  expect(most).toBeLessThanOrEqual(6)
}, 60_000)

test('a pattern that could take for ever is refused, the digits of a telephone number in any writing are not', async () => {
  const ask = (pattern: string) => {
    const filter = encodeURIComponent(`matchespattern(city,'${pattern}')`)
    return things.maker.send('GET', `/api/odata/v1/${things.home.id}/bigs?$filter=${filter}&$top=1`)
  }
  const refused = await ask('^([0-9a-f]?){60}[0-9a-f]{60}zz$')
  expect([refused.status, refused.json<{ error: { code: string } }>().error.code]).toEqual([400, 'query.typeMismatch'])
  expect((await ask('^[0-9]{3}.*a$')).status).toBe(200)
  expect((await ask([...'37120000000'].join('[^0-9]*'))).status).toBe(200)
})
