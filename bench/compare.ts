import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../src/platform/server/postgres/port.ts'
import { startCheckout, type RunningCheckout } from './checkout.ts'
import { measure, type Figures, type Shot } from './load.ts'
import { batchOf, pairsOf } from './shots.ts'

/**
 * Two checkouts of the project side by side: which requests does the new one make dearer? Both run the same requests on the
 * same rows in alternation, each on its own PostgreSQL. What counts is the processor time of server and PostgreSQL for one
 * request, as a ratio to that of a bare Fastify in the same round. A request is worse when the new median lies more than
 * 5 % above the old one, and by more than the old rounds differ among themselves.
 * node bench/compare.ts old new [rounds [rows [seconds [only]]]]
 * A checkout: git worktree add ../old <commit>, and node_modules in it (npm ci, or those of here, where the lock file is the same).
 */
const [oldFolder, newFolder] = process.argv.slice(2)
const rounds = Number(process.argv[4] ?? 5)
const rows = Number(process.argv[5] ?? 300_000)
const time = Number(process.argv[6] ?? 2) * 1000
const only = process.argv[7]
/** How much dearer a request may become without being called worse. */
const tolerance = 1.05

const columns = ['request', 'old', 'new', 'new / old', 'spread of old', 'ms old, new, bare (of the server)', 'verdict']

type Side = { readonly running: RunningCheckout; readonly barePort: number; readonly barePid: number }
type Request = { readonly name: string; readonly ours: Shot; readonly bare: Shot }
/** Milliseconds of processor time for one request. */
type Round = { readonly old: number; readonly new: number; readonly bare: number; readonly servers: Servers }
/** The part of the server's own process. */
type Servers = { readonly old: number; readonly new: number; readonly bare: number }

if (!oldFolder || !newFolder) throw new Error('Name two checkouts: node bench/compare.ts old new')
const folder = await mkdtemp(join(tmpdir(), 'lintel-compare-'))
await chmod(folder, 0o755)
const endings: (() => Promise<unknown> | void)[] = [() => rm(folder, { recursive: true, force: true })]
let isWorse = false
try {
  await run(oldFolder, newFolder)
} finally {
  for (const end of endings.toReversed()) await end()
}
process.exitCode = isWorse ? 1 : 0

async function run(oldCheckout: string, newCheckout: string): Promise<void> {
  const before = await openSide('old', oldCheckout)
  const after = await openSide('new', newCheckout)
  const [oldRequests, newRequests] = [requestsOf(before.running), requestsOf(after.running)]
  console.log(`| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}`)
  for (const [index, oldRequest] of oldRequests.entries()) {
    const newRequest = newRequests[index]
    if (!newRequest || (only !== undefined && !oldRequest.name.includes(only))) continue
    const measured = await measureRounds({ side: before, request: oldRequest }, { side: after, request: newRequest })
    console.log(rowOf(oldRequest.name, measured))
  }
}

async function openSide(name: string, checkout: string): Promise<Side> {
  const running = await startCheckout({ checkout, folder: join(folder, name), rows }, endings)
  const port = await freePort(0)
  const own = [running.databaseUrl, running.accounts.table, String(port)]
  const child = fork(fileURLToPath(new URL('./bare.ts', import.meta.url)), own)
  endings.push(() => void child.kill())
  await once(child, 'message')
  return { running, barePort: port, barePid: child.pid ?? 0 }
}

function requestsOf({ accounts, maker }: RunningCheckout): Request[] {
  return [...pairsOf(accounts, maker), batchOf(accounts, maker)]
}

type Contender = { readonly side: Side; readonly request: Request }

/** The order of the four measurements is reversed with each round. The bare server of both sides counts. */
async function measureRounds(before: Contender, after: Contender): Promise<Round[]> {
  const ours = ({ side: { running }, request }: Contender, duration = time) =>
    costOf(running.port, running.processes, request.ours, duration)
  const bare = ({ side, request }: Contender, duration = time) =>
    costOf(side.barePort, { ...side.running.processes, server: side.barePid }, request.bare, duration)
  for (const each of [before, after]) {
    await ours(each, time * 2)
    await bare(each, time)
  }
  const measured: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? [before, after] : [after, before]
    const found = new Map<Contender, { ours: Figures; bare: Figures }>()
    for (const each of order) found.set(each, { bare: await bare(each), ours: await ours(each) })
    const [old, fresh] = [found.get(before), found.get(after)]
    if (!old || !fresh) continue
    const of = (pick: (figures: Figures) => number) => ({
      old: pick(old.ours),
      new: pick(fresh.ours),
      bare: (pick(old.bare) + pick(fresh.bare)) / 2,
    })
    measured.push({ ...of(({ total }) => total), servers: of(({ cpu }) => cpu) })
  }
  return measured
}

async function costOf(
  port: number,
  processes: RunningCheckout['processes'],
  shot: Shot,
  duration: number,
): Promise<Figures> {
  const figures = await measure(port, processes, shot, duration)
  if (figures.failed > 0) throw new Error(`${figures.failed} requests failed, such as ${JSON.stringify(shot())}`)
  return figures
}

function rowOf(name: string, measured: readonly Round[]): string {
  const olds = measured.map((round) => round.old / round.bare)
  const [before, after] = [median(olds), median(measured.map((round) => round.new / round.bare))]
  const spread = Math.max(...olds) - Math.min(...olds)
  const worse = after > before * tolerance && after - before > spread
  isWorse ||= worse
  const times = (['old', 'new', 'bare'] as const).map((of) => {
    const [all, server] = [
      median(measured.map((round) => round[of])),
      median(measured.map((round) => round.servers[of])),
    ]
    return `${all.toFixed(3)} (${server.toFixed(3)})`
  })
  const verdict = worse ? 'worse' : after < before / tolerance && before - after > spread ? 'better' : 'the same'
  const ratios = [before, after].map((ratio) => `${ratio.toFixed(3)}x`)
  return `| ${[name, ...ratios, (after / before).toFixed(3), spread.toFixed(3), times.join(', '), verdict].join(' | ')} |`
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
