import { withPlaces, type ExpressionFunction } from '#expressions/functions/function.ts'

/** Who asks. */
export const userFunctions: readonly ExpressionFunction[] = [
  withPlaces({
    name: 'ME',
    parameters: [],
    result: 'member',
    sentence: 'expressions.function.me',
    examples: [{ write: 'owner = ME()', gives: true }],
    evaluate: ({ context }) => context.member,
    sql: ({ context }) => context.member,
  }),
  withPlaces({
    name: 'UNIT',
    parameters: [],
    result: 'unit',
    sentence: 'expressions.function.unit',
    examples: [{ write: 'UNIT() = null', gives: true }],
    evaluate: ({ context }) => context.unit,
    sql: ({ context }) => context.unit,
  }),
]
