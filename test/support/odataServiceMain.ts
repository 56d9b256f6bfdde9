import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../src/platform/server/database/database.ts'
import { startPostgres } from '../../src/platform/server/postgres/postgres.ts'
import { serveService } from './odataService.ts'

/**
 * The reference service for clients and suites of others, its schema `reference` made anew; without DATABASE_URL on a
 * PostgreSQL of its own, which goes with it.
 * PORT=4004 node test/support/odataServiceMain.ts
 */
const port = Number(process.env['PORT'] ?? 4004)
const given = process.env['DATABASE_URL']
const folder = given === undefined ? await mkdtemp(join(tmpdir(), 'lintel-reference-')) : undefined
// PostgreSQL runs as someone else where we are root.
if (folder !== undefined) await chmod(folder, 0o755)
const own = folder === undefined ? undefined : await startPostgres({ folder, log: console.info })
const database = openDatabase({ connectionString: given ?? own?.connectionString ?? '' })
const server = await serveService(database)
server.listen(port, () => console.info(`http://localhost:${port}/`))

async function stop(): Promise<void> {
  server.close()
  server.closeAllConnections()
  await database.stop()
  await own?.stop()
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
}
process.once('SIGTERM', () => void stop())
process.once('SIGINT', () => void stop())
