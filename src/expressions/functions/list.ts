import { whole, type ScaledDecimal } from '#decimals/decimal.ts'
import { lenient, strict, type ExpressionFunction } from '#expressions/functions/function.ts'
import { expressionLimits } from '#expressions/limits.ts'
import { wholeOfDecimal } from '#expressions/rounding.ts'
import { once, plain, sqlFragment } from '#expressions/sql/fragment.ts'
import { heldText } from '#expressions/sql/text.ts'
import { held } from '#expressions/texts.ts'
import type { Value } from '#expressions/value.ts'

const list = { name: 'list', type: 'sameList' } as const
const most = plain(String(expressionLimits.list))

/** Lists of values of one type. What is no list counts as one without items. */
export const listFunctions: readonly ExpressionFunction[] = [
  lenient({
    name: 'COUNT',
    parameters: [list],
    result: 'number',
    certain: true,
    sentence: 'expressions.function.count',
    examples: [{ write: 'COUNT(["a", null])', gives: '2' }],
    evaluate: (list) => whole((list ?? []).length),
    sql: (list) => sqlFragment`coalesce(cardinality(${list}), 0)::numeric`,
  }),
  lenient({
    name: 'FIRST',
    parameters: [list],
    result: 'same',
    certain: false,
    sentence: 'expressions.function.first',
    examples: [{ write: 'FIRST(["a", "b"])', gives: 'a' }],
    evaluate: (list) => list?.[0] ?? null,
    sql: (list) => sqlFragment`(${list})[1]`,
  }),
  lenient({
    name: 'LAST',
    parameters: [list],
    result: 'same',
    certain: false,
    sentence: 'expressions.function.last',
    examples: [{ write: 'LAST(["a", "b"])', gives: 'b' }],
    evaluate: (list) => list?.at(-1) ?? null,
    sql: (list) => once([list], (a) => sqlFragment`(${a})[cardinality(${a})]`),
  }),
  lenient({
    name: 'ITEM',
    parameters: [list, { name: 'place', type: 'number' }],
    result: 'same',
    certain: false,
    sentence: 'expressions.function.item',
    examples: [
      { write: 'ITEM(["a", "b"], 2)', gives: 'b' },
      { write: 'ITEM(["a"], 2)', gives: null },
    ],
    evaluate: (list, place) => itemAt(list, place),
    sql: (list, place) =>
      once(
        [list, place],
        (a, b) =>
          sqlFragment`(${a})[case when ${b} = trunc(${b}) and ${b} between 1 and cardinality(${a}) then (${b})::int end]`,
      ),
  }),
  strict({
    name: 'SPLIT',
    parameters: [
      { name: 'text', type: 'text' },
      { name: 'separator', type: 'text' },
    ],
    result: 'texts',
    sentence: 'expressions.function.split',
    examples: [{ write: 'SPLIT("a;b;", ";")', gives: ['a', 'b', ''] }],
    evaluate: (text, separator) => {
      const items = separator === '' || text === '' ? [text] : text.split(separator, expressionLimits.list + 1)
      return items.length > expressionLimits.list ? null : items
    },
    sql: (text, separator) =>
      once(
        [text, separator],
        (a, b) => sqlFragment`case when ${b} = '' or ${a} = '' then array[${a}]
        when (length(${a}) - length(replace(${a}, ${b}, ''))) / length(${b}) < ${most} then string_to_array(${a}, ${b}) end`,
      ),
  }),
  lenient({
    name: 'JOIN',
    parameters: [
      { name: 'list', type: 'texts' },
      { name: 'separator', type: 'text', optional: true },
    ],
    result: 'text',
    certain: false,
    sentence: 'expressions.function.join',
    examples: [
      { write: 'JOIN(["a", null, "b"], ", ")', gives: 'a, b' },
      { write: 'JOIN([], ";")', gives: '' },
    ],
    evaluate: (list, separator) => held((list ?? []).filter((item) => item !== null).join(separator ?? '')),
    sql: (list, separator) => {
      const between = separator ? sqlFragment`coalesce(${separator}, '')` : plain(`''`)
      return once([sqlFragment`coalesce(array_to_string(${list}, ${between}), '')`], heldText)
    },
  }),
]

function itemAt(list: readonly Value[] | null, place: ScaledDecimal | null): Value {
  const at = place && wholeOfDecimal(place)
  return at === null ? null : (list?.[at - 1] ?? null)
}
