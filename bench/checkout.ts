import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../src/platform/server/postgres/port.ts'
import type * as PostgresModule from '../src/platform/server/postgres/postgres.ts'
import { newMaker, sendTo, type Maker } from '../test/support/maker.ts'
import { makeAccounts, type Accounts } from './accounts.ts'
import { postmasterOf, type Processes } from './processes.ts'

/** A checkout of the project at work: its server, its PostgreSQL, and the bench's table. */
export type RunningCheckout = {
  readonly port: number
  readonly processes: Processes
  readonly databaseUrl: string
  readonly maker: Maker
  readonly accounts: Accounts
}

type Ending = () => Promise<unknown> | void

/** A checkout has a minute to start its server, and some more where it must build its web app first. */
const patience = 300_000

/**
 * Starts the PostgreSQL and the server of a checkout by its own code and its own launcher, and fills the bench's table. What
 * comes by itself, vacuum and checkpoints, is put off: each would fall into the measurement of one side only.
 */
export async function startCheckout(
  options: { readonly checkout: string; readonly folder: string; readonly rows: number },
  endings: Ending[],
): Promise<RunningCheckout> {
  const checkout = resolve(options.checkout)
  await mkdir(options.folder)
  await chmod(options.folder, 0o755)
  const module = pathToFileURL(join(checkout, 'src/platform/server/postgres/postgres.ts')).href
  const { startPostgres } = (await import(module)) as typeof PostgresModule
  const settings = { autovacuum: 'off', checkpoint_timeout: '1h', max_wal_size: '16GB' }
  const postgres = await startPostgres({ folder: join(options.folder, 'database'), log: () => undefined, settings })
  endings.push(() => postgres.stop())
  const databaseUrl = postgres.connectionString
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  endings.push(() => client.end())
  const { pid, port } = await startServer(checkout, { databaseUrl, dataFolder: join(options.folder, 'data') }, endings)
  const maker = await newMaker(sendTo(`http://127.0.0.1:${port}`), 'bench@example.org')
  const accounts = await makeAccounts(maker, client, options.rows)
  return { port, databaseUrl, maker, accounts, processes: { server: pid, postmaster: await postmasterOf(client) } }
}

/** As an operator starts it: the launcher may give Node options of its own. */
async function startServer(
  checkout: string,
  { databaseUrl, dataFolder }: { readonly databaseUrl: string; readonly dataFolder: string },
  endings: Ending[],
): Promise<{ pid: number; port: number }> {
  const port = await freePort(0)
  const launcher = spawn(process.execPath, [join(checkout, 'scripts/launch.mjs'), 'src/main/server.ts'], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_ENV: '',
      BASE_URL: '',
      SMTP_URL: '',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_FOLDER: dataFolder,
      DATABASE_URL: databaseUrl,
      CALLS_PER_SECOND: '0',
      // Sign-ups are not asked to solve a challenge.
      DEMO_HOST: 'on',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [launcher.stdout, launcher.stderr]) stream.on('data', (text: Buffer) => (said += String(text)))
  const gone = once(launcher, 'exit')
  endings.push(async () => {
    launcher.kill('SIGTERM')
    await gone
  })
  const send = sendTo(`http://127.0.0.1:${port}`)
  const isReady = () => send('GET', '/health/ready').then(({ status }) => status === 200)
  for (const start = Date.now(); !(await isReady().catch(() => false)); await pause(100)) {
    if (launcher.exitCode !== null || Date.now() - start > patience)
      throw new Error(`the server of ${checkout} did not start:\n${said}`)
  }
  return { pid: await serverBelow(launcher.pid ?? 0), port }
}

/** The process that a launcher has handed over to. */
async function serverBelow(launcher: number): Promise<number> {
  const children = (await readFile(`/proc/${launcher}/task/${launcher}/children`, 'utf8')).trim().split(' ')
  for (const child of children) {
    if ((await readFile(`/proc/${child}/cmdline`, 'utf8')).includes('server.ts')) return Number(child)
  }
  throw new Error('the launcher has started no server')
}
