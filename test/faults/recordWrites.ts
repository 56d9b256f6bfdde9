import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { runAsScript, untilQuiet, type FaultGround, type Findings } from './ground.ts'

/**
 * The server is killed (-9) while eight clients create and change records. Afterwards every acknowledged write must be
 * there, and each version of each record must have exactly one event and one audit row. The naive twin writes the three
 * rows one after the other.
 * node test/faults/recordWrites.ts [rounds]
 */
const writers = 8
const naiveWriter = fileURLToPath(new URL('./naiveWriter.ts', import.meta.url))

/** Kills our server once, so many milliseconds after its first write, starts it again and looks. */
export async function killDuringWrites(ground: FaultGround, after: number): Promise<Findings> {
  const { maker, place, database } = ground
  const path = `/api/odata/v1/${place.id}/orders`
  const acknowledged = new Map<string, number>()
  const ending = new AbortController()
  const begun = performance.now()
  const write = async () => {
    while (!ending.signal.aborted) {
      const made = await maker.send('POST', path, { name: 'Ours', units: '1' })
      if (made.status !== 201) throw new Error(made.text)
      const { id } = made.json<{ id: string }>()
      acknowledged.set(id, 1)
      const changed = await maker.send('PATCH', `${path}(${id})`, { units: '2', city: 'Riga' })
      if (changed.status === 200) acknowledged.set(id, 2)
    }
  }
  // A request whose connection breaks has no answer: it may have been carried out or not.
  const work = Array.from({ length: writers }, () => write().catch((error: unknown) => error))
  // A busy machine may take its time over the very first.
  while (acknowledged.size === 0 && performance.now() - begun < 20_000) await pause(10)
  await pause(after)
  await ground.server().end('SIGKILL')
  ending.abort()
  await Promise.all(work)
  await untilQuiet(database)
  await ground.restart()
  return look(ground, acknowledged)
}

/** The same with the naive writer. */
export async function killNaiveWriter(ground: FaultGround, after: number): Promise<Findings> {
  const { databaseUrl, place, entity, maker, database } = ground
  const child = spawn(process.execPath, [naiveWriter, databaseUrl, place.schema, entity.id, maker.id], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await once(child.stdout, 'data')
  await pause(after)
  child.kill('SIGKILL')
  await once(child, 'close')
  await untilQuiet(database)
  const ids = said.split('\n').slice(0, -1)
  return look(ground, new Map(ids.map((id) => [id, 1])))
}

/** Counts what is wrong, then empties the tables for the next round; the log can't be emptied, and its rows are of these records. */
async function look({ database, place }: FaultGround, acknowledged: ReadonlyMap<string, number>): Promise<Findings> {
  const table = (name: string) => `"${place.schema}"."${name}"`
  const rows = await database.query<{ id: string; version: string; events: string; audits: string }>({
    text: `select id, version, (select count(*) from ${table('_event')} where record_id = t.id) as events,
      (select count(*) from ${table('_audit')} where record_id = t.id) as audits from ${table('orders')} t`,
  })
  const versions = new Map(rows.map(({ id, version }) => [id, Number(version)]))
  const [orphans] = await database.query<{ count: string }>({
    text: `select count(*) as count from ${table('_event')} e where not exists (select 1 from ${table('orders')} t where t.id = e.record_id)`,
  })
  for (const name of ['orders', '_event']) await database.execute({ text: `truncate ${table(name)}` })
  return {
    Acknowledged: acknowledged.size,
    'acknowledged writes that are lost': [...acknowledged].filter(([id, version]) => (versions.get(id) ?? 0) < version)
      .length,
    'records without exactly one event a version': rows.filter(({ version, events }) => version !== events).length,
    'records without exactly one audit row a version': rows.filter(({ version, audits }) => version !== audits).length,
    'events of no record': Number(orphans?.count),
  }
}

await runAsScript({ url: import.meta.url, title: 'kill -9 during record writes', rounds: 15 }, async (ground) => ({
  ours: await killDuringWrites(ground, 200 + Math.random() * 1500),
  naive: await killNaiveWriter(ground, 100 + Math.random() * 500),
}))
