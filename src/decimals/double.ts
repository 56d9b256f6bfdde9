import { calculate, shortest } from '#decimals/exact.ts'
import { doubleForm, findShortestDigits, singleForm } from '#decimals/shortestDigits.ts'

// Results of smaller magnitude become 0, results of greater magnitude become infinite, in SQL as here.
const [least, greatest] = [1e-307, 1.79e308]

/** The text of the double nearest to a decimal number, in JSON form. */
export function doubleOf(text: string): string {
  return textOfDouble(clamped(Number(text)))
}

function clamped(number: number): number {
  const size = Math.abs(number)
  return size < least ? 0 : size > greatest ? Math.sign(number) * Infinity : number
}

/** A double in JSON form: `INF`, `-INF` and `NaN` if not finite. */
export function textOfDouble(number: number): string {
  return String(number === 0 ? 0 : number).replace('Infinity', 'INF')
}

/** The double of a text in JSON form. */
export function numberOfDouble(text: string): number {
  return Number(text.replace('INF', 'Infinity'))
}

/** Whether a number's text is one of the three that are no finite numbers. */
export function isSpecial(text: string): boolean {
  return text.includes('N')
}

/** An arithmetic operator over two doubles, where one may also be a decimal; undefined where there is no result. */
export function calculateDouble(operator: string, left: string, right: string): string | null {
  const [a, b] = [numberOfDouble(left), numberOfDouble(right)]
  if (operator === 'mod') {
    if (b === 0) return null
    if (isSpecial(left) || isSpecial(right)) return textOfDouble(a % b)
    return doubleOf(calculate('mod', String(a), String(b), false) ?? '0')
  }
  return textOfDouble(clamped(results(operator, a, b)))
}

function results(operator: string, a: number, b: number): number {
  switch (operator) {
    case 'add':
      return a + b
    case 'sub':
      return a - b
    case 'mul':
      return a * b
    default:
      return b === 0 ? a * Infinity : a / b
  }
}

/** A double (or a single) as answers show it: the fewest digits, with an exponent for large or small numbers. */
export function shownDouble(text: string, isSingle: boolean): string {
  const number = numberOfDouble(text)
  if (!Number.isFinite(number) || number === 0) return textOfDouble(number)
  const shown = findShortestDigits(Math.abs(number), isSingle ? singleForm : doubleForm)
  const [digits = '', power = '0'] = `${number < 0 ? '-' : ''}${shown}`.split('e')
  const exponent = Number(power)
  if (exponent < -4 || exponent >= (isSingle ? 6 : 15)) {
    return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
  }
  return shortest(`${digits}e${exponent}`)
}
