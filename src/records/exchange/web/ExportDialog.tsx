import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { selectedCount, type RowSelection } from '#design/selection.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { SegmentedControl } from '#design/web/choice/SegmentedControl.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { exportFormats, exportLinks, sheetRowLimit } from '#records/exchange/export/exportOptions.ts'
import { isLink } from '#attributes/attribute.ts'
import { downloadExport, exportBody, type ExportDraft } from '#records/exchange/web/export.client.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import type { PlainListing } from '#views/listing.ts'

type ExportDialogProps = {
  readonly table: RecordsTable
  readonly listing: PlainListing
  readonly selection: RowSelection
  /** How many records the list shows. */
  readonly total: number
  readonly isNarrowed: boolean
  readonly onClose: () => void
}

/** Which records leave, with which columns, in which form. */
export function ExportDialog({ table, listing, selection, total, isNarrowed, onClose }: ExportDialogProps) {
  const { t } = useLanguage()
  const selected = selectedCount(selection, total)
  const [draft, setDraft] = useState<ExportDraft>({
    format: 'csv',
    records: selected > 0 ? 'selected' : isNarrowed ? 'shown' : 'all',
    columns: 'shown',
    links: 'both',
    header: 'label',
  })
  const { isPending, error, download, forget } = useDownload(onClose)
  const change = (next: Partial<ExportDraft>) => {
    setDraft({ ...draft, ...next })
    forget()
  }
  const hasLinks = table.entity.fields.some(isLink)
  const chosen = draft.records === 'selected' ? selected : isNarrowed && draft.records === 'all' ? undefined : total
  const isTooMany = draft.format === 'xlsx' && chosen !== undefined && chosen > sheetRowLimit

  const records = [
    { id: 'all', label: isNarrowed ? t('records.export.allUncounted') : t('records.export.all', { count: total }) },
    ...(isNarrowed ? [{ id: 'shown', label: t('records.export.shown', { count: total }) }] : []),
    ...(selected > 0 ? [{ id: 'selected', label: t('records.export.selected', { count: selected }) }] : []),
  ]
  return (
    <Dialog
      title={t('records.export.title', { name: table.entity.collectionname })}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('design.cancel')}</Button>
          <Button
            kind="primary"
            icon={<Download />}
            isPending={isPending}
            isDisabled={isTooMany}
            onPress={() => void download(table, exportBody(table, listing, selection, draft))}
          >
            {t('records.export.action')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div>
          <SegmentedControl
            label={t('records.export.format')}
            segments={exportFormats.map((id) => ({ id, label: t(`records.export.${id}`) }))}
            value={draft.format}
            onChange={(format) => change({ format })}
          />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label={t('records.export.records')}
            options={records}
            value={draft.records}
            onChange={(id) => change({ records: id as ExportDraft['records'] })}
            {...(isTooMany ? { error: t('records.export.sheetLimit', { max: sheetRowLimit }) } : {})}
          />
          <Select
            label={t('records.export.columns')}
            options={[
              { id: 'shown', label: t('records.export.shownColumns') },
              { id: 'all', label: t('records.export.allColumns') },
            ]}
            value={draft.columns}
            onChange={(id) => change({ columns: id as ExportDraft['columns'] })}
          />
          {hasLinks && (
            <Select
              label={t('records.export.links')}
              options={exportLinks.map((id) => ({ id, label: t(`records.export.${id}`) }))}
              value={draft.links}
              onChange={(id) => change({ links: id as ExportDraft['links'] })}
            />
          )}
          {draft.format !== 'jsonl' && (
            <Select
              label={t('records.export.header')}
              options={(['label', 'uri'] as const).map((id) => ({ id, label: t(`records.export.${id}`) }))}
              value={draft.header}
              onChange={(id) => change({ header: id as ExportDraft['header'] })}
            />
          )}
        </div>
        <p className="text-label text-muted">{t('records.export.hint')}</p>
        {error !== undefined && <Banner kind="error">{sayFault(t, error).text}</Banner>}
      </div>
    </Dialog>
  )
}

/** Downloads an export; whoever leaves the dialog ends it. */
function useDownload(onDone: () => void) {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>()
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const own = (leaving.current = new AbortController())
    return () => own.abort()
  }, [])

  async function download(table: RecordsTable, body: ReturnType<typeof exportBody>) {
    setPending(true)
    try {
      await downloadExport(table, body, leaving.current.signal)
      onDone()
    } catch (refusal) {
      if (leaving.current.signal.aborted) return
      setPending(false)
      setError(refusal)
    }
  }

  return { isPending, error, download, forget: () => setError(undefined) }
}
