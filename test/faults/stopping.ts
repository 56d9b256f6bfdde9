import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startClients } from '../support/busyClients.ts'
import { canSeeProcesses, startTree, type Target } from '../support/startedTree.ts'
import { add, isMain, openFaultGround, report, type FaultGround, type Findings } from './ground.ts'

/**
 * `setsid npm start &` is stopped in twelve ways while eight clients read and write and one exports 100,000 rows: SIGTERM,
 * SIGINT and SIGHUP, each to the process group, to npm, to the launcher and to the server. Every request that was begun
 * before is answered whole, a later one is answered whole or refused before it was taken; no process is left, and PostgreSQL
 * has shut its cluster down. The naive twin just kills the server.
 * node test/faults/stopping.ts [one of the ways, such as SIGTERM-npm]
 */
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
const targets: readonly Target[] = ['group', 'npm', 'launcher', 'server']
const rows = 100_000
/** So many in one statement, which has ten seconds. */
const portion = 10_000
/** Longer than any stop may take, in milliseconds. */
const patience = 60_000

export type StoppingGround = {
  readonly folder: string
  readonly token: string
  readonly envid: string
  readonly entity: string
}

/** A data folder with a table of so many rows, and whoever may export it; nothing runs on it. */
export async function prepareFolder(folder: string, count: number): Promise<StoppingGround> {
  const ground = await openFaultGround(folder)
  try {
    await fill(ground, count)
  } finally {
    await ground.stop()
  }
  return { folder, token: ground.maker.token, envid: ground.place.id, entity: ground.entity.id }
}

async function fill({ maker, place, database }: FaultGround, count: number): Promise<void> {
  await maker.send('POST', `/api/odata/v1/${place.id}/orders`, { name: 'First', city: 'Riga', units: 1 })
  const table = `"${place.schema}".orders`
  const own = ['id', 'name', 'units']
  const columns = await database.query<{ name: string }>({
    text: `select column_name as name from information_schema.columns where table_schema = $1 and table_name = 'orders'`,
    values: [place.schema],
  })
  const copied = columns.map(({ name }) => name).filter((name) => !own.includes(name))
  const list = copied.map((name) => `"${name}"`).join(', ')
  for (let from = 1; from <= count; from += portion)
    await database.execute({
      text: `insert into ${table} (id, name, units, ${list}) select gen_random_uuid(), 'Row ' || n, n, ${list}
        from (select * from ${table} where name = 'First') first, generate_series($1::int, $2::int) n`,
      values: [from, Math.min(from + portion - 1, count)],
    })
}

/** Starts it, loads it, sends one signal, and looks at what it cut and what it left. */
export async function stopOneWay(ground: StoppingGround, target: Target, signal: NodeJS.Signals): Promise<Findings> {
  const tree = await startTree(ground.folder)
  const clients = startClients({ ...ground, address: tree.address, exported: ground.entity })
  while (clients.begun() < 100) await pause(5)
  clients.markStop()
  await tree.signal(target, signal)
  const left = await tree.countLeft(patience)
  const isShutDown = await tree.isShutDown()
  const { answered, refused, cut, other, unanswered } = await clients.end()
  const made = await countMade(ground, unanswered)
  return {
    Answered: answered,
    'Refused before they were taken': refused,
    'requests that were cut': cut,
    'refused requests that were done all the same': made,
    'other answers': other,
    'processes that were left': left,
    'clusters that PostgreSQL had not shut down': isShutDown ? 0 : 1,
  }
}

/** How many of the records whose making was refused are there. */
async function countMade({ folder, token, envid }: StoppingGround, names: readonly string[]): Promise<number> {
  if (names.length === 0) return 0
  const tree = await startTree(folder)
  let count = 0
  for (const name of names) {
    const filter = encodeURIComponent(`name eq '${name}'`)
    const answer = await fetch(`${tree.address}/api/odata/v1/${envid}/orders?$filter=${filter}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    count += ((await answer.json()) as { value: readonly object[] }).value.length
  }
  await tree.signal('server', 'SIGTERM')
  await tree.countLeft(patience)
  return count
}

if (isMain(import.meta.url)) {
  if (!canSeeProcesses) throw new Error('This script looks at processes in /proc, which this system does not have.')
  const folder = await mkdtemp(join(tmpdir(), 'lintel-stopping-'))
  await chmod(folder, 0o755)
  const only = process.argv[2]
  let [ours, naive]: [Findings, Findings] = [{}, {}]
  try {
    const ground = await prepareFolder(folder, rows)
    for (const signal of signals)
      for (const target of targets) {
        if (only !== undefined && only !== `${signal}-${target}`) continue
        const found = await stopOneWay(ground, target, signal)
        console.log(`${signal} to ${target}: ${JSON.stringify(found)}`)
        ours = add(ours, found)
      }
    naive = await stopOneWay(ground, 'server', 'SIGKILL')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  report('twelve ways of stopping', ours, naive)
}
