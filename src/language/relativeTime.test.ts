import { expect, test } from 'vitest'
import { formatRelative } from '#language/relativeTime.ts'

const now = new Date('2026-03-10T12:00:00Z')
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)

test('times are told from now, in the reader’s language', () => {
  expect(formatRelative(before(20), now, 'en')).toBe('now')
  expect(formatRelative(before(150), now, 'en')).toBe('2 minutes ago')
  expect(formatRelative(before(86_400), now, 'en')).toBe('yesterday')
  expect(formatRelative(before(3 * 3600), now, 'lv')).toBe('pirms 3 stundām')
  expect(formatRelative(before(5 * 86_400), now, 'ru')).toBe('5 дней назад')
  expect(formatRelative(before(400 * 86_400), now, 'es')).toBe('el año pasado')
})
