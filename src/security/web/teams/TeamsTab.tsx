import { useQuery } from '@tanstack/react-query'
import { Plus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#design/web/display/Badge.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { Table } from '#design/web/layout/Table.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { TeamRecord } from '#security/team.ts'
import { teamsQuery } from '#security/web/access.client.ts'
import { LoadedList } from '#security/web/Listed.tsx'
import { TeamDialog } from '#security/web/teams/TeamDialog.tsx'

/** The teams of an environment with what they hold. */
export function TeamsTab({ envid }: { envid: string }) {
  const { t } = useLanguage()
  const teams = useQuery(teamsQuery(envid))
  const [open, setOpen] = useState<TeamRecord | 'new'>()
  const make = (
    <Button icon={<Plus aria-hidden />} onPress={() => setOpen('new')}>
      {t('access.newTeam')}
    </Button>
  )
  return (
    <LoadedList of={teams}>
      {(value) => (
        <div className="flex flex-col gap-3 p-4 sm:p-6">
          {value.length === 0 ? (
            <EmptyState icon={<UsersRound />} text={t('access.noTeams')}>
              {make}
            </EmptyState>
          ) : (
            <>
              <div>{make}</div>
              <div className="rounded-card border border-line">
                <Teams teams={value} onOpen={setOpen} />
              </div>
            </>
          )}
          {open && (
            <TeamDialog envid={envid} {...(open === 'new' ? {} : { team: open })} onClose={() => setOpen(undefined)} />
          )}
        </div>
      )}
    </LoadedList>
  )
}

type TeamsProps = { readonly teams: readonly TeamRecord[]; readonly onOpen: (team: TeamRecord) => void }

function Teams({ teams, onOpen }: TeamsProps) {
  const { t, number } = useLanguage()
  const cell = 'px-3 py-2'
  return (
    <Table
      caption={t('access.teams')}
      columns={[
        { id: 'name', title: t('access.name') },
        { id: 'kind', title: t('access.kind'), className: 'max-sm:hidden' },
        { id: 'unit', title: t('access.unit'), className: 'max-md:hidden' },
        { id: 'roles', title: t('access.roles'), className: 'max-md:hidden' },
        { id: 'members', title: t('access.members'), align: 'end' },
      ]}
    >
      {teams.map((team) => (
        <tr key={team.id} className="hover:bg-subtle">
          <td className={`${cell} max-w-0 sm:max-w-64`}>
            <TeamName name={team.name} onOpen={() => onOpen(team)} />
          </td>
          <td className={`${cell} max-sm:hidden`}>
            <Badge tint={team.kind === 'owner' ? 'brand' : 'grey'}>{t(`access.teamKind.${team.kind}`)}</Badge>
          </td>
          <td className={`${cell} truncate max-md:hidden`}>{team.unit}</td>
          <td className={`${cell} text-muted max-md:hidden`}>{team.roles.map(({ name }) => name).join(', ')}</td>
          <td className={`${cell} text-right tabular-nums`}>{number(team.members.length)}</td>
        </tr>
      ))}
    </Table>
  )
}

function TeamName({ name, onOpen }: { name: string; onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="focus-ring flex min-h-6 w-full min-w-0 items-center rounded-small text-left font-medium"
    >
      <span className="truncate">{name}</span>
    </button>
  )
}
