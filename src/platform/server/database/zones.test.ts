import { expect, test } from 'vitest'
import { alikeAmong } from '#platform/server/database/zones.ts'

const names = [
  'posix/Europe/Riga',
  'Asia/Kolkata',
  'Europe/Kyiv',
  'US/Pacific',
  'America/Los_Angeles',
  'localtime',
  'UTC',
]

test.each([
  // As browsers call them, where the database knows only the new name.
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['asia/calcutta', 'Asia/Kolkata'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  // Of several names the one that JavaScript uses.
  ['US/Pacific-New', 'America/Los_Angeles'],
  ['SystemV/AST4', undefined],
  ['Europe/Riga', undefined],
  ['localtime', undefined],
  ['+02:00', undefined],
])('the zone %s is %s of a database', (name, zone) => expect(alikeAmong(names, name)).toBe(zone))

test('and the other way round, where the database knows only the former name', () => {
  expect(alikeAmong(['Europe/Kiev', 'Asia/Calcutta'], 'Europe/Kyiv')).toBe('Europe/Kiev')
  expect(alikeAmong(['Europe/Kiev', 'Asia/Calcutta'], 'Asia/Kolkata')).toBe('Asia/Calcutta')
})
