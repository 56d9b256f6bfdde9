import { useQuery } from '@tanstack/react-query'
import { Building2, Ellipsis, FolderInput, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '#design/web/display/Avatar.tsx'
import { Badge } from '#design/web/display/Badge.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { Menu, type MenuAction } from '#design/web/overlay/Menu.tsx'
import type { Translate } from '#language/translate.ts'
import { useLanguage } from '#language/web/language.tsx'
import type { MemberRecord } from '#security/member.ts'
import type { UnitRecord } from '#security/unit.ts'
import { membersQuery, unitsQuery } from '#security/web/access.client.ts'
import { unitsInOrder } from '#security/web/choices.ts'
import { LoadedList } from '#security/web/Listed.tsx'
import { fullName } from '#accounts/fullName.ts'
import { useMay } from '#security/web/self.client.ts'
import { UnitDialog, type UnitWish } from '#security/web/teams/UnitDialog.tsx'

/** So many people of a unit are named in the tree; the rest is a number. */
const mostNamed = 4

/** The tree of business units with the people in them. */
export function UnitsTab({ envid }: { envid: string }) {
  const { t } = useLanguage()
  const units = useQuery(unitsQuery(envid))
  const { data: members = [] } = useQuery(membersQuery(envid))
  const mayManage = useMay(envid, 'manage-units')
  const [wish, setWish] = useState<UnitWish>()
  return (
    <LoadedList of={units}>
      {(value) => (
        <div className="flex flex-col gap-3 p-4 sm:p-6">
          <p className="max-w-160 text-muted">{t('access.unitsText')}</p>
          <ul aria-label={t('access.units')} className="divide-y divide-line rounded-card border border-line">
            {unitsInOrder(value).map(({ unit, depth }) => (
              <UnitLine
                key={unit.id}
                unit={unit}
                depth={depth}
                members={members.filter(({ unit_id }) => unit_id === unit.id)}
                {...(mayManage ? { onWish: setWish } : {})}
              />
            ))}
          </ul>
          {wish && <UnitDialog envid={envid} wish={wish} onClose={() => setWish(undefined)} />}
        </div>
      )}
    </LoadedList>
  )
}

type UnitLineProps = {
  readonly unit: UnitRecord
  readonly depth: number
  readonly members: readonly MemberRecord[]
  readonly onWish?: (wish: UnitWish) => void
}

function UnitLine({ unit, depth, members, onWish }: UnitLineProps) {
  const { t } = useLanguage()
  const named = members.slice(0, mostNamed)
  return (
    <li className="flex min-h-12 items-center gap-3 py-1.5 pr-2 pl-3">
      <span
        className="flex min-w-0 flex-1 items-center gap-3"
        style={{ paddingLeft: `calc(${Math.min(depth, 8)} * clamp(12px, 2.2vw, 28px))` }}
      >
        <Building2 size={16} className={depth === 0 ? 'shrink-0 text-brand' : 'shrink-0 text-muted'} aria-hidden />
        <span className="flex min-w-0 flex-col">
          <span className="flex min-w-0 items-center gap-2">
            <span className="truncate font-medium">{unit.name}</span>
            {depth === 0 && <Badge>{t('access.root')}</Badge>}
          </span>
          {'members' in unit && (
            <span className="truncate text-label text-muted">
              {t('access.unitCounts', { members: unit.members, teams: unit.teams })}
            </span>
          )}
        </span>
      </span>
      <span className="flex shrink-0 items-center -space-x-1.5 max-sm:hidden">
        {named.map((member) => (
          <span key={member.id} title={fullName(member)} className="rounded-full ring-2 ring-background">
            <Avatar name={fullName(member)} />
            <span className="sr-only">{fullName(member)}</span>
          </span>
        ))}
        {members.length > mostNamed && (
          <span className="pl-3 text-label text-muted">
            {t('access.andMore', { count: members.length - mostNamed })}
          </span>
        )}
      </span>
      {onWish && (
        <Menu
          label={t('access.unitMenu', { name: unit.name })}
          placement="bottom end"
          trigger={<IconButton label={t('access.unitMenu', { name: unit.name })} icon={<Ellipsis />} />}
          groups={[{ id: 'unit', actions: unitActions(t, unit, onWish) }]}
        />
      )}
    </li>
  )
}

function unitActions(t: Translate, unit: UnitRecord, onWish: (wish: UnitWish) => void): readonly MenuAction[] {
  const action = (kind: UnitWish['kind'], icon: MenuAction['icon']): MenuAction => ({
    id: kind,
    label: t(`access.unitAction.${kind}`),
    icon,
    danger: kind === 'delete',
    onAction: () => onWish({ kind, unit }),
  })
  const always = [action('create', <Plus />), action('rename', <Pencil />)]
  if (unit.parent_id === null) return always
  return [...always, action('move', <FolderInput />), action('delete', <Trash2 />)]
}
