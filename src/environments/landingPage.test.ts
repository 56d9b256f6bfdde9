import { expect, test } from 'vitest'
import { landingPageOf } from '#environments/landingPage.ts'

test('the door leads to the last used environment, otherwise to the only one, otherwise to the list', () => {
  expect(landingPageOf(['a', 'b'], 'b')).toBe('/b')
  expect(landingPageOf(['a'], undefined)).toBe('/a')
  expect(landingPageOf(['a'], 'gone')).toBe('/a')
  expect(landingPageOf(['a', 'b'], 'gone')).toBe('/environments')
  expect(landingPageOf([], undefined)).toBe('/environments')
})

test('the door keeps a wanted path below the environment', () => {
  expect(landingPageOf(['a'], undefined, 'entity/create')).toBe('/a/entity/create')
  expect(landingPageOf(['a'], undefined, '//evil.example')).toBe('/a/evil.example')
})
