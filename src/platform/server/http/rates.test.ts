import { expect, test } from 'vitest'
import { createRates } from '#platform/server/http/rates.ts'

test('a burst of ten seconds’ worth, then so many a second; callers do not share', () => {
  let now = 1_000_000
  const rates = createRates(5, () => now)
  for (let count = 0; count < 50; count++) expect(rates.take('anna')).toBe(0)
  expect(rates.take('anna')).toBe(1)
  expect(rates.take('berta')).toBe(0)
  now += 1000
  const after = Array.from({ length: 7 }, () => rates.take('anna'))
  expect(after.map((seconds) => seconds === 0)).toEqual([true, true, true, true, true, false, false])
  now -= 60_000
  expect(rates.take('anna'), 'a clock that is set back gives nothing').toBe(1)
  now += 120_000
  expect(Array.from({ length: 51 }, () => rates.take('anna')).filter((seconds) => seconds === 0)).toHaveLength(50)
})

test('callers without end do not fill the memory, nor do they empty the bucket of one who is at work', () => {
  const rates = createRates(1, () => 0)
  for (let count = 0; count < 10; count++) rates.take('anna')
  for (let index = 0; index < 30_000; index++) expect(rates.take(`stranger ${index}`)).toBe(0)
  expect(rates.take('anna')).toBe(0)
})
