import { expect, test } from 'vitest'
import { isEnded, shareDone } from '#jobs/job.ts'

test('a job has ended when it succeeded, failed or was cancelled', () => {
  expect(
    (['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const).map((state) => isEnded({ state })),
  ).toEqual([false, false, true, true, true])
})

test('the share that is done is a number from 0 to 1, or unknown', () => {
  const at = (done: number, total: number | null) =>
    shareDone({ state: 'running', progress: { done, total, phase: 'rows' } })
  expect(at(50, 200)).toBe(0.25)
  expect(at(300, 200)).toBe(1)
  expect(at(5, null)).toBeNull()
  expect(shareDone({ state: 'succeeded', progress: { done: 0, total: null, phase: 'rows' } })).toBe(1)
})
