import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '#accounts/web/me.client.ts'
import { Avatar } from '#design/web/display/Avatar.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { Checkbox } from '#design/web/fields/Checkbox.tsx'
import { confirm } from '#design/web/overlay/confirm.ts'
import { MultiSelect } from '#design/web/choice/MultiSelect.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { Switch } from '#design/web/fields/Switch.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { api } from '#platform/web/http.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import type { MemberChange, MemberRecord } from '#security/member.ts'
import { AccessDialog } from '#security/web/explain/AccessDialog.tsx'
import { accessPath, memberQuery, useAccessChange } from '#security/web/access.client.ts'
import { useOwnerOptions, useRoleOptions, useUnitOptions } from '#security/web/choices.ts'
import { fullName } from '#accounts/fullName.ts'
import { ImpactDialog } from '#security/web/roles/ImpactDialog.tsx'
import type { Overriding } from '#security/web/permissionTests/overrides.ts'
import { RemoveMemberDialog } from '#security/web/members/RemoveMemberDialog.tsx'
import { useMay } from '#security/web/self.client.ts'
import { useBeginViewAs } from '#security/web/viewAs/viewAs.client.ts'

type MemberDialogProps = { readonly envid: string; readonly member: MemberRecord; readonly onClose: () => void }

/** What a member holds and where; what becomes of their records is asked where it matters. */
export function MemberDialog({ envid, member, onClose }: MemberDialogProps) {
  const { t } = useLanguage()
  const { data: detail } = useQuery(memberQuery(envid, member.id))
  const [roles, setRoles] = useState<readonly string[]>(member.roles.map(({ id }) => id))
  const [unit, setUnit] = useState(member.unit_id)
  const [follow, setFollow] = useState(false)
  const [isActive, setActive] = useState(member.status === 'active')
  const [newOwner, setNewOwner] = useState('')
  const [isRemoving, setRemoving] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const wish = wishOf(member, { roles, unit, follow, isActive, newOwner })
  const change = useAccessChange(envid, (headers: Overriding) =>
    api.patch(`${accessPath(envid)}/member/${member.id}`, wish, { headers }),
  )
  const roleOptions = useRoleOptions(envid)
  const unitOptions = useUnitOptions(envid)
  const owners = useOwnerOptions(envid, member.id)
  const records = detail?.records ?? 0
  const save = (headers: Overriding) =>
    change.mutate(headers, {
      onSuccess: () => {
        toast({ kind: 'done', text: t('access.memberChanged', { name: fullName(member) }) })
        onClose()
      },
    })
  if (isRemoving)
    return <RemoveMemberDialog envid={envid} member={member} records={records} owners={owners} onClose={onClose} />
  if (isAsking)
    return (
      <ImpactDialog
        envid={envid}
        question={{ kind: 'member', id: member.id, change: rightsIn(wish) }}
        error={change.error}
        isPending={change.isPending}
        onSave={save}
        onClose={() => setAsking(false)}
      />
    )
  return (
    <AccessDialog
      title={fullName(member)}
      action={t('access.checkAndSave')}
      error={null}
      isPending={false}
      isDisabled={Object.keys(wish).length === 0}
      onSave={() => setAsking(true)}
      onClose={onClose}
      others={
        !member.owner && (
          <>
            <Button kind="quietDanger" onPress={() => setRemoving(true)}>
              {t('access.remove')}
            </Button>
            <HandOver {...{ envid, member, onClose }} />
            <ViewAs envid={envid} member={member} />
          </>
        )
      }
    >
      <div className="flex items-center gap-3 pb-1">
        <Avatar name={fullName(member)} size={40} />
        <div className="flex min-w-0 flex-col">
          <span className="truncate">{member.email}</span>
          <span className="text-label text-muted">{t('access.ownsRecords', { count: records })}</span>
        </div>
      </div>
      <MultiSelect
        label={t('access.roles')}
        options={roleOptions}
        value={roles}
        onChange={setRoles}
        {...(roles.length === 0 ? { undertext: t('access.noRoles') } : {})}
      />
      <Select label={t('access.unit')} options={unitOptions} value={unit} onChange={setUnit} />
      {unit !== member.unit_id && (
        <Checkbox isSelected={follow} onChange={setFollow}>
          {t('access.recordsFollow', { count: records })}
        </Checkbox>
      )}
      {!member.owner && (
        <div className="flex flex-col gap-3 rounded-card border border-line p-3">
          <Switch isSelected={isActive} onChange={setActive}>
            {t(isActive ? 'access.isActive' : 'access.isDisabled')}
          </Switch>
          {!isActive && records > 0 && (
            <Select
              label={t('access.newOwner')}
              options={owners}
              value={newOwner}
              onChange={setNewOwner}
              clearable
              placeholder={t('access.recordsStay')}
            />
          )}
        </div>
      )}
    </AccessDialog>
  )
}

