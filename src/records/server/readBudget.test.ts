import { expect, test } from 'vitest'
import { fault } from '#faults/fault.ts'
import { createReadBudget } from '#records/server/readBudget.ts'

test('a read that is cut off when the time is over, and whatever comes later, is refused as too slow', async () => {
  const budget = createReadBudget(20)
  const endless = () => {
    const { promise, reject } = Promise.withResolvers<never>()
    budget.departure().addEventListener('abort', () => reject(fault('request.abandoned')))
    return promise
  }
  const both = [budget.spend(endless), budget.spend(endless)]
  for (const each of both) await expect(each).rejects.toMatchObject({ code: 'server.timeout' })
  await expect(budget.spend(() => Promise.resolve(1))).rejects.toMatchObject({ code: 'server.timeout' })
})

test('what is refused by itself is told as it is, and time between reads is not counted', async () => {
  const budget = createReadBudget(60_000)
  await expect(budget.spend(() => Promise.reject(fault('record.unknown')))).rejects.toMatchObject({
    code: 'record.unknown',
  })
  await new Promise((done) => setTimeout(done, 30))
  expect(await budget.spend(() => Promise.resolve(1))).toBe(1)
  expect(budget.departure().aborted).toBe(false)
})
