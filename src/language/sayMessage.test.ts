import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, test } from 'vitest'
import { sayMessage } from '#language/sayMessage.ts'

const say = (text: string, values?: Record<string, unknown>, region = 'en-US') =>
  sayMessage(compileMessageOrThrow(text), region, values)

describe('a message', () => {
  test('is said with its values; one that is not there is nothing', () => {
    expect(say('Good to see you, {name}', { name: 'Ana' })).toBe('Good to see you, Ana')
    expect(say('Good to see you, {name}!')).toBe('Good to see you, !')
    expect(say('It can’t be {what}', { what: 0 })).toBe('It can’t be 0')
    expect(say("it can''t be '{'changed'}'")).toBe("it can't be {changed}")
  })

  test('says numbers as its region does', () => {
    expect(say('{rows, number} rows', { rows: 1234567 })).toBe('1,234,567 rows')
    expect(say('{rows, number} filas', { rows: 1234567 }, 'es-ES')).toBe('1.234.567 filas')
  })

  test('has the plural of its language, with the number where # stands', () => {
    const text = '{count, plural, one {# запись} few {# записи} many {# записей} other {# записи}}'
    expect([1, 3, 5, 21].map((count) => say(text, { count }, 'ru-RU'))).toEqual([
      '1 запись',
      '3 записи',
      '5 записей',
      '21 запись',
    ])
    expect(say('{count, plural, =0 {no row} one {# row} other {# rows}}', { count: 0 })).toBe('no row')
    expect(say('{count, plural, one {# row} other {# rows}}', { count: 12000 })).toBe('12,000 rows')
  })

  test('chooses, also within a plural, and falls back on what holds for all others', () => {
    const text = '{isNew, select, yes {Welcome, {name}} other {Hello, {name}}}'
    expect(say(text, { isNew: 'yes', name: 'Ana' })).toBe('Welcome, Ana')
    expect(say(text, { isNew: 'constructor', name: 'Ana' })).toBe('Hello, Ana')
    const nested = '{count, plural, one {{kind, select, a {one A} other {one}}} other {# of {kind}}}'
    expect(say(nested, { count: 1, kind: 'a' })).toBe('one A')
    expect(say(nested, { count: 2, kind: 'a' })).toBe('2 of a')
  })

  test('never takes a value from what every object has', () => {
    expect(say('{constructor}')).toBe('')
  })
})
