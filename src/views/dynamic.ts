import type { PeriodUnit } from '#dates/periodUnit.ts'
import type { WireValue } from '#attributes/type.ts'

/** Furthest period from the present one, in units. */
export const furthestPeriod = 10_000

/** Whom a filter may mean without a name. */
export const personValues = ['me', 'teams', 'unit'] as const
export type PersonValue = (typeof personValues)[number]

/**
 * A value that is worked out when somebody reads (product ruling 2.6): the reader, the reader's teams or unit, a period
 * around today (`day` 0 is today, `month` -1 the last month), or a variable of the environment.
 */
export type DynamicValue =
  | { readonly dynamic: PersonValue }
  | { readonly dynamic: 'period'; readonly unit: PeriodUnit; readonly shift: number }
  | { readonly dynamic: 'variable'; readonly key: string }

/** What a condition compares with. */
export type FilterValue = WireValue | DynamicValue

/** Who reads, when and where: what dynamic values are worked out from. */
export type Reader = {
  readonly me: string
  readonly teams: readonly string[]
  readonly unit: string | null
  readonly now: Date
  /** A name of the IANA list, such as `Europe/Riga`. */
  readonly timeZone: string
  /** The value of a variable of the environment; undefined for one that does not exist. */
  readonly variable: (key: string) => WireValue | undefined
}

export function isDynamic(value: FilterValue): value is DynamicValue {
  return typeof value === 'object' && value !== null && 'dynamic' in value
}
