import { expect, test } from 'vitest'
import { trialDays } from '#accounts/rules.ts'
import { daysLeft } from '#accounts/trial.ts'

test('[R527] a trial that has just begun has 30 days left, and one that is over has none', () => {
  const now = new Date('2026-05-01T10:00:00Z')
  expect(daysLeft(new Date(now.getTime() + trialDays * 86_400_000).toISOString(), now)).toBe(30)
  expect(daysLeft('2026-05-01T12:00:00Z', now)).toBe(1)
  expect(daysLeft('2026-04-30T12:00:00Z', now)).toBe(0)
})
