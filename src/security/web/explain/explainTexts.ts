import type { Action } from '#environments/memberRights.ts'
import { useLanguage } from '#language/web/language.tsx'
import type { FixRecord, CarriedThrough, WayRecord } from '#security/explanation.ts'
import { actionNames, scopeNames } from '#security/web/roles/scopeNames.ts'

/** Why something is allowed, as a sentence: the reason, the roles, and of a share by whom and until when. */
export function useSayWay(action: Action): (way: WayRecord) => string {
  const { t, date } = useLanguage()
  return ({ kind, principal, roles, by, until, through }) => {
    const name = principal?.name ?? t('access.explain.someone')
    const named = roles.map((role) =>
      role.team ? t('access.explain.byTeam', { role: role.name, team: role.team.name }) : role.name,
    )
    return [
      // A record that is not there yet is none of those of the table.
      action === 'create' && kind === 'all'
        ? t('access.explain.mayCreate')
        : through
          ? t('access.explain.via.carried', { name, ...sayThrough(through) })
          : t(`access.explain.via.${kind}`, { name }),
      named.length > 0 && t('access.explain.byRoles', { roles: named.join(', ') }),
      by && t('access.explain.sharedBy', { name: by.name }),
      until && t('access.explain.until', { day: date(new Date(until), 'longDate') }),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}

/** What would allow an action, as a sentence. */
export function useSayFix(action: Action): (fix: FixRecord) => string {
  const { t } = useLanguage()
  return ({ kind, role, team, scope, through }) =>
    t(`access.explain.fix.${through ? 'carried' : kind}`, {
      ...(through && sayThrough(through)),
      role: role?.name ?? '',
      team: team?.name ?? '',
      scope: scope ? t(scopeNames[scope]) : '',
      action: t(actionNames[action]),
    })
}

function sayThrough({ entity, record }: CarriedThrough) {
  return { record: [entity.name, record?.name].filter(Boolean).join(' ') }
}
