import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres, type Postgres, type PostgresState } from '#platform/server/postgres/postgres.ts'

let folder = ''
let running: Postgres[] = []
const messages: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-supervisor-'))
  await chmod(folder, 0o755)
})

afterEach(async () => {
  for (const postgres of running) await postgres.stop()
  running = []
  messages.length = 0
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the embedded PostgreSQL', () => {
  test('starts on the loopback with UTF-8, a random password and a role that is no superuser', async () => {
    const postgres = await start()
    const rows = await ask(
      postgres,
      `select current_user as "user", rolsuper, rolcreaterole,
      current_setting('listen_addresses') as listens, current_setting('server_encoding') as encoding,
      (select datlocale from pg_database where datname = current_database()) as locale
      from pg_roles where rolname = current_user`,
    )
    expect(rows).toEqual([
      {
        user: 'lintel',
        rolsuper: false,
        rolcreaterole: true,
        listens: '127.0.0.1',
        encoding: 'UTF8',
        locale: 'C.UTF-8',
      },
    ])
    expect(new URL(postgres.connectionString).password.length).toBe(32)
    expect((await stat(join(folder, 'postgres.json'))).mode & 0o777).toBe(0o600)
    await ask(postgres, 'create table kept (note text)')
    await ask(postgres, `insert into kept values ('first')`)
  })

  test('its role can make a role for an environment and take it on', async () => {
    const postgres = await start()
    await ask(postgres, 'create role env_test nologin')
    await ask(postgres, 'create schema env_test authorization env_test')
    await ask(postgres, 'set role env_test; create table env_test.own (id int)')
  })

  test('keeps its data and its address from start to start', async () => {
    const before = (await start()).connectionString
    await stopAll()
    const postgres = await start()
    expect(postgres.connectionString).toBe(before)
    expect(await ask(postgres, 'select note from kept')).toEqual([{ note: 'first' }])
  })

  test('takes another port when its own is taken', async () => {
    const known = JSON.parse(await readFile(join(folder, 'postgres.json'), 'utf8')) as { port: number }
    const stranger = createServer().listen(known.port, '127.0.0.1')
    await once(stranger, 'listening')
    const postgres = await start()
    expect(Number(new URL(postgres.connectionString).port)).not.toBe(known.port)
    expect(await ask(postgres, 'select note from kept')).toEqual([{ note: 'first' }])
    stranger.close()
  })

  test('refuses a second host of the same data folder with a sentence', async () => {
    await start()
    await expect(start()).rejects.toThrow(`Another Lintel (process ${process.pid}) already works on the data`)
  })

  test('is adopted by the next host after its own was killed', async () => {
    const { pid: server } = await startInKilledHost()
    const postgres = await start()
    expect(messages.join()).toContain(`Adopted the PostgreSQL (process ${server})`)
    expect(await ask(postgres, 'select note from kept')).toEqual([{ note: 'first' }])
  })

  test('is restarted after a crash, also when it was adopted', async () => {
    await startInKilledHost()
    const postgres = await start()
    for (const round of [1, 2]) {
      const states = watch(postgres)
      process.kill(await postmasterPid(), 'SIGKILL')
      await until(() => states.at(-1) === 'ready')
      expect(states, `round ${round}`).toEqual(['restarting', 'ready'])
      expect(await ask(postgres, 'select note from kept')).toEqual([{ note: 'first' }])
    }
  })

  test('starts although a stale pid file names a living process of somebody else', async () => {
    await writeFile(
      join(folder, 'postgres', 'cluster', 'postmaster.pid'),
      `${process.pid}\n/elsewhere\n1\n5432\n\n\n\nready\n`,
    )
    expect(await ask(await start(), 'select note from kept')).toEqual([{ note: 'first' }])
  })

  test('stops an orphan that does not know our password', async () => {
    const { pid: server } = await startInKilledHost()
    const file = join(folder, 'postgres.json')
    const kept = await readFile(file, 'utf8')
    await writeFile(file, JSON.stringify({ ...JSON.parse(kept), adminPassword: 'another' }))
    const postgres = await start()
    expect(messages.join()).toContain(`Stopping a PostgreSQL (process ${server})`)
    expect(await ask(postgres, 'select note from kept')).toEqual([{ note: 'first' }])
    await writeFile(file, kept)
  })

  test('turns read-only when the disk is nearly full, and back', async () => {
    let free = 0.5
    const postgres = await start({ freeShare: async () => free, every: 10 })
    const states = watch(postgres)
    expect(postgres.state()).toBe('ready')
    free = 0.04
    await until(() => states.length === 1)
    free = 0.055
    await sleep(50)
    free = 0.07
    await until(() => states.length === 2)
    expect(states).toEqual(['readOnly', 'ready'])
    expect(messages.join('\n')).toMatch(/Only 4\.0 % .* read-only[^]*7\.0 % .* writes again/)
  })

  test('stop ends it and tells so; a second stop is the same', async () => {
    const postgres = await start()
    const states = watch(postgres)
    await Promise.all([postgres.stop(), postgres.stop()])
    expect(states).toEqual(['stopped'])
    await expect(ask(postgres, 'select 1')).rejects.toThrow('ECONNREFUSED')
  })
})

async function start(disk?: { freeShare: () => Promise<number>; every: number }): Promise<Postgres> {
  const postgres = await startPostgres({ folder, log: (message) => messages.push(message), ...(disk ? { disk } : {}) })
  running.push(postgres)
  return postgres
}

async function stopAll(): Promise<void> {
  for (const postgres of running.splice(0)) await postgres.stop()
}

/** A host of its own process that is killed as soon as its server is up. */
async function startInKilledHost(): Promise<{ pid: number }> {
  const script = `import { startPostgres } from '#platform/server/postgres/postgres.ts'
    await startPostgres({ folder: ${JSON.stringify(folder)}, log() {} })
    console.log('up'); setInterval(() => {}, 1000)`
  const host = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(createInterface(host.stdout), 'line')
  host.kill('SIGKILL')
  await once(host, 'exit')
  return { pid: await postmasterPid() }
}

async function postmasterPid(): Promise<number> {
  return Number((await readFile(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

async function ask(postgres: Postgres, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: postgres.connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

function watch(postgres: Postgres): PostgresState[] {
  const states: PostgresState[] = []
  postgres.onState((state) => states.push(state))
  return states
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 15_000
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`Waited in vain. The log: ${messages.join(' | ')}`)
    await sleep(10)
  }
}
