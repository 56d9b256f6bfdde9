import { useState } from 'react'
import { Checkbox } from '#design/web/fields/Checkbox.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { Table } from '#design/web/layout/Table.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import { useLanguage } from '#language/web/language.tsx'
import type { RoleDetail } from '#security/role.ts'
import { fieldIn, type RoleEdits } from '#security/web/roles/roleEdits.ts'

type FieldRulesProps = {
  readonly role: RoleDetail
  readonly edits: RoleEdits
  readonly entities: readonly EntityDefinition[]
  readonly isLocked: boolean
  readonly onEdit: (edits: RoleEdits) => void
}

/** Which single attributes a role leaves unread or unchanged, table by table. */
export function FieldRules({ role, edits, entities, isLocked, onEdit }: FieldRulesProps) {
  const { t } = useLanguage()
  const closedIn = (entity: EntityDefinition) =>
    entity.attributes.filter(({ id }) => !fieldIn(role, edits, id).may_update).length
  const [entityId, setEntityId] = useState(() => (entities.find(closedIn) ?? entities[0])?.id ?? '')
  const entity = entities.find(({ id }) => id === entityId)
  const set = (id: string, may_read: boolean, may_update: boolean) =>
    onEdit({ ...edits, fields: { ...edits.fields, [id]: { may_read, may_update: may_read && may_update } } })
  const cell = 'px-3 py-1.5'
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <p className="max-w-160 text-muted">{t('access.fieldsText')}</p>
      <Select
        label={t('access.table')}
        className="max-w-80"
        value={entityId}
        onChange={setEntityId}
        options={entities.map((each) => ({
          id: each.id,
          label: each.collectionname,
          ...(closedIn(each) > 0 ? { detail: t('access.closedFields', { count: closedIn(each) }) } : {}),
        }))}
      />
      {entity && (
        <div className="max-w-160 rounded-card border border-line">
          <Table
            caption={t('access.fields')}
            columns={[
              { id: 'name', title: t('access.attribute') },
              { id: 'read', title: t('access.action.read') },
              { id: 'update', title: t('access.action.update') },
            ]}
          >
            {entity.attributes.map(({ id, name }) => {
              const { may_read, may_update } = fieldIn(role, edits, id)
              return (
                <tr key={id} className="hover:bg-subtle">
                  <td className={`${cell} w-full break-words`}>{name}</td>
                  <td className={cell}>
                    <Checkbox
                      aria-label={`${name}: ${t('access.action.read')}`}
                      isSelected={may_read}
                      isDisabled={isLocked}
                      onChange={(on) => set(id, on, on)}
                    />
                  </td>
                  <td className={cell}>
                    <Checkbox
                      aria-label={`${name}: ${t('access.action.update')}`}
                      isSelected={may_update}
                      isDisabled={isLocked || !may_read}
                      onChange={(on) => set(id, may_read, on)}
                    />
                  </td>
                </tr>
              )
            })}
          </Table>
        </div>
      )}
    </div>
  )
}
