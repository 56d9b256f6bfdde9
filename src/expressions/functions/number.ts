import { add, compareScaled, divide, multiply, subtract, whole, zero, type ScaledDecimal } from '#decimals/decimal.ts'
import { lenient, strict, type ExpressionFunction } from '#expressions/functions/function.ts'
import { expressionLimits } from '#expressions/limits.ts'
import { powered, root, rounded, type RoundingDirection } from '#expressions/rounding.ts'
import { once, plain, sqlFragment, type Fragment } from '#expressions/sql/fragment.ts'
import { powerOf, quotientOf, rootOf } from '#expressions/sql/number.ts'

const number = { name: 'number', type: 'number' } as const
const divisor = { name: 'divisor', type: 'number' } as const
const numbers = { name: 'numbers', type: 'numbers' } as const
const result = 'number'

/** Reckoning, exactly. */
export const numberFunctions: readonly ExpressionFunction[] = [
  strict({
    name: 'ABS',
    parameters: [number],
    result,
    sentence: 'expressions.function.abs',
    examples: [{ write: 'ABS(-5)', gives: '5' }],
    evaluate: (number) => (number.digits < 0 ? subtract(zero, number) : number),
    sql: (number) => sqlFragment`abs(${number})`,
  }),
  strict({
    name: 'SIGN',
    parameters: [number],
    result,
    sentence: 'expressions.function.sign',
    examples: [{ write: 'SIGN(-5)', gives: '-1' }],
    evaluate: (number) => whole(compareScaled(number, zero)),
    sql: (number) => sqlFragment`sign(${number})`,
  }),
  rounding(
    'ROUND',
    'nearest',
    'expressions.function.round',
    [
      { write: 'ROUND(2.345, 2)', gives: '2.35' },
      { write: 'ROUND(-2.5)', gives: '-3' },
      { write: 'ROUND(1250, -2)', gives: '1300' },
    ],
    (number, places) => sqlFragment`round(${number}, ${places})`,
  ),
  rounding(
    'ROUNDUP',
    'up',
    'expressions.function.roundup',
    [{ write: 'ROUNDUP(2.01)', gives: '3' }],
    (number, places) =>
      once(
        [number, places],
        (a, b) => sqlFragment`case when trunc(${a}, ${b}) = ${a} then trunc(${a}, ${b})
      else trunc(${a}, ${b}) + sign(${a}) * round(power(10::numeric, -${b}), greatest(${b}, 0)) end`,
      ),
  ),
  rounding(
    'ROUNDDOWN',
    'down',
    'expressions.function.rounddown',
    [{ write: 'ROUNDDOWN(2.99, 1)', gives: '2.9' }],
    (number, places) => sqlFragment`trunc(${number}, ${places})`,
  ),
  strict({
    name: 'INT',
    parameters: [number],
    result,
    sentence: 'expressions.function.int',
    examples: [{ write: 'INT(-1.5)', gives: '-2' }],
    evaluate: (number) => rounded(number, 0, 'floor'),
    sql: (number) => sqlFragment`floor(${number})`,
  }),
  multiple('FLOOR', 'floor', 'expressions.function.floor', [{ write: 'FLOOR(17, 5)', gives: '15' }]),
  multiple('CEILING', 'ceiling', 'expressions.function.ceiling', [{ write: 'CEILING(1.02, 0.05)', gives: '1.05' }]),
  strict({
    name: 'MOD',
    parameters: [number, divisor],
    result,
    sentence: 'expressions.function.mod',
    examples: [
      { write: 'MOD(-7, 3)', gives: '2' },
      { write: 'MOD(7, 0)', gives: null },
    ],
    evaluate: (number, divisor) => {
      const count = wholeQuotient(number, divisor, 'floor')
      return count && subtract(number, multiply(count, divisor))
    },
    sql: (number, divisor) =>
      once([number, sqlFragment`nullif(${divisor}, 0)`], (a, b) => sqlFragment`mod(mod(${a}, ${b}) + ${b}, ${b})`),
  }),
  strict({
    name: 'POWER',
    parameters: [number, { name: 'exponent', type: 'number' }],
    result,
    sentence: 'expressions.operator.power',
    examples: [{ write: 'POWER(2, 10)', gives: '1024' }],
    evaluate: powered,
    sql: powerOf,
  }),
  strict({
    name: 'SQRT',
    parameters: [number],
    result,
    sentence: 'expressions.function.sqrt',
    examples: [
      { write: 'SQRT(2)', gives: '1.4142135623730950488' },
      { write: 'SQRT(-1)', gives: null },
    ],
    evaluate: root,
    sql: rootOf,
  }),
  lenient({
    name: 'SUM',
    parameters: [numbers],
    result,
    certain: true,
    sentence: 'expressions.function.sum',
    examples: [{ write: 'SUM([1, 2.5, null])', gives: '3.5' }],
    evaluate: (numbers) => present(numbers).reduce(add, zero),
    sql: (numbers) => sqlFragment`(select coalesce(sum(i), 0) from unnest(${numbers}) as u(i))`,
  }),
  lenient({
    name: 'AVERAGE',
    parameters: [numbers],
    result,
    certain: false,
    sentence: 'expressions.function.average',
    examples: [
      { write: 'AVERAGE([1, 2, null])', gives: '1.5' },
      { write: 'AVERAGE([])', gives: null },
    ],
    evaluate: (numbers) => {
      const all = present(numbers)
      return divide(all.reduce(add, zero), whole(all.length), expressionLimits.scale)
    },
    sql: (numbers) =>
      sqlFragment`(select ${quotientOf(plain('sum(i)'), plain('count(i)::numeric'))} from unnest(${numbers}) as u(i))`,
  }),
]

