import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { api } from '#platform/web/http.ts'
import { accessNameLength } from '#security/role.ts'
import { unitBranch, type UnitRecord } from '#security/unit.ts'
import { AccessDialog } from '#security/web/explain/AccessDialog.tsx'
import { accessPath, onVersion, unitMoveQuery, unitsQuery, useAccessChange } from '#security/web/access.client.ts'
import { useUnitOptions } from '#security/web/choices.ts'
import { ImpactDialog } from '#security/web/roles/ImpactDialog.tsx'
import type { Overriding } from '#security/web/permissionTests/overrides.ts'

export type UnitWish = { readonly kind: 'create' | 'rename' | 'move' | 'delete'; readonly unit: UnitRecord }

type UnitDialogProps = { readonly envid: string; readonly wish: UnitWish; readonly onClose: () => void }

/** What is done to the tree of business units: one more below, another name, another place, or none. */
export function UnitDialog(props: UnitDialogProps) {
  const { kind } = props.wish
  if (kind === 'move') return <MoveUnit {...props} />
  return kind === 'delete' ? <DeleteUnit {...props} /> : <NameUnit {...props} />
}

function NameUnit({ envid, wish: { kind, unit }, onClose }: UnitDialogProps) {
  const { t } = useLanguage()
  const [name, setName] = useState(kind === 'rename' ? unit.name : '')
  const path = `${accessPath(envid)}/unit`
  const save = useAccessChange(envid, () =>
    kind === 'rename'
      ? api.patch(`${path}/${unit.id}`, { name }, onVersion(unit))
      : api.post(path, { name, parent_id: unit.id }),
  )
  return (
    <AccessDialog
      title={kind === 'rename' ? unit.name : t('access.unitBelow', { name: unit.name })}
      action={t(kind === 'rename' ? 'access.save' : 'access.create')}
      error={save.error}
      isPending={save.isPending}
      isDisabled={name.trim().length < accessNameLength.min || name === unit.name}
      onSave={() => save.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label={t('access.name')}
        required
        maxLength={accessNameLength.max}
        value={name}
        onChange={setName}
        autoFocus
        autoComplete="off"
      />
    </AccessDialog>
  )
}

function MoveUnit({ envid, wish: { unit }, onClose }: UnitDialogProps) {
  const { t } = useLanguage()
  const [parent, setParent] = useState(unit.parent_id ?? '')
  const [isAsking, setAsking] = useState(false)
  const isMoved = parent !== unit.parent_id
  const preview = useQuery({ ...unitMoveQuery(envid, unit.id, parent), enabled: isMoved })
  const change = { parent_id: parent }
  const save = useAccessChange(envid, (headers: Overriding) =>
    api.patch(`${accessPath(envid)}/unit/${unit.id}`, change, { ...onVersion(unit), headers }),
  )
  const options = useUnitOptions(envid, unit.id)
  if (isAsking)
    return (
      <ImpactDialog
        envid={envid}
        question={{ kind: 'unit', id: unit.id, change }}
        error={save.error}
        isPending={save.isPending}
        onSave={(headers) => save.mutate(headers, { onSuccess: onClose })}
        onClose={() => setAsking(false)}
      />
    )
  return (
    <AccessDialog
      title={t('access.moveTitle', { name: unit.name })}
      action={t('access.checkAndSave')}
      error={preview.error}
      isPending={false}
      isDisabled={!isMoved || !preview.data}
      onSave={() => setAsking(true)}
      onClose={onClose}
    >
      <Select label={t('access.moveBelow')} options={options} value={parent} onChange={setParent} />
      {isMoved && preview.data && (
        <Banner kind="info">
          {t('access.moveTouches', { members: preview.data.members, records: preview.data.records })}
        </Banner>
      )}
    </AccessDialog>
  )
}

function DeleteUnit({ envid, wish: { unit }, onClose }: UnitDialogProps) {
  const { t } = useLanguage()
  const { data: units = [] } = useQuery(unitsQuery(envid))
  const isEmpty = unit.members + unit.teams === 0 && unitBranch(units, unit.id).size === 1
  const [target, setTarget] = useState(isEmpty ? '' : (unit.parent_id ?? ''))
  const [isAsking, setAsking] = useState(false)
  const remove = useAccessChange(envid, (headers: Overriding) =>
    api.remove(`${accessPath(envid)}/unit/${unit.id}${target ? `?move_to=${target}` : ''}`, {
      ...onVersion(unit),
      headers,
    }),
  )
  const options = useUnitOptions(envid, unit.id)
  const into = units.find(({ id }) => id === target)?.name
  if (isAsking)
    return (
      <ImpactDialog
        envid={envid}
        question={{ kind: 'unitDelete', id: unit.id, change: target ? { move_to: target } : {} }}
        deletes={{
          name: unit.name,
          text: into === undefined ? t('access.deleteUnitWhole') : t('access.deleteUnitInto', { unit: into }),
        }}
        error={remove.error}
        isPending={remove.isPending}
        onSave={(headers) => remove.mutate(headers, { onSuccess: onClose })}
        onClose={() => setAsking(false)}
      />
    )
  return (
    <AccessDialog
      title={t('access.deleteTitle', { name: unit.name })}
      action={t('access.checkAndDelete')}
      error={null}
      isPending={false}
      onSave={() => setAsking(true)}
      onClose={onClose}
    >
      <p>{t(isEmpty ? 'access.deleteEmptyUnit' : 'access.deleteUnit')}</p>
      <Select
        label={t('access.moveTo')}
        options={options}
        value={target}
        onChange={setTarget}
        clearable={isEmpty}
        placeholder={t('design.none')}
      />
    </AccessDialog>
  )
}
