import { instantOf } from '#odata/compare.ts'
import { calculate } from '#odata/exact.ts'

/** Seconds as whole microseconds; what is finer is cut off. */
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
  return momentText(instantOf(text)).replace(/\.?0+Z$/, 'Z')
}
