import { ChevronDown, ChevronUp, Maximize2, X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { FindLinked } from '#attributes/web/control.ts'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { ResizablePanel } from '#design/web/layout/ResizablePanel.tsx'
import { Loading } from '#design/web/feedback/Skeleton.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useGo } from '#platform/web/routeParams.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { FormSkeleton } from '#records/web/form/FormSkeleton.tsx'
import { RecordForm } from '#records/web/form/RecordForm.tsx'
import { useRecord, type RecordsTable } from '#records/web/records.client.ts'
import { useDeleteRecord } from '#records/web/useDeleteRecord.ts'
import { recordName, type RecordRow } from '#records/wire.ts'

type RecordPanelProps = {
  readonly table: RecordsTable
  readonly id: string
  readonly findLinked: FindLinked
  /** The records beside this one in the list, where they are loaded. */
  readonly previous: string | undefined
  readonly next: string | undefined
  readonly onGo: (id: string) => void
  readonly onClose: () => void
  readonly onSaved: (record: RecordRow) => void
  readonly onDeleted: () => void
}

/** A record beside the list it is in. */
export function RecordPanel(props: RecordPanelProps) {
  const { table, id, findLinked, previous, next, onGo, onClose, onSaved, onDeleted } = props
  const { t } = useLanguage()
  const go = useGo()
  const { data: record, error, refetch } = useRecord(table, id)
  const [isDirty, setDirty] = useState(false)
  const onDirty = useCallback((dirty: boolean) => setDirty(dirty), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // The list keeps the focus while its records are looked at: Esc closes what is open beside it from there, too.
      const isInList = event.target instanceof Element && event.target.role === 'gridcell'
      if (event.key === 'Escape' && isInList && !event.defaultPrevented) onClose()
      const to = { ArrowUp: previous, ArrowDown: next }[event.key]
      if (!event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || !to) return
      event.preventDefault()
      onGo(to)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [previous, next, onGo, onClose])
  const remove = useDeleteRecord(table, onDeleted)
  const title = record ? recordName(record, t('records.unnamed')) : table.entity.name
  return (
    <ResizablePanel label={title} name="record" onClose={onClose}>
      <header className="flex min-h-header shrink-0 items-center gap-1 border-b border-line pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate text-title font-semibold">
          {title}
          {isDirty && <span aria-hidden> •</span>}
        </h2>
        <IconButton
          label={t('records.previous')}
          icon={<ChevronUp />}
          isDisabled={!previous}
          onPress={() => previous && onGo(previous)}
        />
        <IconButton
          label={t('records.next')}
          icon={<ChevronDown />}
          isDisabled={!next}
          onPress={() => next && onGo(next)}
        />
        <IconButton
          label={t('records.openPage')}
          icon={<Maximize2 />}
          onPress={() => go(`/${table.envid}/entity/${table.entity.id}/${id}`)}
        />
        <IconButton label={t('design.close')} icon={<X />} onPress={onClose} />
      </header>
      {record ? (
        <RecordForm
          key={id}
          {...{ table, record, findLinked, onDirty }}
          onSaved={onSaved}
          onCancel={onClose}
          onDelete={() => void remove(record)}
        />
      ) : error ? (
        <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />
      ) : (
        <Loading>
          <FormSkeleton />
        </Loading>
      )}
    </ResizablePanel>
  )
}
