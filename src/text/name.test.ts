import { describe, expect, test } from 'vitest'
import { parse } from '#faults/schema.ts'
import { Fault } from '#faults/fault.ts'
import { descriptionSchema, nameSchema } from '#text/name.ts'
import { proposeUri, uriPattern } from '#text/uri.ts'

function refusal(run: () => unknown): Fault {
  try {
    run()
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('names and descriptions', () => {
  test('a name of 2 or 25 characters is refused with both bounds, 3 and 24 are accepted', () => {
    expect(parse(nameSchema, ' abc ')).toBe('abc')
    expect(parse(nameSchema, 'x'.repeat(24))).toHaveLength(24)
    for (const bad of ['ab', 'x'.repeat(25)]) {
      const { details } = refusal(() => parse(nameSchema, bad))
      expect(details).toEqual([{ code: 'validation.length', parameters: { min: 3, max: 24 }, target: undefined }])
    }
  })

  test('a description is nothing or 3 to 255 characters', () => {
    expect(parse(descriptionSchema, '')).toBeNull()
    expect(parse(descriptionSchema, undefined)).toBeNull()
    expect(parse(descriptionSchema, 'x'.repeat(255))).toHaveLength(255)
    expect(refusal(() => parse(descriptionSchema, 'x'.repeat(256))).details[0]?.code).toBe('validation.length')
    expect(refusal(() => parse(descriptionSchema, 'ab')).details[0]?.parameters).toEqual({ min: 3, max: 255 })
  })
})

describe('proposed uris', () => {
  test('accents, spaces and leading digits fall away, and the result fits the pattern', () => {
    expect(proposeUri('Līga Kalniņa')).toBe('ligakalnina')
    expect(proposeUri('2024 Budget')).toBe('budget')
    expect(proposeUri('ID')).toMatch(uriPattern)
    expect(proposeUri('日本')).toBe('')
  })

  test('a taken uri gets the next free number and stays within 24 characters', () => {
    const taken = new Set(['invoices', 'invoices2'])
    expect(proposeUri('Invoices', (uri) => taken.has(uri))).toBe('invoices3')
    const long = proposeUri('x'.repeat(30), (uri) => uri === 'x'.repeat(24))
    expect(long).toHaveLength(24)
    expect(long.endsWith('2')).toBe(true)
  })
})
