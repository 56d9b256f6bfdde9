import { lenient, type ExpressionFunction } from '#expressions/functions/function.ts'
import { listed, once, plain, sqlFragment, truth, type Fragment } from '#expressions/sql/fragment.ts'
import { isSameScalar, type Value } from '#expressions/value.ts'

const conditions = [{ name: 'condition', type: 'boolean', many: true }] as const

/** Choosing between values. A condition without a value counts as false. */
export const logicFunctions: readonly ExpressionFunction[] = [
  lenient({
    name: 'IF',
    certain: false,
    result: 'same',
    sentence: 'expressions.function.if',
    parameters: [
      { name: 'condition', type: 'boolean' },
      { name: 'then', type: 'same' },
      { name: 'otherwise', type: 'same', optional: true },
    ],
    examples: [
      { write: 'IF(2 > 1, "yes", "no")', gives: 'yes' },
      { write: 'IF(null, 1)', gives: null },
    ],
    evaluate: (condition, then, otherwise) => (condition === true ? then : (otherwise ?? null)),
    sql: (condition, then, otherwise) =>
      sqlFragment`(case when ${condition} then ${then} else ${otherwise ?? plain('null')} end)`,
  }),
  lenient({
    name: 'SWITCH',
    certain: false,
    result: 'any',
    sentence: 'expressions.function.switch',
    parameters: [{ name: 'value', type: 'any', many: true }],
    examples: [
      { write: 'SWITCH("b", "a", 1, "b", 2)', gives: '2' },
      { write: 'SWITCH("x", "a", 1, 0)', gives: '0' },
    ],
    evaluate: (value, ...rest) => switched(value ?? null, rest),
    sql: (value = plain('null'), ...rest) =>
      once([value], (a) => {
        const cases = pairsOf(rest).map(
          ([at, result]) => sqlFragment`when ${a} is not distinct from ${at} then ${result}`,
        )
        const otherwise = rest.length % 2 === 1 ? rest.at(-1) : undefined
        return sqlFragment`case ${cases.reduce((left, right) => sqlFragment`${left} ${right}`)} else ${otherwise ?? plain('null')} end`
      }),
  }),
  lenient({
    name: 'AND',
    certain: true,
    result: 'boolean',
    sentence: 'expressions.function.and',
    parameters: conditions,
    examples: [{ write: 'AND(true, 1 < 2, true)', gives: true }],
    evaluate: (...values) => values.every((value) => value === true),
    sql: (...values) => joined(values, ' and '),
  }),
  lenient({
    name: 'OR',
    certain: true,
    result: 'boolean',
    sentence: 'expressions.function.or',
    parameters: conditions,
    examples: [{ write: 'OR(false, null, true)', gives: true }],
    evaluate: (...values) => values.includes(true),
    sql: (...values) => joined(values, ' or '),
  }),
  lenient({
    name: 'ISBLANK',
    certain: true,
    result: 'boolean',
    sentence: 'expressions.function.isblank',
    parameters: [{ name: 'value', type: 'any' }],
    examples: [
      { write: 'ISBLANK(null)', gives: true },
      { write: 'ISBLANK("")', gives: true },
      { write: 'ISBLANK(0)', gives: false },
    ],
    evaluate: (value) => value === null || value === '',
    sql: (value) => sqlFragment`(coalesce((${value})::text, '') = '')`,
  }),
  lenient({
    name: 'COALESCE',
    certain: false,
    result: 'same',
    sentence: 'expressions.function.coalesce',
    parameters: [{ name: 'value', type: 'same', many: true }],
    examples: [{ write: 'COALESCE(null, 2, 3)', gives: '2' }],
    evaluate: (...values) => values.find((value) => value !== null) ?? null,
    sql: (...values) => sqlFragment`coalesce(${listed(values)})`,
  }),
]

function switched(value: Value, rest: readonly Value[]): Value {
  const found = pairsOf(rest).find(([at]) => isSameScalar(value, at))
  if (found) return found[1]
  return rest.length % 2 === 1 ? (rest.at(-1) ?? null) : null
}

function pairsOf<Item>(items: readonly Item[]): readonly (readonly [Item, Item])[] {
  return items.flatMap((item, index) => {
    const next = items[index + 1]
    return index % 2 === 0 && next !== undefined ? [[item, next] as const] : []
  })
}

function joined(values: readonly Fragment[], separator: ' and ' | ' or '): Fragment {
  const all = values.map(truth).reduce((left, right) => sqlFragment`${left}${plain(separator)}${right}`)
  return sqlFragment`(${all})`
}
