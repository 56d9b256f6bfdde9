import { useQueryClient } from '@tanstack/react-query'
import { confirm } from '#design/web/overlay/confirm.ts'
import { toast } from '#design/web/feedback/toast.ts'
import { useModel } from '#entities/web/entities.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { ApiFault } from '#platform/web/apiFault.ts'
import { useGo } from '#platform/web/routeParams.ts'
import { hasConsequences, heldIn, holdersPage, tellConcerned, type Concerned } from '#records/consequence.ts'
import { foreseeDeletion } from '#records/web/consequence.client.ts'
import { storeRecordDraft } from '#records/web/form/drafts.ts'
import { forgetRecords, type RecordsTable } from '#records/web/records.client.ts'
import { deleteRecord } from '#records/web/recordChanges.client.ts'
import { recordName, type RecordRow } from '#records/wire.ts'
import { tellRefusal } from '#security/web/permissionTests/refusals.ts'

/**
 * Asks, deletes a record, and goes on when it is gone. Who asks says what goes along with it; what others hold is not
 * deleted, and those others can be looked at.
 */
export function useDeleteRecord(table: RecordsTable, onDeleted: () => void): (record: RecordRow) => Promise<void> {
  const client = useQueryClient()
  const go = useGo()
  const { t } = useLanguage()
  const { data: model } = useModel(table.envid)
  const { envid, entity } = table

  const tellHeld = async (record: RecordRow, held: readonly Concerned[]) => {
    const wantsThem = await confirm({
      title: t('records.delete.held', { name: recordName(record, t('records.unnamed')) }),
      text: t('fault.record.restricted', tellConcerned(held)),
      action: t('records.delete.show'),
    })
    if (wantsThem && model) go(`/${envid}/${holdersPage(model, entity, record.id, held)}`)
  }
  const remove = async (record: RecordRow) => {
    const foreseen = model && hasConsequences(model, entity) ? await foreseeDeletion(table, record.id) : undefined
    if (foreseen && foreseen.held.length > 0) return tellHeld(record, foreseen.held)
    const along = tellConcerned(foreseen?.gone ?? [])
    const text = t('records.delete.text', { count: 1, name: recordName(record, t('records.unnamed')) })
    const isSure = await confirm({
      title: t('records.delete.title', { count: 1 }),
      text: along.count === 0 ? text : `${text} ${t('records.delete.along', along)}`,
      action: t('records.delete.action'),
      danger: true,
    })
    if (!isSure) return
    await deleteRecord(table, record.id, record['@odata.etag'])
    storeRecordDraft(entity.id, record.id, undefined)
    toast({ kind: 'done', text: t('records.delete.done', { count: 1 }) })
    onDeleted()
    const others = (foreseen?.gone ?? []).flatMap((each) => model?.entitiesByUri.get(each.entity) ?? [])
    await Promise.all([entity, ...others].map((each) => forgetRecords(client, { envid, entity: each })))
  }
  return async (record) => {
    try {
      await remove(record)
    } catch (error) {
      // Somebody made others depend on it while the question stood.
      const held = error instanceof ApiFault ? heldIn(error.body) : []
      if (held.length > 0) return tellHeld(record, held)
      const name = recordName(record, t('records.unnamed'))
      const refused = { envid, entityId: entity.id, recordId: record.id, name, action: 'delete' } as const
      tellRefusal({ t, client }, error, refused)
    }
  }
}
