/**
 * Changes of rights, and readings of protected lists. Each event leaves a row that people can read. The text of a kind
 * is `security.event.<kind>`.
 */
export const securityEventKinds = [
  'roleCreated',
  'roleChanged',
  'roleDeleted',
  'defaultRoleChanged',
  'unitCreated',
  'unitChanged',
  'unitDeleted',
  'teamCreated',
  'teamChanged',
  'teamDeleted',
  'memberJoined',
  'memberChanged',
  'memberDisabled',
  'memberEnabled',
  'memberRemoved',
  'ownerChanged',
  'inviteCreated',
  'inviteRevoked',
  'invitesRead',
  'viewAsBegun',
  'viewAsEnded',
  'recordShared',
  'shareChanged',
  'shareEnded',
  'permissionTestCreated',
  'permissionTestChanged',
  'permissionTestDeleted',
  'permissionTestOverridden',
  'formulasHidden',
] as const
export type SecurityEventKind = (typeof securityEventKinds)[number]

/** A value of an event: names for people, ids only where there is no name. */
export type SecurityFacts = Readonly<Record<string, unknown>>

/** State before and after the event; null where the subject did not exist. `subject` is the changed thing. */
export type SecurityEventDraft = {
  readonly kind: SecurityEventKind
  readonly subject: { readonly id: string; readonly name: string }
  readonly before: SecurityFacts | null
  readonly after: SecurityFacts | null
}

/** The members that differ between two states; null when none differ. */
export function differenceOf(
  before: SecurityFacts,
  after: SecurityFacts,
): { readonly before: SecurityFacts; readonly after: SecurityFacts } | null {
  const differing = Object.keys({ ...before, ...after }).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  if (differing.length === 0) return null
  const part = (facts: SecurityFacts) => Object.fromEntries(differing.map((key) => [key, facts[key] ?? null]))
  return { before: part(before), after: part(after) }
}
