import { Navigate } from '@tanstack/react-router'
import { Ellipsis, Lock, Plus } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { buttonLink } from '#design/web/navigation/buttonLink.ts'
import { noRows, selectedCount, type RowSelection } from '#design/selection.ts'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { PageHeader } from '#design/web/navigation/PageHeader.tsx'
import { PageLink } from '#design/web/navigation/PageLink.tsx'
import { PopupTrigger } from '#design/web/overlay/PopupTrigger.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import { isOpen } from '#entities/extension.ts'
import { useIsOn } from '#entities/web/features.client.ts'
import { EntityTabs } from '#entities/web/EntityTabs.tsx'
import { useMaker } from '#environments/web/maker.ts'
import { useLanguage, withTexts } from '#language/web/language.tsx'
import { useGo } from '#platform/web/routeParams.ts'
import { useTitle } from '#platform/web/title.ts'
import { filterConditions } from '#views/filter.ts'
import { selectionQuery, type PlainListing } from '#views/listing.ts'
import type { ViewContent } from '#views/view.ts'
import { cardColumns, cardShape } from '#records/kinds/card.ts'
import { createEditSteps } from '#records/web/grid/editSteps.ts'
import { rowHeightPixels, useGridSettings } from '#records/web/grid/gridSettings.ts'
import type { RecordRow } from '#records/wire.ts'
import { RecordsGrid } from '#records/web/grid/RecordsGrid.tsx'
import { RecordsToolbar } from '#records/web/list/RecordsToolbar.tsx'
import { isRecordId } from '#records/web/records.client.ts'
import { useCellEdits } from '#records/web/grid/useCellEdits.ts'
import { useFindLinked } from '#records/web/grid/useFindLinked.ts'
import { later, viewKindFaces } from '#records/web/kinds/viewKinds.ts'
import { ViewSwitch } from '#records/web/list/ViewSwitch.tsx'
import { useViewState } from '#records/web/list/useViewState.ts'
import { useMedia } from '#records/web/list/useMedia.ts'
import { unseenColumns, widthsOf } from '#records/web/list/viewColumns.ts'
import { useRecordWindow } from '#records/web/list/useRecordWindow.ts'
import { useMayAct } from '#security/web/self.client.ts'