function rounding(
  name: string,
  direction: RoundingDirection,
  sentence: ExpressionFunction['sentence'],
  examples: ExpressionFunction['examples'],
  write: (number: Fragment, places: Fragment) => Fragment,
): ExpressionFunction {
  return strict({
    name,
    parameters: [number, { name: 'places', type: 'number', optional: true }],
    result,
    sentence,
    examples,
    evaluate: (number, places) => rounded(number, placesOf(places), direction),
    sql: (number, places) => write(number, placesIn(places)),
  })
}

function multiple(
  name: string,
  direction: 'floor' | 'ceiling',
  sentence: ExpressionFunction['sentence'],
  examples: ExpressionFunction['examples'],
): ExpressionFunction {
  const step = { name: 'step', type: 'number', optional: true } as const
  return strict({
    name,
    parameters: [number, step],
    result,
    sentence,
    examples,
    evaluate: (number, step = whole(1)) => {
      const count = wholeQuotient(number, step, direction)
      return count && multiply(count, step)
    },
    sql: (number, step) => {
      const away = direction === 'floor' ? plain('< 0') : plain('> 0')
      const sign = direction === 'floor' ? plain('-') : plain('+')
      return once(
        [number, step ? sqlFragment`nullif(${step}, 0)` : plain('1::numeric')],
        (a, b) =>
          sqlFragment`(div(${a}, ${b}) ${sign} (case when mod(${a}, ${b}) * sign(${b}) ${away} then 1 else 0 end)) * ${b}`,
      )
    },
  })
}

function wholeQuotient(
  number: ScaledDecimal,
  divisor: ScaledDecimal,
  direction: RoundingDirection,
): ScaledDecimal | null {
  if (divisor.digits === 0 || divisor.digits === 0n) return null
  const scale = Math.max(number.scale, divisor.scale)
  const [a, b] = [number, divisor].map(({ digits, scale: own }) => BigInt(digits) * 10n ** BigInt(scale - own)) as [
    bigint,
    bigint,
  ]
  const cut = a / b
  const isWhole = cut * b === a
  const isNegative = a < 0n !== b < 0n
  const moved = isWhole
    ? cut
    : direction === 'floor' && isNegative
      ? cut - 1n
      : direction === 'ceiling' && !isNegative
        ? cut + 1n
        : cut
  return rounded({ digits: moved, scale: 0 }, 0, 'down')
}

function present(numbers: readonly (ScaledDecimal | null)[] | null): ScaledDecimal[] {
  return (numbers ?? []).filter((number) => number !== null)
}

/** Digits behind the point: whole, from -40 to 40. */
function placesOf(places: ScaledDecimal | undefined): number {
  if (!places) return 0
  const { digits, scale } = places
  if (scale === 0 && typeof digits === 'number' && digits >= 0 && digits <= expressionLimits.digits) return digits
  return Math.min(
    Math.max(Number(rounded(places, 0, 'down').digits), -expressionLimits.digits),
    expressionLimits.digits,
  )
}

function placesIn(places: Fragment | undefined): Fragment {
  if (!places) return plain('0')
  const most = plain(String(expressionLimits.digits))
  return once(
    [places],
    (a) => sqlFragment`case when ${a} is not null then least(greatest(trunc(${a}), -${most}), ${most})::int end`,
  )
}
