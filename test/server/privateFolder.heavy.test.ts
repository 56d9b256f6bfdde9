import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startServer, type ServerProcess } from '../support/serverProcess.ts'

let server: ServerProcess | undefined
let home = ''
let place = ''
afterEach(async () => {
  await server?.end('SIGTERM')
  for (const folder of [home, place]) if (folder !== '') await rm(folder, { recursive: true, force: true })
})

// Only root lends PostgreSQL another user, who may be kept out.
test.skipIf(process.getuid?.() !== 0)(
  'root starts the product from a folder that nobody else may enter: the data lies where PostgreSQL’s user can, the log says where, and the next start finds it',
  async () => {
    home = await mkdtemp(join(tmpdir(), 'lintel-private-'))
    expect((await stat(home)).mode & 0o777).toBe(0o700)
    server = await startServer({ dataFolder: join(home, 'data') })
    place = placeIn(server)
    expect(place).not.toBe('')
    expect(place.startsWith(home + sep)).toBe(false)
    expect((await stat(join(place, 'cluster'))).uid).not.toBe(0)
    expect((await server.send('GET', '/api/region/v1')).status).toBe(200)
    await server.end('SIGTERM')
    server = await startServer({ dataFolder: join(home, 'data') })
    expect(placeIn(server)).toBe(place)
  },
  120_000,
)

/** Where the log says that the data lies. */
function placeIn({ log }: ServerProcess): string {
  return /cannot enter the data folder: its data lies in ([^\s"]+)/.exec(log())?.[1] ?? ''
}
