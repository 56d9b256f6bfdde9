import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../src/platform/server/database/database.ts'
import { isMain, openFaultGround, report, type FaultGround, type Findings } from './ground.ts'

/**
 * Attributes come and go while clients read and write records of their table and somebody reads in it for long. No request
 * may fail, and none may wait for the lock that a change needs. The naive twin alters the table by itself, and waits for its
 * lock as long as it takes: then everybody waits behind it.
 * node test/faults/changesUnderLoad.ts [seconds]
 */
const clients = 4
/** The longest that one request may take, in milliseconds; more only where it does without any change, on a busy machine. */
const longest = 150
/** How long somebody holds on to the table, in milliseconds. */
const longRead = 1200
const worst = 'Worst in milliseconds'
const worstStill = 'Worst in milliseconds without changes'
const lockWait = 'Longest wait for a lock in milliseconds'

type Change = (ground: FaultGround, number: number) => Promise<boolean>

/** Ours: through the call, now an attribute more, now one less. */
export const changeOurs: Change = async ({ maker, place, entity }, number) => {
  const path = `/api/metadata/attribute/v1/${place.id}/${entity.id}`
  const made = await maker.send('POST', path, { name: `More ${number}`, uri: `more${number}`, type: 'text' })
  if (made.status !== 201) return made.status === 503
  const gone = await maker.send('DELETE', `${path}/${made.json<{ id: string }>().id}`)
  return gone.status < 300 || gone.status === 503
}

/** The twin: the statement that comes to mind. */
export const changeNaively: Change = async ({ database, place }, number) => {
  const table = `"${place.schema}".orders`
  await database.execute({ text: `alter table ${table} add column naive_${number} text` })
  await database.execute({ text: `alter table ${table} drop column naive_${number}` })
  return true
}

/** What the machine itself does to requests meanwhile. */
const changeNothing: Change = () => pause(500).then(() => true)

/** Loads the server for so many seconds, with changes and without, and measures each request. */
export async function changeUnderLoad(
  ground: FaultGround,
  change: Change,
  seconds: number,
  limit = longest,
): Promise<Findings> {
  const { maker, place, databaseUrl } = ground
  const path = `/api/odata/v1/${place.id}/orders`
  const ending = new AbortController()
  const times: number[] = []
  let failed = 0
  let changes = 0
  let refused = 0
  const timed = async (method: string, url: string, body?: unknown) => {
    const start = performance.now()
    const answer = await maker.send(method, url, body)
    times.push(performance.now() - start)
    if (answer.status >= 400) failed++
    return answer
  }
  const load = async () => {
    while (!ending.signal.aborted) {
      const made = await timed('POST', path, { name: 'Ours', units: '1' })
      const { id } = made.json<{ id: string }>()
      await timed('PATCH', `${path}(${id})`, { city: 'Riga' })
      await timed('GET', `${path}(${id})`)
      await timed('GET', `${path}?$filter=units%20eq%201&$top=20`)
      await pause(10)
    }
  }
  const reader = openDatabase({ connectionString: databaseUrl, connections: 1 })
  const watcher = openDatabase({ connectionString: databaseUrl, connections: 1 })
  const readLong = async () => {
    while (!ending.signal.aborted) {
      const values = [longRead / 1000]
      await reader.query({ text: `select count(*) from "${place.schema}".orders, pg_sleep($1)`, values })
      await pause(300)
    }
  }
  // What waits for a lock but is no change itself. Unlike the time of a request it does not depend on how busy the machine is.
  let waited = 0
  const watchLocks = async () => {
    while (!ending.signal.aborted) {
      const [found] = await watcher.query<{ ms: number }>({
        text: `select coalesce(max(extract(epoch from clock_timestamp() - query_start) * 1000), 0)::float8 as ms
          from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'relation' and query not ilike '%alter table%'`,
      })
      waited = Math.max(waited, found?.ms ?? 0)
      await pause(10)
    }
  }
  const changeOn = async () => {
    while (!ending.signal.aborted) {
      if (await change(ground, changes++)) await pause(50)
      else refused++
    }
  }
  const warm = await Promise.all(Array.from({ length: 20 }, () => maker.send('GET', `${path}?$top=20`)))
  const work = [readLong(), watchLocks(), changeOn(), ...Array.from({ length: clients }, load)]
  await pause(seconds * 1000)
  ending.abort()
  await Promise.all(work)
  await Promise.all([reader.stop(), watcher.stop()])
  const sorted = times.toSorted((one, other) => one - other)
  return {
    Requests: times.length + warm.length,
    Changes: changes,
    'Middle in milliseconds': Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
    [worst]: Math.round(sorted.at(-1) ?? 0),
    [lockWait]: Math.round(waited),
    'requests that failed': failed,
    'changes that failed': refused,
    [`requests over ${limit} ms`]: times.filter((time) => time > limit).length,
  }
}

if (isMain(import.meta.url)) {
  const seconds = Number(process.argv[2] ?? 20)
  const ground = await openFaultGround()
  try {
    // What is run for the first time takes its time, and is not what we ask for.
    await changeUnderLoad(ground, changeOurs, 3)
    const still = await changeUnderLoad(ground, changeNothing, seconds)
    const limit = Math.max(longest, still[worst] ?? 0)
    const ours = await changeUnderLoad(ground, changeOurs, seconds, limit)
    const naive = await changeUnderLoad(ground, changeNaively, seconds, limit)
    report(`definitions that change under load, ${seconds} s`, { ...ours, [worstStill]: still[worst] ?? 0 }, naive)
  } finally {
    await ground.stop()
  }
}
