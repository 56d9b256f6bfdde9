import { useQuery } from '@tanstack/react-query'
import { UserCog } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Avatar } from '#design/web/display/Avatar.tsx'
import { Badge } from '#design/web/display/Badge.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { Checkbox } from '#design/web/fields/Checkbox.tsx'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { RelativeTime } from '#design/web/dates/RelativeTime.tsx'
import { SearchField } from '#design/web/fields/SearchField.tsx'
import { Table } from '#design/web/layout/Table.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { MemberRecord } from '#security/member.ts'
import { membersQuery } from '#security/web/access.client.ts'
import { LoadedList } from '#security/web/Listed.tsx'
import { fullName } from '#accounts/fullName.ts'
import { MemberDialog } from '#security/web/members/MemberDialog.tsx'
import { RolesOfManyDialog } from '#security/web/members/RolesOfManyDialog.tsx'

/** So many lines at first, and so many more on request: environments have thousands of members. */
const page = 100

/** The members with what they hold: found by name or mail, changed one by one or many at once. */
export function MembersTab({ envid }: { envid: string }) {
  return <LoadedList of={useQuery(membersQuery(envid))}>{(members) => <Members {...{ envid, members }} />}</LoadedList>
}

type MembersProps = { readonly envid: string; readonly members: readonly MemberRecord[] }

function Members({ envid, members }: MembersProps) {
  const { t } = useLanguage()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const [most, setMost] = useState(page)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [openId, setOpenId] = useState<string>()
  const [isChanging, setChanging] = useState(false)
  const found = members.filter((member) => isFound(member, wanted))
  const shown = found.slice(0, most)
  const chosen = found.filter(({ id }) => ticked.has(id))
  const open = members.find(({ id }) => id === openId)
  const tick = (ids: readonly string[], on: boolean) => {
    const others = [...ticked].filter((id) => !ids.includes(id))
    setTicked(new Set(on ? [...others, ...ids] : others))
  }
  return (
    <div className="flex flex-col gap-3 p-4 sm:p-6">
      <div className="flex min-h-control flex-wrap items-center gap-3">
        <SearchField label={t('access.search')} value={search} onChange={setSearch} className="w-full sm:w-80" />
        {chosen.length > 0 && (
          <>
            <span role="status" className="text-muted">
              {t('access.chosen', { count: chosen.length })}
            </span>
            <Button icon={<UserCog aria-hidden />} onPress={() => setChanging(true)}>
              {t('access.changeRoles')}
            </Button>
          </>
        )}
      </div>
      {found.length === 0 ? (
        <EmptyState text={t('access.noMember', { text: wanted })} />
      ) : (
        <div className="rounded-card border border-line">
          <Table
            caption={t('access.members')}
            columns={[
              { id: 'tick', title: t('access.tick'), titleHidden: true, className: 'w-8 pr-0' },
              { id: 'name', title: t('access.name') },
              { id: 'status', title: t('access.status'), className: 'max-sm:hidden' },
              { id: 'roles', title: t('access.roles'), className: 'max-md:hidden' },
              { id: 'unit', title: t('access.unit'), className: 'max-lg:hidden' },
              { id: 'teams', title: t('access.teams'), className: 'max-xl:hidden' },
              { id: 'seen', title: t('access.seen'), className: 'max-lg:hidden' },
            ]}
          >
            {shown.map((member) => (
              <Line
                key={member.id}
                member={member}
                isTicked={ticked.has(member.id)}
                onTick={(on) => tick([member.id], on)}
                onOpen={() => setOpenId(member.id)}
              />
            ))}
          </Table>
        </div>
      )}
      {found.length > most && (
        <div className="flex justify-center">
          <Button onPress={() => setMost(most + page)}>{t('access.more', { count: found.length - most })}</Button>
        </div>
      )}
      {open && <MemberDialog key={open.id} envid={envid} member={open} onClose={() => setOpenId(undefined)} />}
      {isChanging && (
        <RolesOfManyDialog
          envid={envid}
          members={chosen}
          onDone={() => setTicked(new Set())}
          onClose={() => setChanging(false)}
        />
      )}
    </div>
  )
}

type LineProps = {
  readonly member: MemberRecord
  readonly isTicked: boolean
  readonly onTick: (on: boolean) => void
  readonly onOpen: () => void
}

function Line({ member, isTicked, onTick, onOpen }: LineProps) {
  const { t } = useLanguage()
  const name = fullName(member)
  const cell = 'px-3 py-2 align-middle'
  return (
    <tr className={isTicked ? 'bg-selection' : 'hover:bg-subtle'}>
      <td className="w-8 py-2 pl-3 align-middle">
        <Checkbox aria-label={t('access.tickOne', { name })} isSelected={isTicked} onChange={onTick} />
      </td>
      <td className={`${cell} max-w-0 sm:max-w-64`}>
        <button
          type="button"
          onClick={onOpen}
          className="focus-ring flex w-full min-w-0 items-center gap-3 rounded-small text-left"
        >
          <Avatar name={name} size={32} />
          <span className="flex min-w-0 flex-col">
            <span className="truncate font-medium">{name}</span>
            <span className="truncate text-label text-muted">{member.email}</span>
          </span>
        </button>
        <span className="mt-1 flex flex-wrap gap-1 pl-11 sm:hidden">
          <MemberStatusBadge member={member} />
          {member.roles.map((role) => (
            <Badge key={role.id}>{role.name}</Badge>
          ))}
        </span>
      </td>
      <td className={`${cell} max-sm:hidden`}>
        <MemberStatusBadge member={member} />
      </td>
      <td className={`${cell} max-w-64 max-md:hidden`}>
        <span className="flex flex-wrap gap-1">
          {member.roles.map((role) => (
            <Badge key={role.id} tint={member.administrator && member.roles.length === 1 ? 'brand' : 'grey'}>
              {role.name}
            </Badge>
          ))}
        </span>
      </td>
      <td className={`${cell} max-w-48 truncate max-lg:hidden`}>{member.unit}</td>
      <td className={`${cell} max-w-48 truncate text-muted max-xl:hidden`}>
        {member.teams.map((team) => team.name).join(', ')}
      </td>
      <td className={`${cell} text-muted max-lg:hidden`}>
        {member.last_seen_on ? <RelativeTime value={new Date(member.last_seen_on)} /> : t('access.never')}
      </td>
    </tr>
  )
}

function MemberStatusBadge({ member }: { member: MemberRecord }) {
  const { t } = useLanguage()
  if (member.owner) return <Badge tint="brand">{t('access.owner')}</Badge>
  const tints = { active: 'green', disabled: 'red', invited: 'amber' } as const
  return <Badge tint={tints[member.status]}>{t(`access.memberStatus.${member.status}`)}</Badge>
}

function isFound(member: MemberRecord, wanted: string): boolean {
  const words = wanted.trim().toLocaleLowerCase().split(/\s+/)
  const there = [fullName(member), member.email, member.unit, ...member.roles.map(({ name }) => name)]
    .join(' ')
    .toLocaleLowerCase()
  return words.every((word) => there.includes(word))
}
