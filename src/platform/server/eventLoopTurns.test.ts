import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createEventLoopTurns } from '#platform/server/eventLoopTurns.ts'

test('work of several requests shares the turns of the event loop, in the order of arrival', async () => {
  const turns = createEventLoopTurns(2)
  const done: string[] = []
  const work = async (name: string) => {
    await turns.next()
    done.push(name)
  }
  const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map(work))
  for (const count of [2, 4, 5]) {
    await nextTurn()
    expect(done).toHaveLength(count)
  }
  await all
  await work('f')
  expect(done.join('')).toBe('abcdef')
})
