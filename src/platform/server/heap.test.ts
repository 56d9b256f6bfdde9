import { expect, test } from 'vitest'
import { createTrimRule } from '#platform/server/heap.ts'

const MB = 1024 * 1024

test('memory is given back after the start, then after long rests of a process that has grown', () => {
  const rule = createTrimRule(10_000)
  expect(rule({ cpu: 4000, resident: 160 * MB }), 'what happened before is not known').toBe(false)
  expect(rule({ cpu: 4100, resident: 160 * MB }), 'the first rest').toBe(true)
  rule.trimmed({ cpu: 4200, resident: 130 * MB })
  expect(rule({ cpu: 9000, resident: 300 * MB }), 'under load nobody waits for it').toBe(false)
  const rests = (resident: number) => Array.from({ length: 30 }, () => rule({ cpu: 9100, resident }))
  expect(rests(135 * MB).includes(true), 'a little is not worth a pause').toBe(false)
  expect(rule({ cpu: 19_000, resident: 300 * MB }), 'work ends a rest').toBe(false)
  expect(rule({ cpu: 19_100, resident: 300 * MB })).toBe(false)
  expect(rests(300 * MB).indexOf(true), 'after five minutes').toBe(28)
})
