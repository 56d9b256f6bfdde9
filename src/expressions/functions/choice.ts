import { placed, type ExpressionFunction } from '#expressions/functions/function.ts'
import { parameter, plain, sql } from '#expressions/sql/fragment.ts'

/** What people read of a choice. */
export const choiceFunctions: readonly ExpressionFunction[] = [
  placed({
    name: 'LABEL',
    parameters: [{ name: 'choice', type: 'choice' }],
    result: 'text',
    sentence: 'expressions.function.label',
    examples: [{ write: 'LABEL(state)', gives: 'Paid' }],
    evaluate: ({ options }, choice) => options.find(({ value }) => value === choice)?.label ?? null,
    sql: ({ options }, choice) => {
      if (options.length === 0) return plain('null::text')
      const branches = options
        .map(({ value, label }) => sql`when ${parameter(value, 'text')} then ${parameter(label, 'text')}`)
        .reduce((left, right) => sql`${left} ${right}`)
      return sql`case ${choice} ${branches} end`
    },
  }),
]
