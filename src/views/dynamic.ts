import type { PeriodUnit } from '#dates/periodUnit.ts'
import type { WireValue } from '#attributes/type.ts'

/** Maximum distance of a period from the current one, in units. */
export const furthestPeriod = 10_000

/** Dynamic values for persons. */
export const personValues = ['me', 'teams', 'unit'] as const
export type PersonValue = (typeof personValues)[number]

/**
 * A value resolved at reading (product ruling 2.6): the reader, the reader's teams or unit, a period around today
 * (`day` 0 is today, `month` -1 the last month), or a variable of the environment.
 */
export type DynamicValue =
  | { readonly dynamic: PersonValue }
  | { readonly dynamic: 'period'; readonly unit: PeriodUnit; readonly shift: number }
  | { readonly dynamic: 'variable'; readonly key: string }

/** A comparison value of a condition. */
export type FilterValue = WireValue | DynamicValue

/** Reader, time and zone: the input for resolving dynamic values. */
export type Reader = {
  readonly me: string
  readonly teams: readonly string[]
  readonly unit: string | null
  readonly now: Date
  /** An IANA name such as `Europe/Riga`. */
  readonly timeZone: string
  /** Returns the value of an environment variable; undefined for unknown variables. */
  readonly variable: (key: string) => WireValue | undefined
}

export function isDynamic(value: FilterValue): value is DynamicValue {
  return typeof value === 'object' && value !== null && 'dynamic' in value
}
