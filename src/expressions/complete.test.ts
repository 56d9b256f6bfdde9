import { describe, expect, test } from 'vitest'
import { suggestionsAt } from '#expressions/complete.ts'
import { invoice } from '../../test/support/expressions.ts'

const names = (text: string) => {
  const found = suggestionsAt(text, text.length, invoice)
  return found && { from: found.from, names: found.all.map(({ name }) => name) }
}

describe('what can stand where one is typing', () => {
  test('are the fields, functions and words of the language', () => {
    const found = names('1 + to')
    expect(found?.from).toBe(4)
    expect(found?.names).toEqual(expect.arrayContaining(['total', 'customer', 'variable', 'ROUND', 'and']))
  })

  test('are the fields that a lookup leads to, and the variables', () => {
    expect(names('customer.')).toEqual({ from: 9, names: ['name', 'city', 'since'] })
    expect(names('total * variable.v')).toEqual({ from: 17, names: ['vat'] })
    expect(names('total.')).toBe(null)
    expect(names('nobody.x')).toBe(null)
  })

  test('are the choices of a field that is compared, and nothing else within a quoted text', () => {
    expect(names('state = "op')).toEqual({ from: 9, names: ['open', 'paid'] })
    expect(names('title & "to')).toBe(null)
    expect(names('"a" & to')?.from).toBe(6)
  })

  test('is nothing behind a number', () => {
    expect(names('12.')).toBe(null)
    expect(names('12')).toBe(null)
  })

  test('a function says its parameters', () => {
    const found = suggestionsAt('', 0, invoice)?.all.find(({ name }) => name === 'ROUND')
    expect(found).toMatchObject({ kind: 'function', detail: '(number, [places])' })
  })
})
