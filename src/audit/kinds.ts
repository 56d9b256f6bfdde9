import { accessKinds } from '#accounts/accessKind.ts'

/** Kinds of entries beside those of rights; the text of each is `audit.kind.<kind>`. */
export const auditKinds = [
  'create',
  'update',
  'delete',
  'import',
  'definitionChanged',
  'definitionUndone',
  'auditRetention',
  'auditDropped',
  'tableExported',
  ...accessKinds,
] as const
export type AuditKind = (typeof auditKinds)[number]

const known: ReadonlySet<string> = new Set(auditKinds)

export function isAuditKind(kind: string): kind is AuditKind {
  return known.has(kind)
}
