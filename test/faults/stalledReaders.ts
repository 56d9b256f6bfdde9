import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../src/platform/server/database/database.ts'
import { connectionStringOf } from '../../src/platform/server/postgres/role.ts'
import { readIdentity } from '../../src/platform/server/postgres/identity.ts'
import { newEntity, newEnvironment, newKey, newMaker } from '../support/maker.ts'
import { residentOf } from '../support/memory.ts'
import { startServer } from '../support/serverProcess.ts'

/**
 * A hundred readers ask for lists of 5,000 rows, some three megabytes each, and read nothing of them: first with one key, then
 * with eight. The server must not grow by more than 100 MB, and small lists are answered meanwhile.
 * node test/faults/stalledReaders.ts [readers]
 */
const readers = Number(process.argv[2] ?? 100)
const keys = 8
const goal = 100
/** What a small list may take meanwhile, in milliseconds: it must not wait for readers that stall for seconds. */
const longest = 5000

const folder = await mkdtemp(join(tmpdir(), 'lintel-readers-'))
await chmod(folder, 0o755)
const server = await startServer({ dataFolder: folder, nodeOptions: ['--max-semi-space-size=16', '--expose-gc'] })
try {
  const maker = await newMaker(server.send, 'readers@example.org')
  const place = await newEnvironment(maker, 'readers')
  await newEntity(maker, place, 'things', [{ name: 'Title', uri: 'title', type: 'text' }])
  const path = `/api/odata/v1/${place.id}/things`
  await maker.send('POST', path, { name: 'One', title: 'one' })
  const identity = await readIdentity(folder)
  const database = openDatabase({ connectionString: connectionStringOf(identity, identity.port), connections: 1 })
  await database.execute({
    text: `insert into "${place.schema}".things (id, name, status, version, created_on, created_by_id, updated_on, updated_by_id, owner_id, owning_unit_id, title)
      select gen_random_uuid(), repeat('n', 80), 'active', 1, now(), created_by_id, now(), updated_by_id, owner_id, owning_unit_id, repeat('t', 200)
      from "${place.schema}".things, generate_series(1, 5000)`,
    values: [],
  })
  await database.stop()
  const tokens: string[] = [maker.token]
  for (let key = 1; key < keys; key++) tokens.push(await newKey(maker, { name: `Key ${key}`, envid: place.id }))
  await maker.send('GET', `${path}?$top=5000`, undefined, { prefer: 'maxpagesize=5000' })
  await pause(15_000)

  let failed = false
  for (const used of [1, keys]) {
    const before = await residentOf(server.pid)
    const sockets = Array.from({ length: readers }, (_, reader) =>
      stall(`${path}?$top=5000`, tokens[reader % used] ?? ''),
    )
    let most = before
    let slowest = 0
    for (let look = 0; look < 40; look++) {
      await pause(250)
      const start = performance.now()
      const small = await maker.send('GET', `${path}?$top=20`)
      if (small.status !== 200) throw new Error(small.text)
      slowest = Math.max(slowest, performance.now() - start)
      most = Math.max(most, await residentOf(server.pid))
    }
    for (const socket of sockets) socket.destroy()
    const growth = most - before
    console.log(
      `${readers} stalled readers with ${used} key(s): ${before.toFixed(0)} MB, then ${most.toFixed(0)} MB (+${growth.toFixed(0)}); slowest small list ${slowest.toFixed(0)} ms`,
    )
    failed ||= growth > goal || slowest > longest
    await pause(15_000)
  }
  process.exitCode = failed ? 1 : 0
} finally {
  await server.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
}

/** Asks for a list and never reads. */
function stall(path: string, token: string): Socket {
  const socket = connect(server.port, '127.0.0.1').on('error', () => undefined)
  socket.pause()
  const prefer = 'prefer: maxpagesize=5000'
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n${prefer}\r\n\r\n`)
  return socket
}
