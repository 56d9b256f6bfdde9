import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../src/platform/server/database/database.ts'
import { discrepancies } from '../../src/tables/server/verify.ts'
import { expected, newEnvironment } from '../support/maker.ts'
import { runAsScript, untilQuiet, type FaultGround, type Findings } from './ground.ts'

/**
 * The server is killed (-9) while definitions change through its calls. After the next start the columns of the metadata
 * must be those of the catalog, the version must count the changes, and no index may be invalid. The naive twin does the
 * DDL and the metadata one after the other, each by itself.
 * node test/faults/definitionChanges.ts [rounds]
 */
const loop = fileURLToPath(new URL('../support/changeLoop.ts', import.meta.url))
const patience = 5000
let counter = 0

/** Kills our server once, after this time in milliseconds, starts it again and looks. */
export async function killDuringChanges(ground: FaultGround, after: number): Promise<Findings> {
  const { maker, place, database } = ground
  const ending = new AbortController()
  let changes = 0
  const change = async () => {
    while (!ending.signal.aborted) {
      const uri = `e${++counter}x`
      const attributes = ['one', 'two', 'three'].map((each) => ({
        name: each,
        uri: `${each}x`,
        type: 'text',
        unique: each === 'two',
      }))
      const base = `/api/metadata`
      const made = await maker.send('POST', `${base}/entity/v1/${place.id}`, {
        name: uri,
        collectionname: uri,
        uri,
        attributes,
      })
      const { id } = made.json<{ id: string }>()
      if (made.status === 201) changes++
      const more = { name: 'More', uri: 'more', type: 'N:1', related_entity: id }
      const added = await maker.send('POST', `${base}/attribute/v1/${place.id}/${id}`, more)
      if (added.status === 201) changes++
      if (counter % 3 === 0) await maker.send('DELETE', `${base}/entity/v1/${place.id}/${id}`)
    }
  }
  const work = [change(), change()].map((each) => each.catch((error: unknown) => error))
  await pause(after)
  await ground.server().end('SIGKILL')
  ending.abort()
  await Promise.all(work)
  await untilQuiet(database)
  await ground.restart()
  const [count] = await database.query<{ count: string }>({
    text: `select count(*) as count from "${place.schema}"._change`,
  })
  const lines = await settled(ground, place.schema)
  return {
    Changes: changes,
    'acknowledged changes that are lost': Number(count?.count) < changes ? 1 : 0,
    'discrepancies of metadata and catalog': lines.length,
  }
}

/** The same with the naive loop, in an environment of its own. */
export async function killNaiveChanges(ground: FaultGround, after: number): Promise<Findings> {
  const { maker, databaseUrl, database } = ground
  const { id, uri, schema } = await newEnvironment(maker, `naive${++counter}`)
  const environment = { id, schema, collation: `"${schema}"."_text"` }
  const child = spawn(process.execPath, [loop, databaseUrl, JSON.stringify(environment), 'naive'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(child.stdout, 'data')
  await pause(after)
  child.kill('SIGKILL')
  await once(child, 'close')
  await untilQuiet(database)
  const lines = await wrongLines(database, schema).catch((error: unknown) => [String(error)])
  // One person has five at most.
  await expected(204, maker.send('DELETE', `/api/env/v1/${id}`, { name: uri }))
  return { Changes: 1, 'discrepancies of metadata and catalog': lines.length }
}

/** Indexes are made good in the background after a start; everything else must be right at once. */
async function settled({ database }: FaultGround, schema: string): Promise<string[]> {
  for (const start = Date.now(); ; await pause(100)) {
    const lines = await wrongLines(database, schema)
    if (lines.every((line) => !line.endsWith('is invalid')) || Date.now() - start > patience) return lines
  }
}

/** The first version of an environment counts no change. */
async function wrongLines(database: Database, schema: string): Promise<string[]> {
  const [row] = await database.query<{ uncounted: string }>({
    text: `select model_version - (select count(*) from "${schema}"._change) as uncounted from "${schema}"._version`,
  })
  const lines = (await discrepancies(database, schema)).filter((line) => !/^version \d+, but \d+ changes$/.test(line))
  return row?.uncounted === '1' ? lines : [...lines, 'the version does not count the changes']
}

await runAsScript({ url: import.meta.url, title: 'kill -9 during definition changes', rounds: 15 }, async (ground) => ({
  ours: await killDuringChanges(ground, 100 + Math.random() * 1500),
  naive: await killNaiveChanges(ground, 200 + Math.random() * 800),
}))
