import { useState } from 'react'
import { columnOf, fieldLabel } from '#attributes/attribute.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { Table as PlainTable } from '#design/web/layout/Table.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import type { HistoryEntry } from '#records/history/recordHistory.ts'
import { PastValue } from '#records/history/web/PastValue.tsx'
import { useRestoreVersion, useVersionComparison } from '#records/history/web/past.client.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import { sayCauseProblem } from '#records/history/web/sayCause.ts'
import type { RecordRow } from '#records/wire.ts'

type VersionDialogProps = {
  readonly table: RecordsTable
  readonly record: RecordRow
  readonly entry: HistoryEntry
  readonly onClose: () => void
}

/** What a restore of a version would change, what it cannot, and the restore itself. */
export function VersionDialog({ table, record, entry, onClose }: VersionDialogProps) {
  const { t, date } = useLanguage()
  const { data, error, refetch } = useVersionComparison(table, record.id, entry.at_seq)
  const restore = useRestoreVersion(table, record.id)
  const [failure, setFailure] = useState<string>()
  const fields = new Map(table.entity.fields.map((field) => [columnOf(field), field]))
  const problemOf = (column: string) => data?.problems.find(({ target }) => target === column)
  const possible = data?.differences.filter(({ column }) => !problemOf(column)) ?? []
  const apply = () => {
    setFailure(undefined)
    // The record that is read anew may take this dialog away before the call has ended.
    restore.mutateAsync({ place: entry.at_seq, etag: record['@odata.etag'] }).then(
      () => {
        toast({ kind: 'done', text: t('records.past.compare.done') })
        onClose()
      },
      (reason: unknown) => setFailure(sayFault(t, reason).text),
    )
  }
  return (
    <Dialog
      isOpen
      title={t('records.past.compare.title', { date: date(new Date(entry.on), 'shortDateTime') })}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('design.cancel')}</Button>
          <Button kind="primary" isDisabled={possible.length === 0} isPending={restore.isPending} onPress={apply}>
            {t('records.past.compare.apply')}
          </Button>
        </>
      }
    >
      {error && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading>
          <Skeleton className="w-2/3" />
        </Loading>
      )}
      {data && (
        <div className="flex flex-col gap-3">
          {failure !== undefined && <Banner kind="error">{failure}</Banner>}
          <p>{t(data.differences.length === 0 ? 'records.past.compare.same' : 'records.past.compare.text')}</p>
          {data.differences.length > 0 && (
            <div className="overflow-x-auto rounded-card border border-line">
              <PlainTable
                caption={t('records.past.title')}
                columns={[
                  { id: 'field', title: t('records.past.compare.field') },
                  { id: 'now', title: t('records.past.compare.now') },
                  { id: 'then', title: t('records.past.compare.then') },
                ]}
              >
                {data.differences.map(({ column, before, after }) => {
                  const field = fields.get(column)
                  const problem = problemOf(column)
                  if (!field) return null
                  return (
                    <tr key={column} className="align-top">
                      <th scope="row" className="px-3 py-2 text-left font-normal text-muted wrap-anywhere">
                        {fieldLabel(field, t)}
                      </th>
                      <td className="max-w-60 px-3 py-2 wrap-anywhere">
                        <PastValue {...{ field }} names={data.names} value={before} />
                      </td>
                      <td className="max-w-60 px-3 py-2 wrap-anywhere">
                        <PastValue {...{ field }} names={data.names} value={after} />
                        {problem && (
                          <p className="text-label text-red">
                            {t('records.past.compare.impossible', { reason: sayCauseProblem(t, undefined, problem) })}
                          </p>
                        )}
                      </td>
                    </tr>
                  )
                })}
              </PlainTable>
            </div>
          )}
          {data.lost.length > 0 && (
            <Banner kind="warning">{t('records.past.compare.lost', { count: data.lost.length })}</Banner>
          )}
        </div>
      )}
    </Dialog>
  )
}
