import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../src/platform/server/postgres/postgres.ts'
import { disagreements } from '../test/support/expressionAgreement.ts'

/**
 * Random expressions on random values: closures and PostgreSQL must say the same.
 * node scripts/expressionAgreement.ts [count [seed]]
 */
const count = Number(process.argv[2] ?? 10_000)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
const folder = await mkdtemp(join(tmpdir(), 'lintel-expressions-'))
await chmod(folder, 0o755)
const postgres = await startPostgres({ folder, log: () => undefined, settings: { fsync: 'off' } })
try {
  const found = await disagreements(postgres.connectionString, count, seed)
  for (const each of found.slice(0, 20)) console.log(JSON.stringify(each, null, 2))
  console.log(`seed ${seed}: ${count} expressions, ${found.length} where the closure and PostgreSQL differ`)
  process.exitCode = found.length === 0 ? 0 : 1
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
