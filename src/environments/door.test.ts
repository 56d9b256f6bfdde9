import { expect, test } from 'vitest'
import { doorOf } from '#environments/door.ts'

test('the door leads to the last used environment, otherwise to the only one, otherwise to the list', () => {
  expect(doorOf(['a', 'b'], 'b')).toBe('/b')
  expect(doorOf(['a'], undefined)).toBe('/a')
  expect(doorOf(['a'], 'gone')).toBe('/a')
  expect(doorOf(['a', 'b'], 'gone')).toBe('/environments')
  expect(doorOf([], undefined)).toBe('/environments')
})

test('the door keeps a wanted path below the environment', () => {
  expect(doorOf(['a'], undefined, 'entity/create')).toBe('/a/entity/create')
  expect(doorOf(['a'], undefined, '//evil.example')).toBe('/a/evil.example')
})
