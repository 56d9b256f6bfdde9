import type { Field } from '#attributes/attribute.ts'
import { useLanguage } from '#language/web/language.tsx'
import type { RecordsTable } from '#records/web/records.client.ts'
import { recordName, type RecordRow } from '#records/wire.ts'
import { useFixedFields, useMayAct } from '#security/web/self.client.ts'

/** What the member may do with the form: `isClosed` by the makers of the entity, `isLocked` by the roles of the member. */
export function useFormRights(table: RecordsTable, base: RecordRow | undefined) {
  const { envid, entity } = table
  const { t } = useLanguage()
  const mayCreate = useMayAct(envid, entity.id, 'create')
  const mayUpdate = useMayAct(envid, entity.id, 'update')
  const mayDelete = useMayAct(envid, entity.id, 'delete')
  const fixed = useFixedFields(envid)
  const isClosed = !entity.editable
  const isLocked = !(base ? mayUpdate : mayCreate)
  const isDisabled = base?.status === 'disabled'
  /** What is explained of a change that the roles refuse. */
  const refused = {
    envid,
    entityId: entity.id,
    ...(base && { recordId: base.id }),
    name: base ? recordName(base, t('records.unnamed')) : entity.name,
    action: base ? 'update' : 'create',
  } as const

  function isReadOnly(field: Field): boolean {
    return (
      isClosed ||
      isLocked ||
      fixed.has(field.id) ||
      (field.readonly && base !== undefined) ||
      (isDisabled && field.uri !== 'status')
    )
  }

  return { isClosed, isLocked, isDisabled, mayDelete: !isClosed && mayDelete, refused, isReadOnly }
}
