import { DatabaseError } from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import { lockDefinitions } from '#changes/server/lockDefinitions.ts'
import type { Database, Transaction } from '#platform/server/database/database.ts'

let waited = 0
const wait = async (milliseconds: number) => void (waited += milliseconds)
beforeEach(() => void (waited = 0))

const transaction = {} as Transaction

/** A database whose locks are held for the first tries. */
function busyFor(tries: number, code = '55P03') {
  let left = tries
  const attempt = vi.fn(async (work: (transaction: Transaction) => Promise<unknown>) => {
    if (left-- > 0) throw Object.assign(new DatabaseError('not now', 7, 'error'), { code })
    return work(transaction)
  })
  return { attempt, database: { transaction: attempt } as unknown as Database }
}

const turn = (database: Database) =>
  lockDefinitions(database, async () => 'done', wait).catch((error: { code?: string }) => error.code)

test('a transaction whose lock is held, or that met another, is tried again as a whole', async () => {
  for (const code of ['55P03', '40001', '40P01']) {
    const { attempt, database } = busyFor(2, code)
    expect([code, await turn(database)]).toEqual([code, 'done'])
    expect(attempt).toHaveBeenCalledTimes(3)
  }
})

test('after some five seconds of waiting the asker is told that others are at work', async () => {
  const { attempt, database } = busyFor(1000)
  expect(await turn(database)).toBe('change.busy')
  expect(waited).toBeGreaterThan(4500)
  expect(waited).toBeLessThan(6000)
  expect(attempt.mock.calls.length).toBeGreaterThan(5)
})

test('anything else that goes wrong is told at once', async () => {
  const { attempt, database } = busyFor(1000, '23505')
  expect(await turn(database)).toBe('23505')
  expect(attempt).toHaveBeenCalledTimes(1)
})
