import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { reconcileTables } from '../../src/tables/server/reconcile.ts'
import { discrepancies } from '../../src/tables/server/verify.ts'
import { definitionsGround, type DefinitionsGround } from '../support/definitions.ts'

const loop = fileURLToPath(new URL('../support/changeLoop.ts', import.meta.url))
let child: ChildProcess | undefined
let ground: DefinitionsGround | undefined
afterEach(async () => {
  child?.kill('SIGKILL')
  await ground?.stop()
})

/** Kills a process that changes definitions at a random moment, waits for its work to end, and starts as a server does. */
async function killOnce(on: DefinitionsGround, way: 'ours' | 'naive', milliseconds: number): Promise<string[]> {
  const { database, models, context } = on
  child = spawn(process.execPath, [loop, on.connectionString, JSON.stringify(context.environment), way], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.stdout) await once(child.stdout, 'data')
  await wait(milliseconds)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const busy = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`
  while ((await database.query({ text: busy })).length > 0) await wait(20)
  await reconcileTables(database, context.environment, await models.reload(context.environment))
  return discrepancies(database, context.environment.schema)
}

test('a process killed in the midst of definition changes leaves all or nothing of each', async () => {
  ground = await definitionsGround('killed')
  for (let round = 0; round < 6; round++) expect(await killOnce(ground, 'ours', 150 + round * 97)).toEqual([])
  const { version } = await ground.models.reload(ground.context.environment)
  // Some changes were whole before each kill, however slow the machine is.
  expect(version).toBeGreaterThan(1)
}, 60_000)

test('its naive twin, statement by statement, does leave halves: the check above can fail', async () => {
  ground = await definitionsGround('killed_naive')
  let found: string[] = []
  for (let round = 0; round < 12 && found.length === 0; round++) {
    found = await killOnce(ground, 'naive', 100 + round * 31).catch((error: unknown) => [String(error)])
  }
  expect(found).not.toEqual([])
}, 60_000)
