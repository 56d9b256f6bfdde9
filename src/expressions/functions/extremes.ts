import { lenient, type ExpressionFunction } from '#expressions/functions/function.ts'
import { listed, plain, sqlFragment } from '#expressions/sql/fragment.ts'
import { compareValues, type Scalar, type Value } from '#expressions/value.ts'

const values = [{ name: 'value', type: 'same', many: true }] as const
const list = [{ name: 'list', type: 'sameList' }] as const

/** The least and the greatest of several values of one type, of which missing ones do not count. */
export const extremes: readonly ExpressionFunction[] = (['MIN', 'MAX'] as const).flatMap((name) => {
  const isLeast = name === 'MIN'
  const sentence = isLeast ? 'expressions.function.min' : 'expressions.function.max'
  const call = plain(isLeast ? 'least' : 'greatest')
  // PostgreSQL has neither min nor max of conditions and ids.
  const direction = plain(isLeast ? 'asc' : 'desc')
  const best = (all: readonly Value[]) => bestOf(all as readonly (Scalar | null)[], isLeast ? -1 : 1)
  return [
    lenient({
      name,
      id: `${name} list`,
      parameters: list,
      result: 'same',
      certain: false,
      sentence,
      examples: [{ write: `${name}([2, 8, null])`, gives: isLeast ? '2' : '8' }],
      evaluate: (list) => best(list ?? []),
      sql: (list) =>
        sqlFragment`(select i from unnest(${list}) as u(i) where i is not null order by i ${direction} limit 1)`,
    }),
    lenient({
      name,
      parameters: values,
      result: 'same',
      certain: false,
      sentence,
      examples: [{ write: `${name}(3, null, 7)`, gives: isLeast ? '3' : '7' }],
      evaluate: (...values) => best(values),
      sql: (...values) => sqlFragment`${call}(${listed(values)})`,
    }),
  ]
})

function bestOf(values: readonly (Scalar | null)[], direction: number): Scalar | null {
  let best: Scalar | null = null
  for (const value of values) {
    if (value !== null && (best === null || compareValues(value, best) * direction > 0)) best = value
  }
  return best
}
