import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../src/platform/server/database/database.ts'
import { bumpAccess, newMember, openToAll } from '../support/access.ts'
import {
  expected,
  newEntity,
  newEnvironment,
  newMaker,
  type Answer,
  type Maker,
  type Place,
  type Send,
} from '../support/maker.ts'
import type { Answered, AttackOrder } from './heavyAttacker.ts'
import { attacks, type Attack } from './heavyRequests.ts'
import { isMain, openFaultGround, wrongs, type FaultGround, type Findings } from './ground.ts'

/**
 * Somebody sends the most expensive requests that they can think of, while a member of another environment reads records
 * by id. Those reads must stay as quick as they are without: a 99th percentile of less than 100 ms and of less than twice
 * the quiet one.
 * node test/faults/heavyNeighbour.ts [rows] [seconds of each attack] [part of an attack's name]
 */
const usualRows = 400_000
const usualSeconds = 15
/** The longest 99th percentile of reads by id, in milliseconds. */
const longest = 100

type Neighbours = {
  readonly ground: FaultGround
  /** The tokens of one session, of several sessions of one person, and of several members. */
  readonly tokens: Readonly<Record<Attack['by'], readonly string[]>>
  /** Reads a record of the other environment by its id. */
  readonly read: () => Promise<Answer>
}

/** The table of the heavy requests in one environment, and a record of another person in another one. */
async function openNeighbours(ground: FaultGround, rows: number): Promise<Neighbours> {
  const { maker, place, database } = ground
  await newEntity(maker, place, 'bigs', [
    { name: 'City', uri: 'city', type: 'text' },
    { name: 'Total', uri: 'total', type: 'decimal' },
  ])
  await fillBigs(database, place, rows)
  const send: Send = (...request) => ground.server().send(...request)
  const sessions = [maker.token]
  const members = [maker.token]
  for (let number = 1; number < 8; number++) {
    const person = { email: 'faults@example.org', password: 'Otter7Bay', method: 'jwt' }
    const signedIn = await expected(200, send('POST', '/api/auth/security/v1/signin', person))
    sessions.push(signedIn.json<{ token: string }>().token)
    members.push((await newMember({ send, database }, place, `member${number}@example.org`)).token)
  }
  await openToAll(database, place)
  const roles = await database.query<{ id: string }>({
    text: `select id from "${place.schema}"._role where administrator`,
  })
  await database.execute({
    text: `insert into "${place.schema}"._role_member (role_id, principal_id)
      select $1, id from "${place.schema}"._member on conflict do nothing`,
    values: [roles[0]?.id],
  })
  await bumpAccess(database, place.schema)
  const neighbour = await newMaker(send, 'neighbour@example.org')
  return { ground, tokens: { session: [maker.token], sessions, members }, read: await readerOf(neighbour) }
}

/** Fills the table `bigs` with so many rows of long texts. */
export async function fillBigs(database: Database, { schema }: Place, rows: number): Promise<void> {
  const owner = `(select id from "${schema}"._principal limit 1)`
  await database.transaction(async (transaction) => {
    await transaction.allow(600_000)
    await transaction.execute({
      text: `insert into "${schema}".bigs
        (id, name, city, total, created_on, created_by_id, updated_on, updated_by_id, owner_id, owning_unit_id)
        select gen_random_uuid(), 'Big ' || i, md5(i::text) || md5((i * 7)::text), i / 100.0,
          now(), ${owner}, now(), ${owner}, ${owner}, ${owner} from generate_series(1, ${rows}) i`,
    })
  })
  await database.execute({ text: `analyze "${schema}".bigs` })
}

async function readerOf(neighbour: Maker): Promise<Neighbours['read']> {
  const place: Place = await newEnvironment(neighbour, 'neighbour')
  await newEntity(neighbour, place, 'notes', [{ name: 'City', uri: 'city', type: 'text' }])
  const path = `/api/odata/v1/${place.id}/notes`
  const { id } = (await neighbour.send('POST', path, { name: 'One', city: 'Riga' })).json<{ id: string }>()
  return () => neighbour.send('GET', `${path}(${id})`)
}

type Measured = { readonly times: readonly number[]; readonly failed: number }

/** Reads for so many milliseconds and measures each read. */
async function measureReads({ read }: Neighbours, milliseconds: number): Promise<Measured> {
  const times: number[] = []
  let failed = 0
  for (const start = performance.now(); performance.now() - start < milliseconds; await pause(5)) {
    const sent = performance.now()
    const { status } = await read()
    times.push(performance.now() - sent)
    if (status !== 200) failed++
  }
  return { times: times.toSorted((one, other) => one - other), failed }
}

/** Measures reads while another process attacks. */
async function measureUnder(
  neighbours: Neighbours,
  attack: Attack,
  milliseconds: number,
): Promise<Measured & { readonly answered: Answered }> {
  const { ground, tokens } = neighbours
  const attacker = fork(fileURLToPath(new URL('heavyAttacker.ts', import.meta.url)))
  const told = once(attacker, 'message')
  const order: AttackOrder = {
    address: `http://127.0.0.1:${ground.server().port}`,
    tokens: tokens[attack.by],
    environment: ground.place.id,
    attack: attack.name,
  }
  attacker.send(order)
  await pause(1000)
  const measured = await measureReads(neighbours, milliseconds)
  attacker.send('end')
  const [answered] = (await told) as [Answered]
  return { ...measured, answered }
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
    await measureReads(neighbours, 3000)
    console.log('\n| what is sent | p50 | p99 | longest | quiet p50 | quiet p99 | reads | answers |')
    console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
    for (const attack of attacks.filter(({ name }) => name.includes(wanted))) {
      const quiet = await measureReads(neighbours, Math.min(seconds, 5) * 1000)
      const found = await measureUnder(neighbours, attack, seconds * 1000)
      const [quietly, p99] = [percentile(quiet.times, 0.99), percentile(found.times, 0.99)]
      const findings: Findings = {
        'reads that failed': found.failed,
        'a p99 that is too long': Number(p99 >= longest || p99 >= 2 * quietly),
      }
      wrong += wrongs(findings)
      const middles = [
        percentile(found.times, 0.5),
        p99,
        found.times.at(-1) ?? 0,
        percentile(quiet.times, 0.5),
        quietly,
      ]
      const figures = middles.map((each) => each.toFixed(1)).join(' | ')
      console.log(`| ${attack.name} | ${figures} | ${found.times.length} | ${JSON.stringify(found.answered)} |`)
    }
  } finally {
    await ground.stop()
  }
  process.exitCode = wrong === 0 ? 0 : 1
}
