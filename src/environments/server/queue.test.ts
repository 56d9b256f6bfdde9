import { expect, test } from 'vitest'
import { createQueue } from '#environments/server/queue.ts'

const later = () => new Promise((resolve) => setImmediate(resolve))

test('so many are at work at once; others wait, one environment after the other, each in the order in which it came', async () => {
  const enter = createQueue({ atOnce: 1, waiting: 10, patience: 60_000 })
  const order: string[] = []
  let leave = await enter('a')
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2'])
    void enter(name.charAt(0)).then((given) => {
      order.push(name)
      leave = given
    })
  await later()
  expect(order).toEqual([])
  for (let left = 5; left > 0; left--) {
    leave()
    // Called twice it gives nothing more back.
    leave()
    await later()
  }
  expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
})

test('whoever waits for too long, or behind too many, is told to come again, and takes no place', async () => {
  const enter = createQueue({ atOnce: 1, waiting: 1, patience: 20 })
  const leave = await enter('a')
  const refused = { code: 'request.tooMany' }
  const waits = enter('a')
  await expect(enter('b')).rejects.toMatchObject(refused)
  await expect(waits).rejects.toMatchObject(refused)
  leave()
  const next = await enter('b')
  next()
})
