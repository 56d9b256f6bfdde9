import { randomInt, randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Database } from '../../src/platform/server/database/database.ts'
import { startPostgres } from '../../src/platform/server/postgres/postgres.ts'
import { newEntity, newEnvironment, newMaker, type Maker, type Place } from '../support/maker.ts'
import { openProxy, throughProxy, type Fate, type Proxy } from '../support/proxy.ts'
import { startServer } from '../support/serverProcess.ts'
import { isMain, report, type Findings } from './ground.ts'

/**
 * Between server and database somebody breaks connections off, or leaves them open and lets nothing through, while clients
 * create records and send again what was not acknowledged. With an idempotency key each must exist exactly once, with one
 * event, and nobody may wait for longer than the statement's timeout and what comes with it. The naive twin sends again
 * without a key.
 * node test/faults/lostConnections.ts [records of each client]
 */
const clients = 6
const longestWait = 15_000

type Ground = {
  readonly maker: Maker
  readonly path: string
  readonly place: Place
  readonly proxy: Proxy
  readonly database: Database
  stop(): Promise<void>
}

async function openGround(): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-lost-'))
  await chmod(folder, 0o755)
  const { connectionString, stop } = await startPostgres({ folder, log: () => undefined })
  const proxy = await openProxy(Number(new URL(connectionString).port))
  const server = await startServer({
    dataFolder: join(folder, 'data'),
    databaseUrl: throughProxy(connectionString, proxy),
  })
  const maker = await newMaker(server.send, 'lost@example.org')
  const place = await newEnvironment(maker, 'lost')
  await newEntity(maker, place, 'orders', [{ name: 'City', uri: 'city', type: 'text' }])
  const database = openDatabase({ connectionString, connections: 1 })
  return {
    maker,
    path: `/api/odata/v1/${place.id}/orders`,
    place,
    proxy,
    database,
    async stop() {
      await database.stop()
      await server.end('SIGTERM')
      await proxy.stop()
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Tally = { acknowledged: string[]; refused: number; other: number; longest: number }

/** Creates records one after the other, each until it is acknowledged. */
async function write(ground: Ground, count: number, isOurs: boolean): Promise<Tally> {
  const tally: Tally = { acknowledged: [], refused: 0, other: 0, longest: 0 }
  for (let record = 0; record < count; record++) {
    const name = `${isOurs ? 'ours' : 'naive'} ${randomUUID()}`
    const headers: Record<string, string> = isOurs ? { 'idempotency-key': name } : {}
    for (;;) {
      const start = performance.now()
      const { status } = await ground.maker.send('POST', ground.path, { name }, headers)
      tally.longest = Math.max(tally.longest, performance.now() - start)
      if (status === 201) break
      if (status === 503) tally.refused++
      else tally.other++
    }
    tally.acknowledged.push(name)
  }
  return tally
}

/** Most statements pass; of a hundred that write, eight lose their connection. */
function chanceOf(chunk: string): Fate {
  if (!/(ours|naive) [0-9a-f]{8}-/.test(chunk)) return 'pass'
  const chance = randomInt(1000)
  if (chance < 35) return 'cutAnswer'
  if (chance < 70) return 'cutRequest'
  if (chance < 76) return 'swallowAnswer'
  return chance < 80 ? 'swallowRequest' : 'pass'
}

async function look(ground: Ground, { acknowledged, refused, other, longest }: Tally): Promise<Findings> {
  const { schema } = ground.place
  const rows = await ground.database.query<{ name: string; records: number; events: number }>({
    text: `select name, count(*)::int as records,
        (select count(*)::int from "${schema}"._event where record_id = any(array_agg(t.id))) as events
      from "${schema}".orders t where name = any($1) group by name`,
    values: [acknowledged],
  })
  return {
    Acknowledged: acknowledged.length,
    'Refused with 503': refused,
    'Longest wait in milliseconds': Math.round(longest),
    'other answers': other,
    'acknowledged records that are lost': acknowledged.length - rows.length,
    'records made more than once': rows.filter(({ records }) => records > 1).length,
    'records without exactly one event': rows.filter(({ records, events }) => records !== events).length,
    'waits beyond the limit': longest > longestWait ? 1 : 0,
  }
}

if (isMain(import.meta.url)) {
  const count = Number(process.argv[2] ?? 100)
  const ground = await openGround()
  const found: Findings[] = []
  try {
    for (const isOurs of [true, false]) {
      ground.proxy.decide(chanceOf)
      const tallies = await Promise.all(Array.from({ length: clients }, () => write(ground, count, isOurs)))
      ground.proxy.decide(() => 'pass')
      const sum = tallies.reduce((one, other) => ({
        acknowledged: [...one.acknowledged, ...other.acknowledged],
        refused: one.refused + other.refused,
        other: one.other + other.other,
        longest: Math.max(one.longest, other.longest),
      }))
      found.push(await look(ground, sum))
    }
  } finally {
    await ground.stop()
  }
  report('connections that are cut or swallowed during record writes', found[0] ?? {}, found[1] ?? {})
}
