import { describe, expect, test } from 'vitest'
import { exactJson } from '#platform/exactJson.ts'

describe('a JSON text keeps every digit of its numbers', () => {
  test.each<[string, unknown]>([
    ['{"a":1234567890123456789}', { a: '1234567890123456789' }],
    ['{"a":123456789012345}', { a: 123_456_789_012_345 }],
    ['[0.12345678901234567]', ['0.12345678901234567']],
    ['[-1e400,1E+308,1e-320]', ['-1e400', '1E+308', '1e-320']],
    ['[1e99,2E5]', [1e99, 200_000]],
    ['{"a":"1234567890123456789","b":1.5}', { a: '1234567890123456789', b: 1.5 }],
    ['"e123 and 5"', 'e123 and 5'],
  ])('%s', (text, value) => {
    expect(exactJson(text)).toEqual(value)
  })

  test.each(['{"__proto__":1}', String.raw`{"\u005f_proto__":1}`])('%s is refused', (text) => {
    expect(() => exactJson(text)).toThrow(SyntaxError)
  })
})
