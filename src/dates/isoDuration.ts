import { calculate, exactOf, textOfExact } from '#decimals/exact.ts'

const pattern = /^([+-]?)P(?:([+-]?\d+)D)?(?:T(?:([+-]?\d+)H)?(?:([+-]?\d+)M)?(?:([+-]?\d+(?:\.\d+)?)S)?)?$/i

/** The seconds of a duration in the form of ISO 8601, with a sign at the whole or at each part; undefined for another text. */
export function durationSeconds(text: string): string | undefined {
  const found = pattern.exec(text)
  if (!found || !/\d/.test(text) || /T$/i.test(text)) return undefined
  const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0'] = found
  const whole = ((BigInt(days) * 24n + BigInt(hours)) * 60n + BigInt(minutes)) * 60n
  const all = calculate('add', String(whole), seconds, false) ?? '0'
  return sign === '-' ? calculate('sub', '0', all, false) : all
}

/** Some thirty thousand years, which is more than the calendar has. */
export const longestDuration = 1_000_000_000_000n

/** Whether a duration has more seconds than are computed with. */
export function isTooLong(seconds: string): boolean {
  const { digits, scale } = exactOf(seconds)
  return (digits < 0n ? -digits : digits) > longestDuration * 10n ** BigInt(Math.max(scale, 0))
}

/** A number of seconds as a duration: `PT1H30M`. Digits finer than a microsecond are cut off. */
export function durationOf(seconds: string): string {
  const { digits, scale } = exactOf(seconds)
  const micros = scale > 6 ? digits / 10n ** BigInt(scale - 6) : digits * 10n ** BigInt(6 - scale)
  if (micros === 0n) return 'PT0S'
  const size = micros < 0n ? -micros : micros
  const [days, rest] = [size / 86_400_000_000n, size % 86_400_000_000n]
  const [hours, minutes] = [rest / 3_600_000_000n, (rest / 60_000_000n) % 60n]
  const part = (count: bigint, unit: string) => (count === 0n ? '' : `${count}${unit}`)
  const last = rest % 60_000_000n
  const second = last === 0n ? '' : `${textOfExact({ digits: last, scale: 6 }).replace(/\.?0+$/, '')}S`
  const time = part(hours, 'H') + part(minutes, 'M') + second
  return `${micros < 0n ? '-' : ''}P${part(days, 'D')}${time === '' ? '' : `T${time}`}`
}
