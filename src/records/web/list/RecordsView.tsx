import { Navigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { noRows, selectedCount, type RowSelection } from '#design/selection.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { isOpen } from '#entities/extension.ts'
import { useIsOn } from '#entities/web/features.client.ts'
import { EntityTabs } from '#entities/web/EntityTabs.tsx'
import { useMaker } from '#environments/web/maker.ts'
import { useLanguage, withTexts } from '#language/web/language.tsx'
import { useGo } from '#platform/web/routeParams.ts'
import { useTitle } from '#platform/web/title.ts'
import { filterConditions } from '#views/filter.ts'
import type { PlainListing } from '#views/listing.ts'
import type { ViewContent } from '#views/view.ts'
import { cardColumns, cardShape } from '#records/kinds/card.ts'
import { createEditSteps } from '#records/web/grid/editSteps.ts'
import { rowHeightPixels, useGridSettings } from '#records/web/grid/gridSettings.ts'
import { RecordsBody } from '#records/web/list/RecordsBody.tsx'
import { RecordsHeader } from '#records/web/list/RecordsHeader.tsx'
import { RecordsSide } from '#records/web/list/RecordsSide.tsx'
import { RecordsToolbar } from '#records/web/list/RecordsToolbar.tsx'
import { isRecordId, type RecordsTable } from '#records/web/records.client.ts'
import { useCellEdits } from '#records/web/grid/useCellEdits.ts'
import { useFindLinked } from '#records/web/grid/useFindLinked.ts'
import { later, viewKindFaces } from '#records/web/kinds/viewKinds.ts'
import { useViewState, type ViewState } from '#records/web/list/useViewState.ts'
import { useMedia } from '#records/web/list/useMedia.ts'
import { unseenColumns } from '#records/web/list/viewColumns.ts'
import { useRecordWindow, type Records } from '#records/web/list/useRecordWindow.ts'

// What most visits never open is loaded when it is.
const RecordsState = lazy(async () => ({ default: (await import('#records/web/list/RecordsState.tsx')).RecordsState }))
const ViewBar = later(
  async () =>
    (
      await withTexts(import('#records/web/list/ViewBar.tsx'), [
        'attributes',
        'changes',
        'entities',
        'expressions',
        'views',
      ])
    ).ViewBar,
)
const WordsNote = later(async () => (await withTexts(import('#records/web/list/WordsNote.tsx'), ['records'])).WordsNote)
const SelectionBar = later(
  async () =>
    (
      await withTexts(import('#records/web/bulk/SelectionBar.tsx'), [
        'attributes',
        'design',
        'entities',
        'platform',
        'records',
        'records/history',
      ])
    ).SelectionBar,
)

const ExportDialog = later(
  async () => (await withTexts(import('#records/exchange/web/ExportDialog.tsx'), ['records/exchange'])).ExportDialog,
)

/** A table's records: what is listed, the grid (on a phone cards), and the record that is open beside it. */
export function RecordsView({ envid, entity }: { envid: string; entity: EntityDefinition }) {
  const { t } = useLanguage()
  const go = useGo()
  const table = useMemo(() => ({ envid, entity }), [envid, entity])
  const state = useViewState(envid, entity)
  const { listing, setListing, plain, content, openId } = state
  const { settings, change: onSettings } = useGridSettings(entity.id)
  const records = useRecordWindow(table, askedFor(content, entity, plain), {
    pagesize: content.pagesize,
    unseen: unseenColumns(content, entity),
  })
  const { window, view } = records
  const findLinked = useFindLinked(envid)
  const [steps] = useState(createEditSteps)
  const edits = useCellEdits(table, window, steps)
  const [selection, setSelection] = useState<RowSelection>(noRows)
  const [isExporting, setExporting] = useState(false)
  const isNarrow = useMedia('(width < 900px)')
  const isMaker = useMaker(envid) === 'maker'
  const mayMakeView = useIsOn(envid, 'personalviews', entity.id) || (isMaker && isOpen(entity))
  const [isNaming, setNaming] = useState(false)
  useTitle(entity.collectionname)

  // Once something was ticked the bar stays, as its work may outlast the ticks.
  const [hasTicked, setTicked] = useState(false)
  if (!hasTicked && selectedCount(selection, view.rowCount) > 0) setTicked(true)
  const page = `/${envid}/entity/${entity.id}`
  const isNarrowed = filterConditions(listing.filter).length > 0 || listing.search !== ''
  const nothing = <NothingListed {...{ table, records, isNarrowed }} onListing={setListing} />
  const isFailed = !view.isReady && view.error !== undefined
  const parts = { ...(isFailed ? { error: nothing } : {}), ...(view.isReady ? { empty: nothing } : {}) }
  // There is no room beside the list: a link to a record in it leads to its page.
  if (isNarrow && isRecordId(openId)) return <Navigate to={`${page}/${openId}`} replace />
  return (
    <>
      <RecordsHeader
        {...{ envid, entity, page, state, view, mayMakeView }}
        onView={(id) => {
          setSelection(noRows)
          state.openView(id)
        }}
        onNewView={() => setNaming(true)}
        onExport={() => setExporting(true)}
      />
      {isMaker && <EntityTabs environmentId={envid} entityId={entity.id} />}
      <RecordsToolbar
        {...{ table, listing, settings, onSettings, findLinked }}
        kind={content.kind}
        variables={state.variables}
        usualHeight={rowHeightPixels[content.rowheight]}
        onListing={(next) => {
          setSelection(noRows)
          setListing(next)
        }}
      />
      <Suspense>
        {entity.tsv && listing.search !== '' && <WordsNote table={table} />}
        {state.view && (state.isUnsaved || isNaming) && (
          <ViewBar {...{ table, state, isNaming }} view={state.view} onNaming={setNaming} />
        )}
        {hasTicked && (
          <SelectionBar
            {...{ table, selection, findLinked }}
            listing={plain}
            total={view.rowCount}
            onSelection={setSelection}
            onDone={edits.refresh}
          />
        )}
      </Suspense>
      <Suspense>
        {isExporting && (
          <ExportDialog
            {...{ table, selection, isNarrowed }}
            listing={plain}
            total={view.rowCount}
            onClose={() => setExporting(false)}
          />
        )}
      </Suspense>
      <div className="flex min-h-0 flex-1">
        <div className="min-w-0 flex-1">
          <RecordsBody
            {...{ table, state, records, settings, onSettings, findLinked, edits, steps, selection, parts }}
            onSelection={setSelection}
            onOpen={(row) => (isNarrow ? go(`${page}/${row.id}`) : state.openRecord(row.id))}
          />
        </div>
        <RecordsSide
          {...{ table, state, records, findLinked }}
          onRowHeight={() => onSettings({ rowHeight: null })}
          onSaved={edits.refresh}
        />
      </div>
      <p className="sr-only" role="status">
        {view.isReady && view.isCounted ? t('records.count', { count: view.rowCount }) : ''}
      </p>
    </>
  )
}

type NothingListedProps = {
  readonly table: RecordsTable
  readonly records: Records
  readonly isNarrowed: boolean
  readonly onListing: ViewState['setListing']
}

/** What stands where no records are: none yet, none found, or not loaded. */
function NothingListed({ table, records, isNarrowed, onListing }: NothingListedProps) {
  const { window, view } = records
  return (
    <Suspense>
      <RecordsState
        {...table}
        isNarrowed={isNarrowed}
        error={view.isReady ? undefined : view.error}
        onRetry={window.retry}
        onClear={() => onListing({ filter: { kind: 'and', of: [] }, search: '' })}
      />
    </Suspense>
  )
}

/** What is asked for: the columns shown, or what cards show instead. */
function askedFor(content: ViewContent, entity: EntityDefinition, plain: PlainListing): PlainListing {
  if (content.kind === 'grid' || !viewKindFaces[content.kind].hasCards) return plain
  return { ...plain, columns: cardColumns(cardShape(content, entity, plain.columns)) }
}
