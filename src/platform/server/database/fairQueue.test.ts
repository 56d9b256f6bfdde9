import { expect, test } from 'vitest'
import {
  createFairQueue,
  type StatementCaller,
  type FairQueue,
  type Release,
} from '#platform/server/database/fairQueue.ts'

const caller = (person: string, environment: string): StatementCaller => ({ person, environment })

/** Lets callers ask in this order, and gives the places back one by one; answers in which order they were served. */
async function orderOf(queue: FairQueue, callers: readonly StatementCaller[]): Promise<readonly string[]> {
  const order: string[] = []
  const releases: Release[] = []
  const all = callers.map(async (each) => {
    releases.push(await queue.acquire(each))
    order.push(`${each.person}${each.environment}`)
  })
  for (let left = callers.length; left > 0;) {
    await new Promise(setImmediate)
    for (const release of releases.splice(0)) {
      release()
      left--
    }
  }
  await Promise.all(all)
  return order
}

test('environments are served in turn, and persons within them', async () => {
  const queue = createFairQueue({ inAll: 1, perEnvironment: 1, perPerson: 1 })
  const [a, b] = [caller('a', '1'), caller('b', '1')]
  const callers = [a, a, a, b, b, caller('c', '2'), caller('c', '2')]
  expect(await orderOf(queue, callers)).toEqual(['a1', 'c2', 'b1', 'c2', 'a1', 'b1', 'a1'])
})

test('one person has no more than a share, in whichever environments', () => {
  const queue = createFairQueue({ inAll: 3, perEnvironment: 2, perPerson: 1 })
  expect(queue.tryAcquire(caller('a', '1'))).toBeDefined()
  expect(queue.tryAcquire(caller('a', '2'))).toBeUndefined()
  const release = queue.tryAcquire(caller('b', '1'))
  expect(release).toBeDefined()
  expect(queue.tryAcquire(caller('c', '1'))).toBeUndefined()
  release?.()
  release?.()
  expect(queue.tryAcquire(caller('c', '1'))).toBeDefined()
  expect(queue.tryAcquire(caller('d', '1'))).toBeUndefined()
  expect(queue.tryAcquire(caller('d', '2'))).toBeDefined()
  expect(queue.tryAcquire(caller('e', '3'))).toBeUndefined()
})

test('whoever waits too long is refused with the time to come back, and takes no place then', async () => {
  const queue = createFairQueue({ inAll: 1, perEnvironment: 1, perPerson: 1 }, 20)
  const release = await queue.acquire(caller('a', '1'))
  const refused = queue.acquire(caller('b', '1'))
  await expect(refused).rejects.toMatchObject({ code: 'server.busy', parameters: { seconds: 10 } })
  release()
  expect(queue.tryAcquire(caller('c', '1'))).toBeDefined()
})

test('whoever leaves waits no more', async () => {
  const queue = createFairQueue({ inAll: 1, perEnvironment: 1, perPerson: 1 })
  const release = await queue.acquire(caller('a', '1'))
  const leaving = new AbortController()
  const left = queue.acquire(caller('b', '1'), () => leaving.signal)
  leaving.abort()
  await expect(left).rejects.toMatchObject({ code: 'request.abandoned' })
  await expect(queue.acquire(caller('b', '1'), () => leaving.signal)).rejects.toMatchObject({
    code: 'request.abandoned',
  })
  release()
  expect(queue.tryAcquire(caller('c', '1'))).toBeDefined()
})

test('a queue does not grow without end', async () => {
  const queue = createFairQueue({ inAll: 1, perEnvironment: 1, perPerson: 1 })
  await queue.acquire(caller('a', '1'))
  const leaving = new AbortController()
  const asked = Array.from({ length: 205 }, () => queue.acquire(caller('a', '1'), () => leaving.signal))
  const settled = Promise.allSettled(asked)
  await new Promise(setImmediate)
  leaving.abort()
  const codes = (await settled).map((each) =>
    each.status === 'rejected' ? (each.reason as { code: string }).code : '',
  )
  expect(codes.filter((code) => code === 'server.busy')).toHaveLength(5)
  expect(codes.filter((code) => code === 'request.abandoned')).toHaveLength(200)
})
