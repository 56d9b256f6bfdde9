import type { UserStatus } from '#accounts/status.ts'
import { Badge, type Tint } from '#design/web/display/Badge.tsx'
import { useLanguage } from '#language/web/language.tsx'

const looks = {
  inactive: { tint: 'red', name: 'inactive' },
  created: { tint: 'amber', name: 'created' },
  'active by email': { tint: 'green', name: 'byEmail' },
  'active by mobile': { tint: 'green', name: 'byMobile' },
} as const satisfies Record<UserStatus, { tint: Tint; name: string }>

/** The status of a person, in words. */
export function StatusBadge({ status }: { status: UserStatus }) {
  const { t } = useLanguage()
  const { tint, name } = looks[status]
  return <Badge tint={tint}>{t(`users.status.${name}`)}</Badge>
}
