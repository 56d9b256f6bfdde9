import { Ellipsis, History, Lock, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { buttonLink } from '#design/web/buttonLink.ts'
import { noRows, selectedCount, type RowSelection } from '#design/selection.ts'
import { IconButton } from '#design/web/IconButton.tsx'
import { Menu } from '#design/web/Menu.tsx'
import { PageHeader } from '#design/web/PageHeader.tsx'
import { PageLink } from '#design/web/PageLink.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import { useModel } from '#entities/web/entities.client.ts'
import { EntityTabs } from '#entities/web/EntityTabs.tsx'
import { useMaker } from '#environments/web/maker.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useGo } from '#platform/web/place.ts'
import { useTitle } from '#platform/web/title.ts'
import { conditionsOf } from '#views/filter.ts'
import { viewsOf } from '#views/model.ts'
import { plainListing } from '#views/resolve.ts'
import { useReader } from '#views/web/useReader.ts'
import { openingView, readerIn } from '#views/wire.ts'
import { createEditSteps } from '#records/web/editSteps.ts'
import { useGridSettings } from '#records/web/gridSettings.ts'
import { RecordsGrid } from '#records/web/RecordsGrid.tsx'
import { RecordsState } from '#records/web/RecordsState.tsx'
import { RecordsToolbar } from '#records/web/RecordsToolbar.tsx'
import { isRecordId } from '#records/web/records.client.ts'
import { useCellEdits } from '#records/web/useCellEdits.ts'
import { useEditHistory } from '#records/web/useEditHistory.ts'
import { useFindLinked } from '#records/web/useFindLinked.ts'
import { useLinkedNames } from '#records/web/useLinkedNames.ts'
import { useListing } from '#records/web/useListing.ts'
import { useMedia } from '#records/web/useMedia.ts'
import { useRecordWindow } from '#records/web/useRecordWindow.ts'

// What most visits never open is loaded when it is.
const RecordPanel = lazy(async () => ({ default: (await import('#records/web/RecordPanel.tsx')).RecordPanel }))
const RecordsCards = lazy(async () => ({ default: (await import('#records/web/RecordsCards.tsx')).RecordsCards }))
const SelectionBar = lazy(async () => ({ default: (await import('#records/web/SelectionBar.tsx')).SelectionBar }))

/** A table's records: what is listed, the grid (on a phone cards), and the record that is open beside it. */
export function RecordsView({ envid, entity }: { envid: string; entity: EntityDefinition }) {
  const { t, number } = useLanguage()
  const go = useGo()
  const table = useMemo(() => ({ envid, entity }), [envid, entity])
  const { data: model } = useModel(envid)
  const reader = useReader(envid)
  const offered = useMemo(() => {
    const views = model ? viewsOf(model, entity.id) : []
    return { views, opening: model && openingView(views, entity.id, readerIn(model)) }
  }, [model, entity.id])
  const { listing, setListing, openId, openRecord } = useListing(entity, offered)
  const plain = useMemo(() => plainListing(listing, entity, reader), [listing, entity, reader])
  const { settings, change: onSettings } = useGridSettings(entity.id)
  const { window, view } = useRecordWindow(table, plain)
  const findLinked = useFindLinked(envid)
  const [steps] = useState(createEditSteps)
  const edits = useCellEdits(table, window, steps)
  const history = useEditHistory(table, edits, steps)
  const [selection, setSelection] = useState<RowSelection>(noRows)
  const isPhone = useMedia('(width < 700px)')
  const isNarrow = useMedia('(width < 900px)')
  const isMaker = useMaker(envid) === 'maker'
  useTitle(entity.collectionname)

  // Once something was ticked the bar stays, as its work may outlast the ticks.
  const [hasTicked, setTicked] = useState(false)
  if (!hasTicked && selectedCount(selection, view.rowCount) > 0) setTicked(true)
  const page = `/${envid}/entity/${entity.id}`
  const isNarrowed = conditionsOf(listing.filter).length > 0 || listing.search !== ''
  const open = (id: string) => (isNarrow ? go(`${page}/${id}`) : openRecord(id))
  const linkedName = useLinkedNames(table, listing.filter)
  const openAt = openId === undefined ? undefined : view.indexOf(openId)
  const neighbour = (by: number) => (openAt === undefined ? undefined : view.rowAt(openAt + by)?.id)
  const state = (
    <RecordsState
      {...{ entity, envid, isNarrowed }}
      error={view.isReady ? undefined : view.error}
      onRetry={window.retry}
      onClear={() => setListing({ filter: { kind: 'and', of: [] }, search: '' })}
    />
  )
  const isFailed = !view.isReady && view.error !== undefined
  const parts = { ...(isFailed ? { error: state } : {}), ...(view.isReady ? { empty: state } : {}) }
  return (
    <>
      <PageHeader
        title={entity.collectionname}
        beside={
          <span className="flex items-center gap-2 text-muted tabular-nums">
            {view.isCounted && number(view.rowCount)}
            {!entity.editable && <Lock size={14} aria-label={t('fault.managed.update')} />}
          </span>
        }
        actions={
          <>
            <Menu
              label={t('records.more')}
              trigger={<IconButton label={t('records.more')} icon={<Ellipsis />} />}
              placement="bottom end"
              groups={[
                {
                  id: 'past',
                  actions: [
                    { id: 'history', label: t('entities.tabs.history'), icon: <History />, href: `${page}/history` },
                    { id: 'trash', label: t('entities.tabs.trash'), icon: <Trash2 />, href: `${page}/trash` },
                  ],
                },
              ]}
            />
            {entity.editable && (
              <PageLink href={`${page}/create`} className={buttonLink.primary}>
                <Plus aria-hidden />
                {t('records.newShort')}
              </PageLink>
            )}
          </>
        }
      />
      {isMaker && <EntityTabs environmentId={envid} entityId={entity.id} />}
      <RecordsToolbar
        {...{ entity, listing, settings, onSettings, findLinked, linkedName }}
        onListing={(next) => {
          setSelection(noRows)
          setListing(next)
        }}
      />
      <Suspense>
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
      <div className="flex min-h-0 flex-1">
        <div className="min-w-0 flex-1">
          {isPhone ? (
            <Suspense>
              <RecordsCards {...{ entity, window, view, listing, parts }} onOpen={(row) => open(row.id)} />
            </Suspense>
          ) : (
            <RecordsGrid
              {...{ table, window, view, listing, settings, onSettings, findLinked, edits, history, selection, parts }}
              onListing={setListing}
              onSelection={setSelection}
              onOpen={(row) => open(row.id)}
              openId={openId}
            />
          )}
        </div>
        {isRecordId(openId) && !isNarrow && (
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
