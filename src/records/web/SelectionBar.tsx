import { PencilLine, Trash2, X } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { FindLinked } from '#attributes/web/control.ts'
import { noRows, selectedCount, type RowSelection } from '#design/selection.ts'
import { Button } from '#design/web/Button.tsx'
import { confirm } from '#design/web/confirm.ts'
import { Progress } from '#design/web/Progress.tsx'
import { toast } from '#design/web/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import type { PlainListing } from '#views/listing.ts'
import { mostAtOnce, selectedRecords, type RecordVersion } from '#records/web/bulk.ts'
import { inTurns } from '#records/web/inTurns.ts'
import { deleteRecord, patchRecord, type Change, type Table } from '#records/web/records.client.ts'

type SelectionBarProps = {
  readonly table: Table
  readonly listing: PlainListing
  readonly selection: RowSelection
  readonly total: number
  readonly findLinked: FindLinked
  readonly onSelection: (selection: RowSelection) => void
  /** Something has changed. */
  readonly onDone: () => void
}

type Work = { readonly label: string; readonly done: number; readonly total: number | undefined }

const atOnce = 6
const BulkEditDialog = lazy(async () => ({ default: (await import('#records/web/BulkEditDialog.tsx')).BulkEditDialog }))

/** What can be done with the ticked rows; shows how far it has come, and can be stopped. */
export function SelectionBar(props: SelectionBarProps) {
  const { table, listing, selection, total, findLinked, onSelection, onDone } = props
  const { t } = useLanguage()
  const [work, setWork] = useState<Work>()
  const [isEditing, setEditing] = useState(false)
  const abort = useRef<AbortController>(undefined)
  const count = selectedCount(selection, total)
  if (count === 0 && !work) return null

  async function run(
    label: string,
    doneText: 'records.delete.done' | 'records.bulk.done',
    one: (record: RecordVersion) => Promise<unknown>,
  ) {
    const control = new AbortController()
    abort.current = control
    let [done, failed] = [0, 0]
    let firstError: unknown
    setWork({ label, done, total: undefined })
    try {
      const records = await selectedRecords(table, listing, selection, control.signal)
      await inTurns(
        records,
        atOnce,
        async (record) => {
          await one(record).catch((error: unknown) => {
            failed += 1
            firstError ??= error
          })
          done += 1
          setWork({ label, done, total: records.length })
        },
        () => control.signal.aborted,
      )
    } catch (error) {
      failed += 1
      firstError ??= error
    }
    setWork(undefined)
    onSelection(noRows)
    onDone()
    if (done > failed) toast({ kind: 'done', text: t(doneText, { count: done - failed }) })
    if (failed > 0 && !control.signal.aborted) {
      toast({ kind: 'failed', text: t('records.bulk.failed', { count: failed, first: sayFault(t, firstError).text }) })
    }
  }

  async function remove() {
    const isSure = await confirm({
      title: t('records.delete.title', { count }),
      text: t('records.delete.text', { count, name: '' }),
      action: t('records.delete.action'),
      danger: true,
    })
    if (isSure)
      await run(t('records.bulk.deleting'), 'records.delete.done', ({ id, etag }) => deleteRecord(table, id, etag))
  }

  const edit = (change: Change) => {
    setEditing(false)
    void run(t('records.bulk.changing'), 'records.bulk.done', ({ id, etag }) => patchRecord(table, id, change, etag))
  }
  const isTooMany = count > mostAtOnce
  return (
    <div className="flex min-h-toolbar shrink-0 flex-wrap items-center gap-2 border-b border-line bg-selection px-4 py-1">
      {work ? (
        <>
          <div className="max-w-96 flex-1">
            <Progress
              label={work.label}
              done={work.done}
              {...(work.total === undefined ? {} : { total: work.total })}
            />
          </div>
          <Button onPress={() => abort.current?.abort()}>{t('records.bulk.stop')}</Button>
        </>
      ) : (
        <>
          <span role="status" className="font-medium">
            {t('records.bulk.selected', { count })}
          </span>
          {isTooMany && <span className="text-muted">{t('records.bulk.limit', { max: mostAtOnce })}</span>}
          {table.entity.editable && (
            <>
              <Button icon={<PencilLine />} isDisabled={isTooMany} onPress={() => setEditing(true)}>
                {t('records.bulk.edit')}
              </Button>
              <Button icon={<Trash2 />} isDisabled={isTooMany} onPress={() => void remove()}>
                {t('records.delete.action')}
              </Button>
            </>
          )}
          <Button kind="quiet" icon={<X />} onPress={() => onSelection(noRows)}>
            {t('records.bulk.unselect')}
          </Button>
        </>
      )}
      {isEditing && (
        <Suspense>
          <BulkEditDialog {...{ table, count, findLinked }} onApply={edit} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </div>
  )
}
