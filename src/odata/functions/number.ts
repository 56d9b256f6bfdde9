import { doubleOf } from '#decimals/double.ts'
import { exactOf, textOfExact } from '#decimals/exact.ts'
import type { ODataFunction } from '#odata/functions/registry.ts'

const oneNumber = { parameters: ['Edm.Decimal'], result: 'Edm.Decimal' } as const

const exactFunctions: readonly ODataFunction[] = [
  {
    name: 'round',
    ...oneNumber,
    sql: (number) => `round((${number})::numeric)`,
    evaluate: (number = '0') =>
      whole(number, (digits, unit) => (digits < 0n ? -1n : 1n) * ((abs(digits) * 2n + unit) / (unit * 2n))),
  },
  {
    name: 'floor',
    ...oneNumber,
    sql: (number) => `floor((${number})::numeric)`,
    evaluate: (number = '0') => whole(number, floor),
  },
  {
    name: 'ceiling',
    ...oneNumber,
    sql: (number) => `ceil((${number})::numeric)`,
    evaluate: (number = '0') => whole(number, (digits, unit) => -floor(-digits, unit)),
  },
]

// A double is rounded as the decimal it is shown as. What is infinite or no number stays so.
const doubleFunctions = exactFunctions.map(({ name, sql, evaluate }): ODataFunction => ({
  name,
  id: `${name}(double)`,
  parameters: ['Edm.Double'],
  result: 'Edm.Double',
  sql: (number) => `(${sql(`(${number})::text`)})::float8`,
  evaluate: (number = '0') => (/[IN]/.test(number) ? number : doubleOf(String(evaluate(number)))),
}))

/** Part 2, 5.1.1.9: to whole numbers; halves go away from zero. */
export const odataNumberFunctions: readonly ODataFunction[] = [...exactFunctions, ...doubleFunctions]

function floor(digits: bigint, unit: bigint): bigint {
  const cut = digits / unit
  return digits < 0n && cut * unit !== digits ? cut - 1n : cut
}

function abs(digits: bigint): bigint {
  return digits < 0n ? -digits : digits
}

function whole(text: string, round: (digits: bigint, unit: bigint) => bigint): string {
  const { digits, scale } = exactOf(text)
  return scale <= 0 ? textOfExact({ digits, scale }) : String(round(digits, 10n ** BigInt(scale)))
}
