import { expect, test } from 'vitest'
import { statesOf } from '#odata/bind/pattern.ts'

test.each([
  ['abc', 3],
  ['[a-z{9}(]+\\{9\\}', 4],
  ['a{3}b', 4],
  ['(a{3}b){2}', 8],
  ['((a{0,100}){0,100}){2,}|x', 20_001],
  ['^\\d{4}-\\d{2}-\\d{2}$', 12],
])('the pattern %s has %i states', (pattern, states) => {
  expect(statesOf(pattern)).toBe(states)
})
