import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { readIdentity } from '../../src/platform/server/postgres/identity.ts'
import { runAsScript, type FaultGround, type Round } from './ground.ts'

/**
 * PostgreSQL is killed (-9) below the running server while records are written. The server must stay, answer 503 with
 * Retry-After meanwhile, and go on by itself; nothing acknowledged may be lost. The naive twin is a server whose pool has
 * no listener for broken connections.
 * node test/faults/postgresKilled.ts [rounds]
 */
const naivePool = fileURLToPath(new URL('./naivePool.ts', import.meta.url))
const patience = 30_000

export async function killPostgres(ground: FaultGround): Promise<Required<Round>> {
  const { maker, place, database, databaseUrl } = ground
  const path = `/api/odata/v1/${place.id}/orders`
  const naive = spawn(process.execPath, [naivePool, databaseUrl], { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(naive.stdout, 'data')
  const acknowledged: string[] = []
  const answers = { unavailable: 0, withoutRetryAfter: 0, other: 0 }
  const ending = new AbortController()
  const write = async () => {
    while (!ending.signal.aborted) {
      const made = await maker.send('POST', path, { name: 'Ours' })
      if (made.status === 201) acknowledged.push(made.json<{ id: string }>().id)
      else if (made.status === 503) {
        answers.unavailable++
        if (made.headers['retry-after'] === undefined) answers.withoutRetryAfter++
        await pause(20)
      } else answers.other++
    }
  }
  const work = Array.from({ length: 4 }, write)
  await pause(400)
  process.kill(await postmasterOf(ground), 'SIGKILL')
  const before = acknowledged.length
  const start = Date.now()
  while (acknowledged.length < before + 20 && Date.now() - start < patience) await pause(50)
  ending.abort()
  await Promise.all(work)
  const found = await untilAnswered(() =>
    database.query<{ id: string }>({
      text: `select id from "${place.schema}".orders where id = any($1)`,
      values: [acknowledged],
    }),
  )
  await pause(200)
  const hasEnded = naive.exitCode !== null
  naive.kill('SIGKILL')
  return {
    ours: {
      Acknowledged: acknowledged.length,
      'Refused with 503': answers.unavailable,
      'acknowledged records that are lost': acknowledged.length - found.length,
      'refusals without Retry-After': answers.withoutRetryAfter,
      'other answers': answers.other,
      'servers that ended or did not recover': acknowledged.length < before + 20 ? 1 : 0,
    },
    naive: { 'servers that ended or did not recover': hasEnded ? 1 : 0 },
  }
}

async function postmasterOf({ folder }: FaultGround): Promise<number> {
  const { place = join(folder, 'postgres') } = await readIdentity(folder)
  const [pid] = (await readFile(join(place, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}

async function untilAnswered<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (attempt > 50) throw error
      await pause(100)
    }
  }
}

await runAsScript({ url: import.meta.url, title: 'kill -9 of PostgreSQL below the server', rounds: 5 }, killPostgres)
