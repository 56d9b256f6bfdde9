import { createServer } from 'node:http'
import pg from 'pg'

// A server whose pool nobody listens to when one of its connections breaks. Ends by itself then.
const pool = new pg.Pool({ connectionString: process.argv[2] ?? '', max: 4 })
await Promise.all(Array.from({ length: 4 }, () => pool.query('select pg_sleep(0.05)')))
createServer((_request, response) => {
  void pool.query('select 1').then(() => response.end('ok'))
}).listen(0, '127.0.0.1', () => process.stdout.write('ready\n'))
