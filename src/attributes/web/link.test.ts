import { expect, test } from 'vitest'
import { linkOf } from '#attributes/web/link.ts'

test('addresses lead where they say, and nowhere else', () => {
  expect(linkOf('url', 'https://example.org/a')).toBe('https://example.org/a')
  expect(linkOf('url', 'javascript:alert(1)')).toBeUndefined()
  expect(linkOf('email', 'ann@example.org')).toBe('mailto:ann@example.org')
  expect(linkOf('email', 'ann@example.org?bcc=all')).toBeUndefined()
  expect(linkOf('tel', '+371 20 000-000')).toBe('tel:+37120000000')
  expect(linkOf('text', 'https://example.org')).toBeUndefined()
})
