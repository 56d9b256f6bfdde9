import { expect, test } from 'vitest'
import { createConcurrencyLimiter } from '#environments/server/concurrencyLimiter.ts'

test('one environment leaves room for others; a place is given back once', () => {
  const take = createConcurrencyLimiter({ inAll: 3, each: 2 })
  const leave = take('a')
  take('a')
  expect(() => take('a')).toThrow(expect.objectContaining({ code: 'request.tooMany' }))
  take('b')
  expect(() => take('c')).toThrow(expect.objectContaining({ code: 'request.tooMany' }))
  leave()
  leave()
  take('c')
  expect(() => take('d')).toThrow(expect.objectContaining({ code: 'request.tooMany' }))
})
