import type { AuditEntry } from '#audit/audit.ts'
import { isAuditKind } from '#audit/kinds.ts'
import type { TextKey, Translate } from '#language/translate.ts'
import { securityEventKinds } from '#security/securityEvent.ts'

const securityKinds: ReadonlySet<string> = new Set(securityEventKinds)

/** What happened, in the reader's words; a kind that this version does not know is told as it is written. */
export function sayKind(t: Translate, { kind }: Pick<AuditEntry, 'kind'>): string {
  if (securityKinds.has(kind)) return t(`security.event.${kind}` as TextKey)
  return isAuditKind(kind) ? t(`audit.kind.${kind}`) : kind
}
