import { expect, test } from 'vitest'
import { sharedNames } from '../scripts/run/sharedNames.ts'

/** Names that several files export all the same, each with the reason. At most 30. */
const reasons: Readonly<Record<string, string>> = {
  SessionMethod: 'how a session is carried: the server says it, and the HTTP client below the accounts keeps it',
  Field: 'a field of a table, and the frame in which the design system shows one',
}

test('an exported name means one thing, but for a few with a reason', () => {
  expect(sharedNames().map(({ name }) => name)).toEqual(Object.keys(reasons))
  expect(Object.keys(reasons).length).toBeLessThanOrEqual(30)
})
