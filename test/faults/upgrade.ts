import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCopy } from '../../src/platform/server/postgres/clusterCopy.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { newEntity, newEnvironment, newMaker, type Maker, type Place, type Send } from '../support/maker.ts'
import { startServer } from '../support/serverProcess.ts'
import { add, isMain, wrongs, type Findings } from './ground.ts'

/**
 * Data of earlier programs is brought up to date by this one: of 200 and 400 commits ago, of a build whose migrations were
 * edited later, and of some of the days before. All of it must be there, and a copy of what was before; the history shows
 * the changes of definitions and undoes them, and a job that was under way ends. Data of a newer program is
 * refused, with both builds named, and nothing is changed. Needs a clone with its history, and the packages that earlier
 * programs name (`npm ci` in a folder of its own for each that differs).
 * node test/faults/upgrade.ts [commit]
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
// By name: not every commit of the past starts by itself.
const commits = ['e5031ee', 'c75421e', '3ae55a8', '09eabca', '19ea207']
const records = 50
/** What people say about themselves. The zone had another name for a while, and none before. */
const kept = ['firstname', 'lastname', 'email', 'mobilephone', 'country', 'locale', 'developermode', 'status']
/** A program that runs for the first time builds its web app, in milliseconds. */
const patience = 600_000
/** So long a job that was killed may take to be taken up and ended, in seconds. */
const longestJob = 180

/** A program in a folder of its own, as it was at a commit. */
type Program = { readonly folder: string; readonly entry: string; remove(): Promise<void> }

/** What a program left in a data folder, to be found again. */
type Left = {
  readonly folder: string
  readonly maker: Maker
  readonly place: Place
  readonly profile: Readonly<Record<string, unknown>>
  /** The changes of definitions that its history shows, the last first. */
  readonly changes: readonly string[]
  /** A bulk change that was under way when the program was killed; undefined where the program knows none. */
  readonly jobId: string | undefined
}

function git(...parameters: string[]): string {
  return execFileSync('git', ['-C', root, ...parameters], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
}

/** Whether the history is here that this script needs. */
export function hasHistory(): boolean {
  try {
    return git('rev-parse', '--is-shallow-repository') === 'false' && git('rev-parse', 'HEAD~400') !== ''
  } catch {
    return false
  }
}

async function checkOut(commit: string): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-program-'))
  await chmod(folder, 0o755)
  execFileSync('sh', ['-c', `git -C '${root}' archive ${commit} | tar -x -C '${folder}'`])
  if (await hasPackagesOf(folder)) await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
  return programIn(folder)
}

