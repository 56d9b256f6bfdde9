import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#design/web/Button.tsx'
import { Checkbox } from '#design/web/Checkbox.tsx'
import { MultiSelect } from '#design/web/MultiSelect.tsx'
import { SegmentedControl } from '#design/web/SegmentedControl.tsx'
import { Select } from '#design/web/Select.tsx'
import { TextField } from '#design/web/TextField.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { api } from '#platform/web/http.ts'
import { accessNameLength } from '#security/role.ts'
import type { TeamChange, TeamDraft, TeamKind, TeamRecord } from '#security/team.ts'
import { AccessDialog } from '#security/web/AccessDialog.tsx'
import { accessPath, membersQuery, onVersion, teamQuery, useAccessChange } from '#security/web/access.client.ts'
import { useOwnerOptions, useRoleOptions, useUnitOptions } from '#security/web/choices.ts'
import { fullName } from '#accounts/fullName.ts'
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
  const unitId = unit ?? self?.unit.id ?? ''
  const isMoved = team !== undefined && unitId !== team.unit_id
  const save = useAccessChange(envid, () => {
    const both = { name, unit_id: unitId, role_ids: kind === 'owner' ? [...roles] : [], member_ids: [...people] }
    if (!team) return api.post(`${accessPath(envid)}/team`, { ...both, kind } satisfies TeamDraft)
    const change: TeamChange = { ...both, ...(isMoved ? { move_records: follow } : {}) }
    return api.patch(`${accessPath(envid)}/team/${team.id}`, change, onVersion(team))
  })
  const roleOptions = useRoleOptions(envid)
  const unitOptions = useUnitOptions(envid)
  if (team && isDeleting) return <DeleteTeam {...{ envid, team, onClose }} />
  return (
    <AccessDialog
      title={team?.name ?? t('access.newTeam')}
      action={t(team ? 'access.save' : 'access.create')}
      error={save.error}
      isPending={save.isPending}
      isDisabled={name.trim().length < accessNameLength.min}
      onSave={() => save.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
      others={
        team && (
          <Button kind="quiet" className="text-red!" onPress={() => setDeleting(true)}>
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
