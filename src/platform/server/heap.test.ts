import { expect, test } from 'vitest'
import { createTrimRule } from '#platform/server/heap.ts'

const MB = 1024 * 1024

test('memory is given back after a start or a load, once the process rests', () => {
  const rule = createTrimRule(10_000)
  expect(rule({ cpu: 4000, resident: 160 * MB }), 'what happened before is not known').toBe(false)
  expect(rule({ cpu: 4100, resident: 160 * MB })).toBe(true)
  rule.trimmed({ cpu: 4200, resident: 130 * MB })
  expect(rule({ cpu: 4210, resident: 135 * MB }), 'a little is not worth a pause').toBe(false)
  expect(rule({ cpu: 9000, resident: 300 * MB }), 'under load nobody waits for it').toBe(false)
  expect(rule({ cpu: 9100, resident: 300 * MB })).toBe(true)
})