function programIn(folder: string): Program {
  return {
    folder,
    entry: join(folder, 'src', 'main', 'server.ts'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

type Lock = { readonly packages: Readonly<Record<string, { readonly version?: string; readonly dev?: boolean }>> }

/** Whether our packages are those that a program runs on; what its tests need does not matter. */
async function hasPackagesOf(folder: string): Promise<boolean> {
  const read = async (from: string) => JSON.parse(await readFile(join(from, 'package-lock.json'), 'utf8')) as Lock
  const [theirs, ours] = await Promise.all([read(folder), read(root)])
  return Object.entries(theirs.packages).every(
    ([path, { version, dev }]) => path === '' || dev === true || ours.packages[path]?.version === version,
  )
}

/** This program with one migration more. */
async function makeNewer(): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-newer-'))
  await chmod(folder, 0o755)
  for (const name of [
    'src',
    'public',
    'scripts',
    'index.html',
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    'tsconfig.base.json',
    'dist',
  ])
    if (existsSync(join(root, name))) await cp(join(root, name), join(folder, name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const file = join(folder, 'src', 'main', 'concepts.ts')
  const text = await readFile(file, 'utf8')
  const more = `{ id: 'newer-1', statements: ['create table lintel.newer (id integer)'] }`
  const newer = text.replace('migrations: processMigrations', `migrations: [...processMigrations, ${more}]`)
  if (newer === text) throw new Error('the list of migrations ends otherwise than this script knows')
  await writeFile(file, newer)
  return programIn(folder)
}

/** Lets a program make a person, an environment and records, and stops it. */
async function leaveData(program: Program): Promise<Left> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-upgrade-'))
  await chmod(folder, 0o755)
  const server = await startServer({ dataFolder: folder, entry: program.entry, patience })
  const maker = await newMaker(server.send, 'upgrade@example.org')
  const place = await newEnvironment(maker, 'upgrade')
  const orders = await newEntity(maker, place, 'orders', [{ name: 'City', uri: 'city', type: 'text' }])
  for (let count = 0; count < records; count++)
    await maker.send('POST', `/api/odata/v1/${place.id}/orders`, { name: `Order ${count}`, city: 'Rīga' })
  await maker.send('PATCH', '/api/user/v1/me', { time_zone: 'Europe/Riga', timezone: 'Europe/Riga' })
  const profile = (await maker.send('GET', '/api/user/v1/me')).json<Record<string, unknown>>()
  await newEntity(maker, place, 'notes', [{ name: 'Text', uri: 'text', type: 'text' }])
  const changes = await readChanges(maker.send, place)
  const draft = { action: 'change', records: { query: '', except: [] }, values: { city: 'Cēsis' } }
  const job = await maker.send('POST', `/api/bulk/v1/${place.id}/${orders.id}`, draft)
  const jobId = job.status === 202 ? job.json<{ job_id: string }>().job_id : undefined
  await server.end(jobId === undefined ? 'SIGTERM' : 'SIGKILL')
  return { folder, maker, place, profile, changes, jobId }
}

async function readChanges(send: Send, { id }: Place): Promise<readonly string[]> {
  const answer = await send('GET', `/api/metadata/change/v1/${id}`)
  return answer.json<{ value: { id: string }[] }>().value.map((change) => change.id)
}

/** Waits for a job that another program began; answers whether it ended well. */
async function endsWell(send: Send, { id }: Place, jobId: string): Promise<boolean> {
  for (let second = 0; second < longestJob; second++) {
    const { state } = (await send('GET', `/api/job/v1/${id}/${jobId}`)).json<{ state: string }>()
    if (state === 'succeeded') return true
    if (state === 'failed' || state === 'cancelled') return false
    await pause(1000)
  }
  return false
}

/** Starts this program on the folder and looks for everything. */
async function lookAfterUpgrade(left: Left): Promise<Findings> {
  const { folder, maker, place, profile } = left
  const server = await startServer({ dataFolder: folder, patience }).catch((error: unknown) => {
    console.log(String(error))
  })
  if (!server) return { 'starts that failed': 1 }
  const send: Send = (method, path, body) => server.send(method, path, body, { authorization: `Bearer ${maker.token}` })
  const isEnded = left.jobId === undefined || (await endsWell(send, place, left.jobId))
  const city = left.jobId === undefined ? 'Rīga' : 'Cēsis'
  const found = await send('GET', `/api/odata/v1/${place.id}/orders?$filter=city eq '${city}'&$count=true&$top=1`)
  const changes = await readChanges(send, place)
  const undone = await send('POST', `/api/metadata/change/v1/${place.id}/${changes[0]}/undo`)
  const gone = await send('GET', `/api/odata/v1/${place.id}/notes`)
  const count = found.status === 200 ? found.json<{ '@odata.count': number }>()['@odata.count'] : 0
  const me = (await send('GET', '/api/user/v1/me')).json<Record<string, unknown>>()
  const made = await send('POST', `/api/odata/v1/${place.id}/orders`, { name: 'After' })
  const another = await send('POST', '/api/env/v1', { name: 'Another', uri: 'another', region: 'eu' })
  const changed = kept.filter((name) => JSON.stringify(me[name]) !== JSON.stringify(profile[name]))
  const zone = profile['timezone'] ?? profile['time_zone']
  const isZoneLost = zone !== undefined && zone !== me['timezone']
  await server.end('SIGTERM')
  const copy = await readCopy(folder)
  return {
    Records: count,
    'starts that failed': 0,
    'records that are lost': records - count,
    'values of the profile that changed': changed.length,
    'time zones that are lost': isZoneLost ? 1 : 0,
    'writes that failed': (made.status === 201 ? 0 : 1) + (another.status === 201 ? 0 : 1),
    'changes that the history has lost': left.changes.filter((id) => !changes.includes(id)).length,
    'undos that failed': undone.status === 200 && gone.status === 404 ? 0 : 1,
    'jobs that did not end': isEnded ? 0 : 1,
    'copies that are missing': copy?.finished ? 0 : 1,
  }
}

/** Data of an earlier program, brought up to date by this one. */
export async function upgradeFrom(commit: string): Promise<Findings> {
  const program = await checkOut(commit)
  let left: Left | undefined
  try {
    left = await leaveData(program)
    return await lookAfterUpgrade(left)
  } finally {
    if (left) await rm(left.folder, { recursive: true, force: true })
    await program.remove()
  }
}

/** Data of a newer program: this one refuses it, names both builds and leaves it as it is. */
export async function refuseNewer(): Promise<Findings> {
  const program = await makeNewer()
  let left: Left | undefined
  try {
    left = await leaveData(program)
    const said = await startServer({ dataFolder: left.folder }).then(
      async (server) => {
        await server.end('SIGTERM')
        return ''
      },
      (error: unknown) => String(error),
    )
    const named = /build (\S+) brought the data further \(newer-1 in lintel\) than this build (\S+) knows/.exec(said)
    const again = await startServer({ dataFolder: left.folder, entry: program.entry, patience })
    const answer = await again.send('GET', `/api/odata/v1/${left.place.id}/orders/$count`, undefined, {
      authorization: `Bearer ${left.maker.token}`,
    })
    await again.end('SIGTERM')
    return {
      'starts on newer data': named && named[1] !== named[2] ? 0 : 1,
      'records that are lost': records - Number(answer.text),
    }
  } finally {
    if (left) await rm(left.folder, { recursive: true, force: true })
    await program.remove()
  }
}

if (isMain(import.meta.url)) {
  if (!hasHistory())
    throw new Error('This script starts programs of earlier commits: it needs a clone with all its history.')
  let sum: Findings = {}
  for (const commit of process.argv[2] ? [process.argv[2]] : commits) {
    const found = await upgradeFrom(commit)
    console.log(`${commit} (${git('rev-parse', '--short', commit)}): ${JSON.stringify(found)}`)
    sum = add(sum, found)
  }
  const newer = await refuseNewer()
  console.log(`a newer build: ${JSON.stringify(newer)}`)
  process.exitCode = wrongs(add(sum, newer)) === 0 ? 0 : 1
}
