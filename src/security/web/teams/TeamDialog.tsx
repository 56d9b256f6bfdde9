import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#design/web/button/Button.tsx'
import { Checkbox } from '#design/web/fields/Checkbox.tsx'
import { MultiSelect } from '#design/web/choice/MultiSelect.tsx'
import { SegmentedControl } from '#design/web/choice/SegmentedControl.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { api } from '#platform/web/http.ts'
import { accessNameLength } from '#security/role.ts'
import type { TeamChange, TeamDraft, TeamKind, TeamRecord } from '#security/team.ts'
import { AccessDialog } from '#security/web/explain/AccessDialog.tsx'
import { accessPath, membersQuery, onVersion, teamQuery, useAccessChange } from '#security/web/access.client.ts'
import { useOwnerOptions, useRoleOptions, useUnitOptions } from '#security/web/choices.ts'
import { fullName } from '#accounts/fullName.ts'
import { ImpactDialog } from '#security/web/roles/ImpactDialog.tsx'
import type { Overriding } from '#security/web/permissionTests/overrides.ts'
import { useSelf } from '#security/web/self.client.ts'

type TeamDialogProps = { readonly envid: string; readonly team?: TeamRecord; readonly onClose: () => void }

/** Makes a team or changes one; its kind is fixed for good. */
export function TeamDialog({ envid, team, onClose }: TeamDialogProps) {
  const { t } = useLanguage()
  const { data: self } = useSelf(envid)
  const { data: members = [] } = useQuery(membersQuery(envid))
  const [name, setName] = useState(team?.name ?? '')
  const [kind, setKind] = useState<TeamKind>(team?.kind ?? 'owner')
  const [unit, setUnit] = useState(team?.unit_id)
  const [roles, setRoles] = useState<readonly string[]>(team?.roles.map(({ id }) => id) ?? [])
  const [people, setPeople] = useState<readonly string[]>(team?.members.map(({ id }) => id) ?? [])
  const [follow, setFollow] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const unitId = unit ?? self?.unit.id ?? ''
  const isMoved = team !== undefined && unitId !== team.unit_id
  const both = { name, unit_id: unitId, role_ids: kind === 'owner' ? [...roles] : [], member_ids: [...people] }
  const save = useAccessChange(envid, (headers: Overriding) => {
    if (!team) return api.post(`${accessPath(envid)}/team`, { ...both, kind } satisfies TeamDraft, { headers })
    const change: TeamChange = { ...both, ...(isMoved ? { move_records: follow } : {}) }
    return api.patch(`${accessPath(envid)}/team/${team.id}`, change, { ...onVersion(team), headers })
  })
  const send = (headers: Overriding) => save.mutate(headers, { onSuccess: onClose })
  const touches = touchesRights(team, both)
  const roleOptions = useRoleOptions(envid)
  const unitOptions = useUnitOptions(envid)
  if (team && isDeleting) return <DeleteTeam {...{ envid, team, onClose }} />
  if (isAsking)
    return (
      <ImpactDialog
        envid={envid}
        question={
          team ? { kind: 'team', id: team.id, change: both } : { kind: 'teamCreate', change: { ...both, kind } }
        }
        error={save.error}
        isPending={save.isPending}
        onSave={send}
        onClose={() => setAsking(false)}
      />
    )
  return (
    <AccessDialog
      title={team?.name ?? t('access.newTeam')}
      action={t(touches ? 'access.checkAndSave' : team ? 'access.save' : 'access.create')}
      error={save.error}
      isPending={save.isPending}
      isDisabled={name.trim().length < accessNameLength.min}
      onSave={() => (touches ? setAsking(true) : send({}))}
      onClose={onClose}
      others={
        team && (
          <Button kind="quietDanger" onPress={() => setDeleting(true)}>
            {t('access.delete')}
          </Button>
        )
      }
    >
      <TextField
        label={t('access.name')}
        required
        maxLength={accessNameLength.max}
        value={name}
        onChange={setName}
        autoFocus={!team}
        autoComplete="off"
      />
      {!team && (
        <SegmentedControl
          label={t('access.kind')}
          segments={[
            { id: 'owner', label: t('access.teamKind.owner') },
            { id: 'access', label: t('access.teamKind.access') },
          ]}
          value={kind}
          onChange={setKind}
        />
      )}
      <p className="text-label text-muted">{t(`access.teamText.${kind}`)}</p>
      <Select label={t('access.unit')} options={unitOptions} value={unitId} onChange={setUnit} />
      {isMoved && (
        <Checkbox isSelected={follow} onChange={setFollow}>
          {t('access.teamRecordsFollow')}
        </Checkbox>
      )}
      {kind === 'owner' && (
        <MultiSelect label={t('access.roles')} options={roleOptions} value={roles} onChange={setRoles} />
      )}
      <MultiSelect
        label={t('access.members')}
        options={members.map((member) => ({ id: member.id, label: fullName(member), detail: member.unit }))}
        value={people}
        onChange={setPeople}
      />
    </AccessDialog>
  )
}

type Rights = { readonly unit_id: string; readonly role_ids: readonly string[]; readonly member_ids: readonly string[] }

/** Whether somebody may do more or less afterwards: a new team gives its members the roles that it holds. */
function touchesRights(team: TeamRecord | undefined, { unit_id, role_ids, member_ids }: Rights): boolean {
  if (!team) return role_ids.length > 0 && member_ids.length > 0
  const isSame = (held: readonly { readonly id: string }[], ids: readonly string[]) =>
    held.length === ids.length && held.every(({ id }) => ids.includes(id))
  return unit_id !== team.unit_id || !isSame(team.roles, role_ids) || !isSame(team.members, member_ids)
}

function DeleteTeam({ envid, team, onClose }: TeamDialogProps & { team: TeamRecord }) {
  const { t } = useLanguage()
  const { data: detail } = useQuery(teamQuery(envid, team.id))
  const [newOwner, setNewOwner] = useState('')
  const owners = useOwnerOptions(envid, team.id)
  const remove = useAccessChange(envid, () =>
    api.remove(
      `${accessPath(envid)}/team/${team.id}${newOwner ? `?new_owner_id=${newOwner}` : ''}`,
      onVersion(detail ?? team),
    ),
  )
  const records = detail?.records ?? 0
  return (
    <AccessDialog
      title={t('access.deleteTitle', { name: team.name })}
      action={t('access.delete')}
      kind="danger"
      error={remove.error}
      isPending={remove.isPending}
      isDisabled={!detail || (records > 0 && newOwner === '')}
      onSave={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('access.deleteTeamText', { count: records })}</p>
      {records > 0 && (
        <Select
          label={t('access.newOwner')}
          required
          options={owners}
          value={newOwner}
          onChange={setNewOwner}
          placeholder={t('design.choose')}
        />
      )}
    </AccessDialog>
  )
}
