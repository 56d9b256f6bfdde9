import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readJob } from '#jobs/server/jobs.ts'
import { createRunner } from '#jobs/server/runner.ts'
import { startImport } from '#records/exchange/server/import/imports.ts'
import { importHandler } from '#records/exchange/server/import/load.ts'
import { importGround, planOf, type ImportGround } from '../../../../../test/support/imports.ts'
import { templateOf } from '../../../../../test/support/template.ts'

let house: ImportGround
beforeAll(async () => void (house = await importGround('importcrash')))
afterAll(() => house.stop())

const lines = 150_000

test('a process that is killed in the middle of an import leaves all rows or none, and another brings it to its end', async () => {
  await house.runner.stop(0)
  const text = `code,amount\n${Array.from({ length: lines }, (_, index) => `C-${index},${index}`).join('\n')}\n`
  const made = await house.upload(text)
  const id = await startImport(house.actor, house.deps, made.id, planOf(made, { name: 'Killed', uri: 'killed' }))
  const [{ name } = { name: '' }] = await house.rows<{ name: string }>('select current_database() as name')
  const orders = {
    connectionString: templateOf(inject('templateDatabase'), name),
    folder: house.folder,
    environment: house.actor.environment,
    member: house.actor.member,
  }
  const script = new URL('../../../../../test/support/importChild.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, JSON.stringify(orders)], { stdio: 'inherit' })
  for (;;) {
    const { progress, state } = await readJob(house.actor, id)
    if (progress.done > 0 || state === 'succeeded') break
    await pause(10)
  }
  child.kill('SIGKILL')
  await once(child, 'exit')
  const count = async () =>
    (await house.rows<{ count: number }>(`select count(*)::int as count from ${house.table('killed')}`))[0]?.count
  const afterKill = await readJob(house.actor, id)
  expect(await count()).toBe(afterKill.state === 'succeeded' ? lines : 0)

  const second = createRunner({
    ground: house.actor,
    handlers: { import: importHandler(house.deps) },
    poll: 0.2,
    lease: 2,
  })
  second.start()
  const job = await house.ended(id)
  await second.stop()
  expect(job).toMatchObject({ state: 'succeeded', result: { rows: lines } })
  expect(await count()).toBe(lines)
  expect(job.attempt).toBe(afterKill.state === 'succeeded' ? 1 : 2)
  const events = await house.rows<{ ids: number }>(
    `select coalesce(sum(jsonb_array_length(after->'ids')), 0)::int as ids from ${house.table('_event')} where kind = 'import'`,
  )
  expect(events[0]?.ids).toBe(lines)
  const changes = await house.rows(`select 1 from ${house.table('_change')}`)
  expect(changes).toHaveLength(1)
}, 180_000)
