import { withPlaces, type ExpressionFunction } from '#expressions/functions/function.ts'
import { fragmentParameter, plain, sqlFragment } from '#expressions/sql/fragment.ts'

/** What people read of a choice. */
export const choiceFunctions: readonly ExpressionFunction[] = [
  withPlaces({
    name: 'LABEL',
    parameters: [{ name: 'choice', type: 'choice' }],
    result: 'text',
    sentence: 'expressions.function.label',
    examples: [{ write: 'LABEL(state)', gives: 'Paid' }],
    evaluate: ({ options }, choice) => options.find(({ value }) => value === choice)?.label ?? null,
    sql: ({ options }, choice) => {
      if (options.length === 0) return plain('null::text')
      const branches = options
        .map(
          ({ value, label }) =>
            sqlFragment`when ${fragmentParameter(value, 'text')} then ${fragmentParameter(label, 'text')}`,
        )
        .reduce((left, right) => sqlFragment`${left} ${right}`)
      return sqlFragment`case ${choice} ${branches} end`
    },
  }),
]
