import { setTimeout as pause } from 'node:timers/promises'
import { newEntity, newEnvironment, newMaker, type Answer, type Maker, type Place } from '../support/maker.ts'
import { attacks, type Attack, type Target } from './heavyRequests.ts'
import { isMain, openFaultGround, wrongs, type FaultGround, type Findings } from './ground.ts'

/**
 * One person sends the most expensive requests that they can think of, while a member of another environment reads records
 * by id. Those reads must stay as quick as they are without: a 99th percentile of less than 100 ms and of less than twice
 * the quiet one.
 * node test/faults/heavyNeighbour.ts [rows] [seconds of each attack] [part of an attack's name]
 */
const usualRows = 400_000
const usualSeconds = 15
/** The longest 99th percentile of reads by id, in milliseconds. */
const longest = 100

export type Neighbours = {
  readonly target: Target
  /** Reads a record of the other environment by its id. */
  readonly read: () => Promise<Answer>
}

/** The table of the heavy requests in one environment, and a record of another person in another one. */
export async function openNeighbours(ground: FaultGround, rows: number): Promise<Neighbours> {
  const { maker, place, database, server } = ground
  await newEntity(maker, place, 'bigs', [
    { name: 'City', uri: 'city', type: 'text' },
    { name: 'Total', uri: 'total', type: 'decimal' },
  ])
  const table = `"${place.schema}".bigs`
  const owner = `(select id from "${place.schema}"._principal limit 1)`
  await database.transaction(async (transaction) => {
    await transaction.allow(600_000)
    await transaction.execute({
      text: `insert into ${table}
        (id, name, city, total, created_on, created_by_id, updated_on, updated_by_id, owner_id, owning_unit_id)
        select gen_random_uuid(), 'Big ' || i, md5(i::text) || md5((i * 7)::text), i / 100.0,
          now(), ${owner}, now(), ${owner}, ${owner}, ${owner} from generate_series(1, ${rows}) i`,
    })
  })
  await database.execute({ text: `analyze ${table}` })
  const neighbour = await newMaker((...request) => server().send(...request), 'neighbour@example.org')
  return { target: { maker, place }, read: await readerOf(neighbour) }
}

async function readerOf(neighbour: Maker): Promise<Neighbours['read']> {
  const place: Place = await newEnvironment(neighbour, 'neighbour')
  await newEntity(neighbour, place, 'notes', [{ name: 'City', uri: 'city', type: 'text' }])
  const path = `/api/odata/v1/${place.id}/notes`
  const { id } = (await neighbour.send('POST', path, { name: 'One', city: 'Riga' })).json<{ id: string }>()
  return () => neighbour.send('GET', `${path}(${id})`)
}

/** Attacks for so many milliseconds and measures the neighbour's reads; without an attack it only measures. */
export async function attackNeighbour(
  { target, read }: Neighbours,
  milliseconds: number,
  attack?: Attack,
): Promise<{ readonly times: readonly number[]; readonly failed: number; readonly answered: Readonly<Record<string, number>> }> {
  const ending = new AbortController()
  const answered: Record<string, number> = {}
  const note = (name: string) => (answered[name] = (answered[name] ?? 0) + 1)
  const work = attack ? attack.send(target, ending.signal, note) : Promise.resolve()
  const times: number[] = []
  let failed = 0
  await pause(attack ? 200 : 0)
  for (const start = performance.now(); performance.now() - start < milliseconds; await pause(5)) {
    const sent = performance.now()
    const { status } = await read()
    times.push(performance.now() - sent)
    if (status !== 200) failed++
  }
  ending.abort()
  await work
  return { times: times.toSorted((one, other) => one - other), failed, answered }
}

function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

if (isMain(import.meta.url)) {
  const rows = Number(process.argv[2] ?? usualRows)
  const seconds = Number(process.argv[3] ?? usualSeconds)
  const wanted = process.argv[4] ?? ''
  const ground = await openFaultGround()
  let wrong = 0
  try {
    const neighbours = await openNeighbours(ground, rows)
    await attackNeighbour(neighbours, 3000)
    console.log('\n| what one person sends | p50 | p99 | longest | quiet p99 | reads | answers |')
    console.log('| --- | --- | --- | --- | --- | --- | --- |')
    for (const attack of attacks.filter(({ name }) => name.includes(wanted))) {
      const quiet = await attackNeighbour(neighbours, Math.min(seconds, 5) * 1000)
      const found = await attackNeighbour(neighbours, seconds * 1000, attack)
      const [quietly, p99] = [percentile(quiet.times, 0.99), percentile(found.times, 0.99)]
      const findings: Findings = {
        'reads that failed': found.failed,
        'a p99 that is too long': Number(p99 >= longest || p99 >= 2 * quietly),
      }
      wrong += wrongs(findings)
      const figures = [percentile(found.times, 0.5), p99, found.times.at(-1) ?? 0, quietly].map((ms) => ms.toFixed(1))
      console.log(
        `| ${attack.name} | ${figures.join(' | ')} | ${found.times.length} | ${JSON.stringify(found.answered)} |`,
      )
    }
  } finally {
    await ground.stop()
  }
  process.exitCode = wrong === 0 ? 0 : 1
}
