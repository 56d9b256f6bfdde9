import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { growths, heapOptions, heapSizes, residentOf, slopeOf, totalOf } from '../support/memory.ts'
import { newEntity, newEnvironment, newKey, newMaker } from '../support/maker.ts'
import { startServer } from '../support/serverProcess.ts'
import type { Send } from '../support/maker.ts'

/**
 * What a server takes of memory: a minute after its start, and while 20 clients read and write for long. It must not grow by
 * a MB a minute once the first five minutes (a sixth of a shorter run) have gone by. What lives in the heap is compared by
 * kinds of objects before and after: that tells a leak from memory that is only not given back.
 * node test/faults/memorySlope.ts [minutes]
 */
const minutes = Number(process.argv[2] ?? 30)
const clients = 20
const idleGoal = 140
const slopeGoal = 1

const folder = await mkdtemp(join(tmpdir(), 'lintel-memory-'))
await chmod(folder, 0o755)
const heaps = join(folder, 'heaps')
// The launcher gives the first option, too.
const nodeOptions = ['--max-semi-space-size=16', '--expose-gc', ...heapOptions(heaps)]
const server = await startServer({ dataFolder: join(folder, 'data'), nodeOptions })
try {
  await pause(60_000)
  const idle = await residentOf(server.pid)
  console.log(`a minute after the start: ${idle.toFixed(0)} MB`)
  const maker = await newMaker(server.send, 'memory@example.org')
  const place = await newEnvironment(maker, 'memory')
  await newEntity(maker, place, 'orders', [
    { name: 'City', uri: 'city', type: 'text' },
    { name: 'Units', uri: 'units', type: 'number' },
  ])
  const path = `/api/odata/v1/${place.id}/orders`
  // A session's token would end after a quarter of an hour.
  const key = await newKey(maker, { name: 'Load' })
  const authorization = `Basic ${Buffer.from(`memory:${key}`).toString('base64')}`
  const send: Send = (method, url, body) => server.send(method, url, body, { authorization })
  const points: [number, number][] = []
  const requests = await underLoad(send, path, async () => {
    await pause((minutes * 60_000) / 6)
    const end = performance.now() + (minutes * 60_000 * 5) / 6
    for (; performance.now() < end; await pause(5000)) {
      points.push([performance.now() / 60_000, await residentOf(server.pid)])
      if (points.length % 12 === 0) console.log(`${points.length / 12} min: ${points.at(-1)?.[1].toFixed(0)} MB`)
    }
  })
  // A heap that is written takes several times its size, and its server answers nobody: so this comes last, and without load.
  const before = await heapSizes(server.pid, heaps)
  await underLoad(send, path, () => pause((minutes * 60_000) / 6))
  const after = await heapSizes(server.pid, heaps)
  const slope = slopeOf(points)
  console.log(`under ${clients} clients, ${requests} requests: ${slope.toFixed(2)} MB a minute`)
  const [first, last] = [totalOf(before), totalOf(after)].map((bytes) => bytes / 1024 / 1024)
  console.log(`living objects: ${first?.toFixed(1)} MB, at the end ${last?.toFixed(1)} MB; grown most:`)
  for (const [what, kilobytes] of growths(before, after).slice(0, 8))
    console.log(`  ${kilobytes.toFixed(0)} kB ${what}`)
  process.exitCode = idle <= idleGoal && slope < slopeGoal ? 0 : 1
} finally {
  await server.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
}

/** Lets the clients work as long as something else takes. Answers how many requests they sent. */
async function underLoad(send: Send, path: string, meanwhile: () => Promise<unknown>): Promise<number> {
  const ending = new AbortController()
  const load = Array.from({ length: clients }, () => work(send, path, ending.signal))
  await meanwhile()
  ending.abort()
  return (await Promise.all(load)).reduce((sum, each) => sum + each, 0)
}

/** One client: creates, reads, changes and lists, one after the other. Answers how many requests it sent. */
async function work(send: Send, path: string, ending: AbortSignal): Promise<number> {
  let requests = 0
  const ask = async (method: string, url: string, body?: unknown) => {
    const answer = await send(method, url, body)
    if (answer.status >= 400) throw new Error(`${answer.status}: ${answer.text}`)
    requests++
    return answer
  }
  while (!ending.aborted) {
    const made = await ask('POST', path, { name: `Order ${requests}`, city: 'Riga', units: String(requests % 100) })
    const { id } = made.json<{ id: string }>()
    await ask('GET', `${path}(${id})`)
    await ask('PATCH', `${path}(${id})`, { city: 'Liepaja' })
    await ask('GET', `${path}?$filter=units%20eq%20${requests % 100}&$orderby=created_on%20desc&$top=50`)
    await ask('DELETE', `${path}(${id})`)
    await pause(5)
  }
  return requests
}
