import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sameWish } from '#main/stopSignals.ts'
import { readClusterState } from '#platform/server/postgres/controlFile.ts'
import { readIdentity } from '#platform/server/postgres/identity.ts'
import { findClusterFolder } from '#platform/server/postgres/clusterFolder.ts'
import { wrongs } from '../faults/ground.ts'
import { prepareFolder, stopOneWay, type StoppingGround } from '../faults/stopping.ts'
import { startServer } from '../support/serverProcess.ts'
import { canSeeProcesses } from '../support/startedTree.ts'

// The short form of test/faults/stopping.ts, which tells the rest.
let folder = ''
let ground: StoppingGround

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-stopping-'))
  await chmod(folder, 0o755)
  ground = await prepareFolder(folder, 20_000)
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

test.skipIf(!canSeeProcesses).each([
  ['SIGINT', 'npm'],
  ['SIGHUP', 'group'],
] as const)(
  '%s to the %s of `npm start` cuts no request and leaves no process, and PostgreSQL is shut down',
  async (signal, target) => {
    const found = await stopOneWay(ground, target, signal)
    expect(wrongs(found), JSON.stringify(found)).toBe(0)
  },
  120_000,
)

test('a stop says so first and goes on taking requests; a later signal hurries it, and PostgreSQL is shut down all the same', async () => {
  const server = await startServer({ dataFolder: folder, env: { DRAIN_SECONDS: '600' } })
  process.kill(server.pid, 'SIGTERM')
  process.kill(server.pid, 'SIGTERM')
  await expect.poll(async () => (await server.send('GET', '/health/ready')).status).toBe(503)
  const ready = await server.send('GET', '/health/ready')
  expect(ready.json()).toMatchObject({
    status: 'stopping',
    version: '1.2025.04',
    build: expect.stringMatching(/^\S+$/),
  })
  expect((await server.send('GET', '/health/live')).status).toBe(200)
  const read = await server.send('GET', `/api/odata/v1/${ground.envid}/orders?$top=1`, undefined, {
    authorization: `Bearer ${ground.token}`,
  })
  expect(read.status).toBe(200)
  await pause(sameWish + 100)
  await server.end('SIGTERM')
  expect(server.log()).toContain('Stopping without waiting for requests')
  const { cluster } = await findClusterFolder(folder, await readIdentity(folder))
  expect(await readClusterState(cluster)).toBe('stopped')
}, 180_000)