function ViewAs({ envid, member }: Pick<MemberDialogProps, 'envid' | 'member'>) {
  const { t } = useLanguage()
  const { data: me } = useMe()
  const mayView = useMay(envid, 'view-as')
  const begin = useBeginViewAs(envid)
  if (!mayView || member.status !== 'active' || member.id === me?.id) return null
  const view = () =>
    begin.mutate(member.id, { onError: (error) => toast({ kind: 'failed', text: sayFault(t, error).text }) })
  return (
    <Button kind="quiet" isPending={begin.isPending} onPress={view}>
      {t('security.viewAs.begin')}
    </Button>
  )
}

function HandOver({ envid, member, onClose }: MemberDialogProps) {
  const { t } = useLanguage()
  const { data: me } = useMe()
  const mayManage = useMay(envid, 'manage-environment')
  const hand = useAccessChange(envid, () => api.post(`${accessPath(envid)}/owner`, { member_id: member.id }))
  if (!mayManage || !member.administrator || member.status !== 'active' || member.id === me?.id) return null
  const ask = async () => {
    const name = fullName(member)
    const yes = await confirm({
      title: t('access.handOver'),
      text: t('access.handOverText', { name }),
      action: t('access.handOverAction'),
      danger: true,
    })
    if (!yes) return
    hand.mutate(undefined, {
      onSuccess: () => {
        toast({ kind: 'done', text: t('access.handedOver', { name }) })
        onClose()
      },
      onError: (error) => toast({ kind: 'failed', text: sayFault(t, error).text }),
    })
  }
  return (
    <Button kind="quiet" isPending={hand.isPending} onPress={() => void ask()}>
      {t('access.handOver')}
    </Button>
  )
}

/** What of a change is about rights; what becomes of records is not. */
function rightsIn({ role_ids, unit_id, status }: MemberChange): Pick<MemberChange, 'role_ids' | 'unit_id' | 'status'> {
  return { ...(role_ids && { role_ids }), ...(unit_id && { unit_id }), ...(status && { status }) }
}

type Wanted = {
  readonly roles: readonly string[]
  readonly unit: string
  readonly follow: boolean
  readonly isActive: boolean
  readonly newOwner: string
}

/** Only what differs from how it is. */
function wishOf(member: MemberRecord, { roles, unit, follow, isActive, newOwner }: Wanted): MemberChange {
  const held = member.roles.map(({ id }) => id)
  const isSame = held.length === roles.length && held.every((id) => roles.includes(id))
  const wasActive = member.status === 'active'
  return {
    ...(isSame ? {} : { role_ids: [...roles] }),
    ...(unit === member.unit_id ? {} : { unit_id: unit, move_records: follow }),
    ...(isActive === wasActive ? {} : { status: isActive ? 'active' : 'disabled' }),
    ...(!isActive && newOwner !== '' ? { new_owner_id: newOwner } : {}),
  }
}
