import { expect, test } from 'vitest'
import { arrayText, inlineStatement } from '#platform/inlineStatement.ts'

test('values stand as literals in place of their parameters', () => {
  expect(inlineStatement({ text: 'select $1, $2, $1 from t', values: ["O'Hara", 5] })).toBe(
    `select 'O''Hara', '5', 'O''Hara' from t`,
  )
  expect(inlineStatement({ text: 'select $1::text', values: [null] })).toBe('select null::text')
  expect(inlineStatement({ text: 'a = any($1)', values: [['x', 'a"b\\c', null]] })).toBe(
    String.raw`a = any( E'{"x","a\\"b\\\\c",NULL}')`,
  )
})

test('what looks like a parameter within a name or a text is none', () => {
  const text = `select '$1', "$1", 'it''s $2', $1 from "a""$2"`
  expect(inlineStatement({ text, values: ["'); drop table x; --", 'y'] })).toBe(
    `select '$1', "$1", 'it''s $2', '''); drop table x; --' from "a""$2"`,
  )
})

test('a NUL byte is refused', () => {
  expect(() => inlineStatement({ text: '$1', values: ['a\0'] })).toThrow('NUL')
})

test('lists are written as PostgreSQL writes arrays', () => {
  expect(arrayText(['a', 'b,c', '{}', ''])).toBe('{"a","b,c","{}",""}')
})
