import { dayNumber } from '#dates/calendar.ts'
import { calculate } from '#decimals/exact.ts'

/** Microseconds since 1970 in UTC; what is finer is cut off. */
export function instantNumber(text: string): bigint {
  const found =
    /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6})\d*)?)?(?:Z|([+-])(\d\d):(\d\d))?)?/i.exec(text)
  if (!found) return 0n
  const part = (index: number) => Number(found[index] ?? 0)
  const offset = (part(9) * 60 + part(10)) * (found[8] === '-' ? -1 : 1)
  const minutes = (dayNumber(part(1), part(2), part(3)) * 24 + part(4)) * 60 + part(5) - offset
  return BigInt(minutes * 60 + part(6)) * 1_000_000n + BigInt((found[7] ?? '').padEnd(6, '0'))
}

/** Seconds as whole microseconds; finer digits are cut off. */
export function microsOf(seconds: string): bigint {
  return BigInt((calculate('mul', seconds, '1000000', false) ?? '0').split('.')[0] ?? '0')
}

/** The moment of so many microseconds since 1970, to the microsecond. */
export function momentText(micros: bigint): string {
  const rest = ((micros % 1000n) + 1000n) % 1000n
  const text = new Date(Number((micros - rest) / 1000n)).toISOString()
  return text.replace('Z', `${String(rest).padStart(3, '0')}Z`)
}

/** A moment in UTC, its fraction as short as it can be: `2026-01-01T10:00:00.5Z`. */
export function shortMoment(text: string): string {
  return momentText(instantNumber(text)).replace(/\.?0+Z$/, 'Z')
}
