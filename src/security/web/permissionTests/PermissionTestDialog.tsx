import { useState } from 'react'
import { SegmentedControl } from '#design/web/choice/SegmentedControl.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { useModel } from '#entities/web/entities.client.ts'
import { actions } from '#environments/memberRights.ts'
import { useLanguage } from '#language/web/language.tsx'
import { testOwners, type PermissionTest, type PermissionTestRecord } from '#security/permissionTest.ts'
import { AccessDialog } from '#security/web/explain/AccessDialog.tsx'
import { useAccessChange } from '#security/web/access.client.ts'
import { useRoleOptions, useUnitOptions } from '#security/web/choices.ts'
import { writeTest } from '#security/web/permissionTests/permissionTests.client.ts'

type PermissionTestDialogProps = {
  readonly envid: string
  readonly entityId: string
  /** The sentence to change; none for a new one. */
  readonly test: PermissionTestRecord | undefined
  readonly onClose: () => void
}

// A choice of nothing has a name in a list of choices.
const none = 'none'

/** Puts a sentence about rights together; it is read out as it will stand. */
export function PermissionTestDialog({ envid, entityId, test, onClose }: PermissionTestDialogProps) {
  const { t } = useLanguage()
  const { data: model } = useModel(envid)
  const roles = useRoleOptions(envid)
  const units = useUnitOptions(envid)
  const [draft, setDraft] = useState<PermissionTest>(test ? partsOf(test) : { ...blank, entity_id: entityId })
  const write = useAccessChange(envid, () => writeTest(envid, { ...draft, id: test?.id }))
  const entity = model?.entities.get(entityId)
  const change = (part: Partial<PermissionTest>) => setDraft({ ...draft, ...part })
  const labelOf = (options: readonly { id: string; label: string }[], id: string | null) =>
    options.find((each) => each.id === id)?.label ?? '…'
  const attributes = (entity?.attributes ?? []).map(({ id, name }) => ({ id, label: name }))
  const isWhole = draft.role_id !== '' && (draft.owner !== 'otherUnit' || draft.owner_unit_id !== null)
  return (
    <AccessDialog
      title={t(test ? 'access.tests.edit' : 'access.tests.new')}
      action={t('access.tests.save')}
      error={write.error}
      isPending={write.isPending}
      isDisabled={!isWhole}
      onSave={() => write.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p aria-live="polite" className="rounded-control bg-subtle px-3 py-2 font-medium">
        {t('fault.permissionTest.sentence', {
          role: labelOf(roles, draft.role_id),
          of: draft.unit_id === null ? 'any' : 'one',
          unit: labelOf(units, draft.unit_id),
          may: draft.allowed ? 'yes' : 'no',
          action: draft.action,
          what: draft.attribute_id === null ? 'record' : 'field',
          attribute: labelOf(attributes, draft.attribute_id),
          entity: entity?.name ?? '…',
          owner: draft.owner,
          ownerUnit: labelOf(units, draft.owner_unit_id),
        })}
      </p>
      <Select
        label={t('access.tests.role')}
        required
        options={roles}
        value={draft.role_id}
        onChange={(role_id) => change({ role_id })}
      />
      <Select
        label={t('access.tests.unit')}
        options={[{ id: none, label: t('access.tests.anyUnit') }, ...units]}
        value={draft.unit_id ?? none}
        onChange={(unit) => change({ unit_id: unit === none ? null : unit })}
      />
      <div>
        <SegmentedControl
          label={t('access.tests.may')}
          segments={[
            { id: 'yes', label: t('access.tests.mayYes') },
            { id: 'no', label: t('access.tests.mayNo') },
          ]}
          value={draft.allowed ? 'yes' : 'no'}
          onChange={(may) => change({ allowed: may === 'yes' })}
        />
      </div>
      <Select
        label={t('access.tests.action')}
        options={actions.map((id) => ({ id, label: t(`access.tests.actions.${id}`) }))}
        value={draft.action}
        onChange={(id) => {
          const action = actions.find((each) => each === id) ?? 'read'
          change({ action, ...(action === 'delete' && { attribute_id: null }) })
        }}
      />
      {draft.action !== 'delete' && (
        <Select
          label={t('access.tests.field')}
          options={[{ id: none, label: t('access.tests.wholeRecord') }, ...attributes]}
          value={draft.attribute_id ?? none}
          onChange={(id) => change({ attribute_id: id === none ? null : id })}
        />
      )}
      <Select
        label={t('access.tests.owner')}
        options={testOwners.map((id) => ({ id, label: t(`access.tests.owners.${id}`) }))}
        value={draft.owner}
        onChange={(id) => {
          const owner = testOwners.find((each) => each === id) ?? 'anybody'
          change({ owner, ...(owner !== 'otherUnit' && { owner_unit_id: null }) })
        }}
      />
      {draft.owner === 'otherUnit' && (
        <Select
          label={t('access.tests.ownerUnit')}
          required
          options={units}
          value={draft.owner_unit_id ?? ''}
          onChange={(owner_unit_id) => change({ owner_unit_id })}
        />
      )}
    </AccessDialog>
  )
}

const blank: PermissionTest = {
  role_id: '',
  unit_id: null,
  allowed: false,
  action: 'read',
  entity_id: '',
  attribute_id: null,
  owner: 'anybody',
  owner_unit_id: null,
}

function partsOf({ id: _id, holds: _holds, sentence: _sentence, ...test }: PermissionTestRecord): PermissionTest {
  return test
}
