import { openDatabase } from '../../src/platform/server/database/database.ts'
import { serveService } from './odataService.ts'

/** `DATABASE_URL=... PORT=4004 node test/support/odataServiceMain.ts`: the reference service, its schema made anew. */
const port = Number(process.env['PORT'] ?? 4004)
const database = openDatabase({
  connectionString: process.env['DATABASE_URL'] ?? 'postgres://postgres@localhost/postgres',
})
const server = await serveService(database)
server.listen(port, () => console.info(`http://localhost:${port}/`))
process.once('SIGTERM', () => server.close(() => void database.stop()))