// What most visits never open is loaded when it is.
const RecordPanel = later(
  async () =>
    (await withTexts(import('#records/web/form/RecordPanel.tsx'), ['attributes', 'design', 'entities', 'records']))
      .RecordPanel,
)
const RecordsCards = lazy(async () => ({ default: (await import('#records/web/list/RecordsCards.tsx')).RecordsCards }))
const loadMenu = () => import('#records/web/list/RecordsMenu.tsx')
const RecordsMenu = lazy(async () => ({ default: (await loadMenu()).RecordsMenu }))
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
const DecoratedGrid = lazy(async () => ({
  default: (await import('#records/web/grid/DecoratedGrid.tsx')).DecoratedGrid,
}))
const ViewPanel = later(
  async () =>
    (await withTexts(import('#records/web/viewEditor/ViewPanel.tsx'), ['design', 'records', 'views'])).ViewPanel,
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
  const { t, number } = useLanguage()
  const go = useGo()
  const table = useMemo(() => ({ envid, entity }), [envid, entity])
  const state = useViewState(envid, entity)
  const { listing, setListing, plain, content, reader, openId, openRecord } = state
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
  const isPhone = useMedia('(width < 700px)')
  const isNarrow = useMedia('(width < 900px)')
  const isMaker = useMaker(envid) === 'maker'
  const mayCreate = useMayAct(envid, entity.id, 'create')
  const mayMakeView = useIsOn(envid, 'personalviews', entity.id) || (isMaker && isOpen(entity))
  const [isNaming, setNaming] = useState(false)
  useTitle(entity.collectionname)

  // Once something was ticked the bar stays, as its work may outlast the ticks.
  const [hasTicked, setTicked] = useState(false)
  if (!hasTicked && selectedCount(selection, view.rowCount) > 0) setTicked(true)
  const page = `/${envid}/entity/${entity.id}`
  const isNarrowed = filterConditions(listing.filter).length > 0 || listing.search !== ''
  const open = (id: string) => (isNarrow ? go(`${page}/${id}`) : openRecord(id))
  const openAt = openId === undefined ? undefined : view.indexOf(openId)
  const neighbour = (by: number) => (openAt === undefined ? undefined : view.rowAt(openAt + by)?.id)
  const nothing = (
    <Suspense>
      <RecordsState
        {...{ entity, envid, isNarrowed }}
        error={view.isReady ? undefined : view.error}
        onRetry={window.retry}
        onClear={() => setListing({ filter: { kind: 'and', of: [] }, search: '' })}
      />
    </Suspense>
  )
  const Kind = content.kind === 'grid' ? undefined : viewKindFaces[content.kind].Records
  const isFailed = !view.isReady && view.error !== undefined
  const parts = { ...(isFailed ? { error: nothing } : {}), ...(view.isReady ? { empty: nothing } : {}) }
  const grid = {
    table,
    window,
    view,
    listing,
    onSettings,
    findLinked,
    edits,
    steps,
    selection,
    parts,
    openId,
    settings: {
      ...settings,
      rowHeight: settings.rowHeight ?? rowHeightPixels[content.rowheight],
      widths: { ...widthsOf(content, entity), ...settings.widths },
    },
    onListing: setListing,
    onSelection: setSelection,
    onOpen: (row: RecordRow) => open(row.id),
  }
  // There is no room beside the list: a link to a record in it leads to its page.
  if (isNarrow && isRecordId(openId)) return <Navigate to={`${page}/${openId}`} replace />
  const isDressed = listing.group !== null || content.colours.length > 0 || content.footer.length > 0
  return (
    <>
      <PageHeader
        title={entity.collectionname}
        beside={
          <span className="flex min-w-0 items-center gap-2 text-muted tabular-nums">
            {state.view && (
              <ViewSwitch
                views={state.views}
                view={state.view}
                listHref={`${page}/view`}
                onOpen={(id) => {
                  setSelection(noRows)
                  state.openView(id)
                }}
                onNew={mayMakeView ? () => setNaming(true) : undefined}
                onEdit={() => state.setEditing(true)}
              />
            )}
            {view.isCounted && <span className="max-sm:hidden">{number(view.rowCount)}</span>}
            {!entity.editable && <Lock size={14} aria-label={t('fault.managed.update')} />}
          </span>
        }
        actions={
          <>
            <PopupTrigger
              kind="menu"
              load={loadMenu}
              trigger={<IconButton label={t('records.more')} icon={<Ellipsis />} />}
            >
              {(opened) => <RecordsMenu {...{ envid, entity, page }} onExport={() => setExporting(true)} {...opened} />}
            </PopupTrigger>
            {entity.editable && mayCreate && (
              <PageLink href={`${page}/create`} className={buttonLink.primary}>
                <Plus aria-hidden />
                <span className="max-sm:sr-only">{t('records.newShort')}</span>
              </PageLink>
            )}
          </>
        }
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
          {Kind ? (
            <Suspense>
              <Kind
                {...{ table, records, findLinked, openId, parts }}
                view={content}
                listing={plain}
                selection={selectionQuery(entity, plain)}
                onOpen={(row) => open(row.id)}
                onView={state.change}
                onChanged={edits.refresh}
              />
            </Suspense>
          ) : isPhone ? (
            <Suspense>
              <RecordsCards {...{ entity, window, view, listing, parts }} onOpen={(row) => open(row.id)} />
            </Suspense>
          ) : (
            <Suspense>
              {isDressed ? <DecoratedGrid {...grid} {...{ content, plain, reader }} /> : <RecordsGrid {...grid} />}
            </Suspense>
          )}
        </div>
        {state.isEditing && state.view && (
          <Suspense>
            <ViewPanel
              {...{ table, state, findLinked }}
              view={state.view}
              onRowHeight={() => onSettings({ rowHeight: null })}
              onClose={() => state.setEditing(false)}
            />
          </Suspense>
        )}
        {isRecordId(openId) && (
          <Suspense>
            <RecordPanel
              {...{ table, findLinked }}
              id={openId}
              previous={neighbour(-1)}
              next={neighbour(1)}
              onGo={openRecord}
              onClose={() => openRecord(undefined)}
              onSaved={(record) => {
                window.change(record.id, (row) => ({ ...row, ...record }))
                edits.refresh()
              }}
              onDeleted={() => {
                openRecord(undefined)
                window.refresh()
              }}
            />
          </Suspense>
        )}
      </div>
      <p className="sr-only" role="status">
        {view.isReady && view.isCounted ? t('records.count', { count: view.rowCount }) : ''}
      </p>
    </>
  )
}

/** What is asked for: the columns shown, or what cards show instead. */
function askedFor(content: ViewContent, entity: EntityDefinition, plain: PlainListing): PlainListing {
  if (content.kind === 'grid' || !viewKindFaces[content.kind].hasCards) return plain
  return { ...plain, columns: cardColumns(cardShape(content, entity, plain.columns)) }
}
