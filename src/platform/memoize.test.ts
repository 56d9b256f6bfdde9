import { expect, test } from 'vitest'
import { memoize, memoizeByText, memoizePair } from '#platform/memoize.ts'

test('a value is computed once for each object, also where it is undefined', () => {
  const asked: object[] = []
  const firstOf = memoize((list: readonly number[]) => (asked.push(list), list[0]))
  const [one, none] = [[1], []]
  expect([firstOf(one), firstOf(one), firstOf(none), firstOf(none)]).toEqual([1, 1, undefined, undefined])
  expect(asked).toEqual([one, none])
})

test('a value is computed once for an object and a text, and for two objects', () => {
  let times = 0
  const named = memoizeByText((_owner: object, key: string) => `${key}${(times += 1)}`)
  const [one, other] = [{}, {}]
  expect([named(one, 'a'), named(one, 'a'), named(one, 'b'), named(other, 'a')]).toEqual(['a1', 'a1', 'b2', 'a3'])
  const joined = memoizePair((_first: object, _second: object) => (times += 1))
  expect([joined(one, other), joined(one, other), joined(other, one)]).toEqual([4, 4, 5])
})
