import { useQueryClient } from '@tanstack/react-query'
import { confirm } from '#design/web/confirm.ts'
import { toast } from '#design/web/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { keepDraft } from '#records/web/drafts.ts'
import { deleteRecord, forgetRecords, type Table } from '#records/web/records.client.ts'
import { nameOf, type RecordRow } from '#records/wire.ts'

/** Asks, deletes a record, and goes on when it is gone. */
export function useDeleteRecord(table: Table, onDeleted: () => void): (record: RecordRow) => Promise<void> {
  const client = useQueryClient()
  const { t } = useLanguage()
  return async (record) => {
    const name = nameOf(record, t('records.unnamed'))
    const isSure = await confirm({
      title: t('records.delete.title', { count: 1 }),
      text: t('records.delete.text', { count: 1, name }),
      action: t('records.delete.action'),
      danger: true,
    })
    if (!isSure) return
    try {
      await deleteRecord(table, record.id, record['@odata.etag'])
      keepDraft(table.entity.id, record.id, undefined)
      toast({ kind: 'done', text: t('records.delete.done', { count: 1 }) })
      onDeleted()
      await forgetRecords(client, table)
    } catch (error) {
      toast({ kind: 'failed', text: sayFault(t, error).text })
    }
  }
}
