import { describe, expect, test } from 'vitest'
import { Fault } from '#faults/fault.ts'
import { valueOfBody, valueOfJson, requestValues } from '#odata/protocol/body.ts'
import { queryLimits } from '#odata/syntax/limits.ts'

describe('a JSON text', () => {
  test('keeps the digits of numbers that a double may not hold, and only of those', () => {
    const text = '[123456789012345,1234567890123456,0.1234567890123456,1e22,1E-120,12.50,-0,"1234567890123456789"]'
    expect(valueOfJson(text)).toEqual([
      123456789012345,
      '1234567890123456',
      '0.1234567890123456',
      1e22,
      '1E-120',
      12.5,
      -0,
      '1234567890123456789',
    ])
  })

  test('reaches no prototype, however that is written', () => {
    expect(() => valueOfJson('{"__proto__":{"a":1}}')).toThrow('request.malformed')
    expect(() => valueOfJson('{"\\u005f_proto__":{"a":1}}')).toThrow('request.malformed')
    expect(() => valueOfJson('{"a":{"_\\u005F\\u0070roto__":1}}')).toThrow('request.malformed')
  })
})

describe('a body', () => {
  test('holds so many values and no more, whatever stands in its texts', () => {
    const texts = JSON.stringify({ text: '[{,"\\'.repeat(queryLimits.bodyValues) })
    expect(valueOfBody(texts)).toEqual(JSON.parse(texts))
    expect(valueOfBody(`[${'1,'.repeat(queryLimits.bodyValues - 2)}1]`)).toHaveLength(queryLimits.bodyValues - 1)
    for (const each of ['1', '{}', '[]', '""']) {
      expect(() => valueOfBody(`[${`${each},`.repeat(queryLimits.bodyValues)}1]`)).toThrow('query.limit')
    }
  })

  test('is refused at the place of what cannot be stored', () => {
    const refused = (body: string) => {
      try {
        return requestValues({}, body)
      } catch (error) {
        return error instanceof Fault && [error.code, ...error.details.map(({ target }) => target)]
      }
    }
    expect(refused('{"a":{"b":"\\u0000"}}')).toEqual(['validation.failed', 'a.b'])
    expect(refused(`{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`)).toEqual([
      'validation.failed',
      `a${'.0'.repeat(99)}`,
    ])
  })
})
