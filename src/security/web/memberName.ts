import type { MemberRecord } from '#security/member.ts'

/** A member as people call each other. */
export function nameOf({ firstname, lastname }: Pick<MemberRecord, 'firstname' | 'lastname'>): string {
  return `${firstname} ${lastname}`.trim()
}
