import { describe, expect, test } from 'vitest'
import { evaluatorOf } from '#expressions/evaluate.ts'
import { functionNames, registry } from '#expressions/functions/registry.ts'
import { sqlContext } from '#expressions/sql/context.ts'
import { expressionOf, riga, values } from '../../../test/support/expressions.ts'

const all = Object.values(registry).flat()

describe('every function', () => {
  test.each(all.flatMap(({ id, examples }) => examples.map((each) => [id, each.write, each.gives] as const)))(
    '%s: %s gives %j',
    (id, write, gives) => {
      const expression = expressionOf(write)
      expect(evaluatorOf(expression)(values, riga)).toEqual(gives)
      expect(JSON.stringify(expression.bound)).toContain(JSON.stringify(id))
    },
  )

  test('has an id of its own, and an example', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(all.filter(({ examples }) => examples.length === 0).map(({ id }) => id)).toEqual([])
    expect(functionNames.length).toBeGreaterThan(60)
  })

  test.each(all.filter(({ name }) => name !== 'SWITCH').map((each) => [each.id, each] as const))(
    'holds each of its arguments once in SQL, so that nested calls stay short: %s',
    (_id, called) => {
      const marks = called.parameters.map((_, index) => ({ parts: [`<${index}>`], values: [] }))
      const options = [{ value: 'a', label: 'A' }]
      const text = called.sql({ context: sqlContext(riga), options }, ...marks).parts.join('?')
      expect(text.match(/<\d>/g) ?? []).toEqual(expect.arrayContaining(marks.map(({ parts }) => parts[0])))
      expect(text.match(/<\d>/g) ?? []).toHaveLength(marks.length)
    },
  )
})
