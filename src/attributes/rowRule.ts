import type { FaultCode } from '#faults/catalogue.ts'
import type { FaultParameters } from '#faults/fault.ts'
import type { WireValue } from '#attributes/type.ts'

/**
 * What a record must be like, as it stands, for a change of some of its fields to hold. Who has the record at hand asks
 * `holdsFor`; the writer asks the database in the statement of the change.
 */
export type RowRule = {
  /** The column at which a refusal is told. */
  readonly target: string
  readonly code: FaultCode
  readonly parameters?: FaultParameters | undefined
  readonly message?: string | undefined
} & (
  | { readonly kind: 'is'; readonly column: string; readonly value: WireValue }
  /** The column has all of these, or is the one. */
  | { readonly kind: 'holds'; readonly column: string; readonly values: readonly string[]; readonly isList: boolean }
  /** The column has none of these. */
  | { readonly kind: 'lacks'; readonly column: string; readonly values: readonly string[]; readonly isList: boolean }
)

/** Whether a record, as it stands, keeps a rule. */
export function ruleHolds(rule: RowRule, record: Readonly<Record<string, WireValue | undefined>>): boolean {
  const held = record[rule.column] ?? null
  if (rule.kind === 'is') return held === rule.value
  const has = (value: string) => (typeof held === 'object' ? (held?.includes(value) ?? false) : held === value)
  return rule.kind === 'holds' ? rule.values.every(has) : !rule.values.some(has)
}
