import { expect, test } from 'vitest'
import { createStopSignals } from '#main/stopSignals.ts'

test('signals within two seconds of each other count once', () => {
  const judge = createStopSignals()
  expect([judge('SIGTERM', 1000), judge('SIGTERM', 1001), judge('SIGINT', 2999)]).toEqual(['begin', 'ignore', 'ignore'])
})

test('a later SIGINT or SIGTERM hurries the stop, a later SIGHUP does not', () => {
  const judge = createStopSignals()
  expect(judge('SIGHUP', 0)).toBe('begin')
  expect([judge('SIGHUP', 5000), judge('SIGTERM', 6000), judge('SIGINT', 7000)]).toEqual(['ignore', 'hurry', 'ignore'])
})
