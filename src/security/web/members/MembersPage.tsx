import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#design/web/button/Button.tsx'
import { PageHeader } from '#design/web/navigation/PageHeader.tsx'
import { Tabs } from '#design/web/navigation/Tabs.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useEnvironmentId } from '#platform/web/routeParams.ts'
import { useTitle } from '#platform/web/title.ts'
import { invitesQuery, membersQuery, teamsQuery, unitsQuery } from '#security/web/access.client.ts'
import { InviteDialog } from '#security/web/members/InviteDialog.tsx'
import { InvitesTab } from '#security/web/members/InvitesTab.tsx'
import { MembersTab } from '#security/web/members/MembersTab.tsx'
import { useMay } from '#security/web/self.client.ts'
import { TeamsTab } from '#security/web/teams/TeamsTab.tsx'
import { UnitsTab } from '#security/web/teams/UnitsTab.tsx'

/** Who works in an environment, whom it invites, and the teams and business units that they belong to. */
export function MembersPage() {
  const { t } = useLanguage()
  const envid = useEnvironmentId()
  const navigate = useNavigate()
  const { tab } = useSearch({ strict: false }) as { readonly tab?: string }
  const [isInviting, setInviting] = useState(false)
  const mayInvite = useMay(envid, 'manage-users')
  const { data: members } = useQuery(membersQuery(envid))
  const { data: teams } = useQuery(teamsQuery(envid))
  const { data: units } = useQuery(unitsQuery(envid))
  const { data: invites } = useQuery(invitesQuery(envid))
  const open = invites?.filter(({ state }) => state === 'open')
  useTitle(t('access.people'))
  const tabs = [
    { id: 'members', label: t('access.members'), list: members, content: <MembersTab envid={envid} /> },
    {
      id: 'invites',
      label: t('access.invites'),
      list: open,
      content: <InvitesTab envid={envid} onInvite={() => setInviting(true)} />,
    },
    { id: 'teams', label: t('access.teams'), list: teams, content: <TeamsTab envid={envid} /> },
    { id: 'units', label: t('access.units'), list: units, content: <UnitsTab envid={envid} /> },
  ]
  return (
    <>
      <PageHeader
        title={t('access.people')}
        actions={
          mayInvite && (
            <Button kind="primary" icon={<UserPlus aria-hidden />} onPress={() => setInviting(true)}>
              {t('access.invite.new')}
            </Button>
          )
        }
      />
      <Tabs
        label={t('access.people')}
        className="min-h-0"
        tabs={tabs.map(({ list, ...shown }) => (list ? { ...shown, count: list.length } : shown))}
        selected={tabs.some(({ id }) => id === tab) ? (tab ?? 'members') : 'members'}
        onSelect={(id) => void navigate({ to: '.', search: id === 'members' ? {} : { tab: id }, replace: true })}
      />
      {isInviting && <InviteDialog envid={envid} onClose={() => setInviting(false)} />}
    </>
  )
}
