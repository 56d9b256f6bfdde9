import { lenient, type ExpressionFunction } from '#expressions/functions/function.ts'
import { sqlFragment, truth } from '#expressions/sql/fragment.ts'
import { compareValues, isSameScalar, type Scalar } from '#expressions/value.ts'

const same = [
  { name: 'left', type: 'same' },
  { name: 'right', type: 'same' },
] as const
const conditions = [
  { name: 'left', type: 'boolean' },
  { name: 'right', type: 'boolean' },
] as const
const common = { result: 'boolean', certain: true } as const

/** Comparisons, which always hold or do not, and what joins them. */
export const comparisons: readonly ExpressionFunction[] = [
  lenient({
    name: '=',
    parameters: same,
    ...common,
    sentence: 'expressions.operator.equal',
    examples: [
      { write: '1.0 = 1.00', gives: true },
      { write: '"a" = "A"', gives: false },
      { write: 'null = null', gives: true },
    ],
    evaluate: (left, right) => isSameScalar(left, right),
    sql: (left, right) => sqlFragment`(${left} is not distinct from ${right})`,
  }),
  lenient({
    name: '<>',
    parameters: same,
    ...common,
    sentence: 'expressions.operator.unequal',
    examples: [
      { write: '1 <> 2', gives: true },
      { write: '1 <> null', gives: true },
    ],
    evaluate: (left, right) => !isSameScalar(left, right),
    sql: (left, right) => sqlFragment`(${left} is distinct from ${right})`,
  }),
  ordering('<', 'expressions.operator.less', (order) => order < 0, [
    { write: '"Z" < "a"', gives: true },
    { write: 'null < 1', gives: false },
  ]),
  ordering('<=', 'expressions.operator.lessOrEqual', (order) => order <= 0, [{ write: '2 <= 2', gives: true }]),
  ordering('>', 'expressions.operator.greater', (order) => order > 0, [
    { write: 'TODAY() > DATE(2026, 1, 1)', gives: true },
  ]),
  ordering('>=', 'expressions.operator.greaterOrEqual', (order) => order >= 0, [{ write: '2 >= 3', gives: false }]),
  lenient({
    name: 'in',
    parameters: [
      { name: 'value', type: 'same' },
      { name: 'list', type: 'sameList' },
    ],
    ...common,
    sentence: 'expressions.operator.in',
    examples: [
      { write: '"open" in ["open", "paid"]', gives: true },
      { write: '3 in [1, 2]', gives: false },
    ],
    evaluate: (value, list) => value !== null && (list ?? []).some((item) => isSameScalar(item, value)),
    sql: (value, list) => sqlFragment`coalesce(${value} = any(${list}), false)`,
  }),
  lenient({
    name: 'and',
    parameters: conditions,
    ...common,
    sentence: 'expressions.operator.and',
    examples: [{ write: 'true and false', gives: false }],
    evaluate: (left, right) => left === true && right === true,
    sql: (left, right) => sqlFragment`(${truth(left)} and ${truth(right)})`,
  }),
  lenient({
    name: 'or',
    parameters: conditions,
    ...common,
    sentence: 'expressions.operator.or',
    examples: [{ write: 'null or true', gives: true }],
    evaluate: (left, right) => left === true || right === true,
    sql: (left, right) => sqlFragment`(${truth(left)} or ${truth(right)})`,
  }),
  lenient({
    name: 'not',
    parameters: [{ name: 'condition', type: 'boolean' }],
    ...common,
    sentence: 'expressions.operator.not',
    examples: [
      { write: 'not false', gives: true },
      { write: 'NOT(null)', gives: true },
    ],
    evaluate: (condition) => condition !== true,
    sql: (condition) => sqlFragment`(not ${truth(condition)})`,
  }),
]

type Sentence = ExpressionFunction['sentence']

function ordering(
  name: '<' | '<=' | '>' | '>=',
  sentence: Sentence,
  holds: (order: number) => boolean,
  examples: ExpressionFunction['examples'],
): ExpressionFunction {
  const written = { parts: [name], values: [] }
  return lenient({
    name,
    parameters: same,
    ...common,
    sentence,
    examples,
    evaluate: (left: Scalar | null, right: Scalar | null) =>
      left !== null && right !== null && holds(compareValues(left, right)),
    sql: (left, right) => sqlFragment`coalesce(${left} ${written} ${right}, false)`,
  })
}
