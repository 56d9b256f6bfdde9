import { Suspense, useEffect, useMemo, useState, type MouseEvent, type ReactNode } from 'react'
import type { FindLinked } from '#attributes/web/control.ts'
import type { RowSelection } from '#design/selection.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { Grid } from '#design/web/grid/Grid.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useModel } from '#entities/web/entities.client.ts'
import { useLanguage, withTexts } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import type { ViewListing } from '#views/listing.ts'
import { mostSorts } from '#views/view.ts'
import type { CellValue } from '#records/cell.ts'
import type { RecordWindow, WindowView } from '#records/recordWindow.ts'
import type { EditSteps } from '#records/web/grid/editSteps.ts'
import { gridColumns, loadEditors } from '#records/web/grid/gridColumns.tsx'
import type { GridDress } from '#records/web/grid/useGridDecorations.tsx'
import { rowHeightPixels, type GridSettings } from '#records/web/grid/gridSettings.ts'
import { hasUnsentEdits } from '#records/web/grid/unsentEdits.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import { useBlockEdits } from '#records/web/grid/useBlockEdits.ts'
import { loadSaving, type useCellEdits } from '#records/web/grid/useCellEdits.ts'
import { useEditHistory } from '#records/web/grid/useEditHistory.ts'
import { later } from '#records/web/kinds/viewKinds.ts'
import type { RecordRow } from '#records/wire.ts'

type RecordsGridProps = {
  readonly table: RecordsTable
  readonly window: RecordWindow<RecordRow>
  readonly view: WindowView<RecordRow>
  readonly listing: ViewListing
  readonly onListing: (next: Partial<ViewListing>) => void
  readonly settings: GridSettings
  readonly onSettings: (next: Partial<GridSettings>) => void
  readonly findLinked: FindLinked
  readonly edits: ReturnType<typeof useCellEdits>
  readonly steps: EditSteps
  readonly selection: RowSelection
  readonly onSelection: (selection: RowSelection) => void
  readonly onOpen: (row: RecordRow) => void
  readonly openId: string | undefined
  readonly parts: { readonly empty?: ReactNode; readonly error?: ReactNode }
  /** Headings of groups, colours and what stands below the columns, as the view says. */
  readonly dress?: Pick<GridDress, 'dressed' | 'rowLook' | 'footerCell' | 'isGrouped'>
}

const UnsentEditsNotice = later(
  async () => (await withTexts(import('#records/web/grid/UnsentEditsNotice.tsx'), ['records'])).UnsentEditsNotice,
)
const EditConflict = later(
  async () => (await withTexts(import('#records/web/grid/EditConflict.tsx'), ['records'])).EditConflict,
)

const rowKey = (row: RecordRow) => row.id
const undressed: GridDress['dressed'] = (columns) => columns
// Rows that are shown as on their way while nothing is known yet.
const bones = 30
const patience = 300

/** The grid over the records of a listing. */
export function RecordsGrid(props: RecordsGridProps) {
  const { table, window, view, listing, onListing, settings, onSettings, findLinked, edits, steps, onOpen, openId } =
    props
  const { entity, envid } = table
  const language = useLanguage()
  const { t } = language
  const { data: model } = useModel(envid)
  const { columns: shown, sort } = listing
  const { dressed = undressed, rowLook, footerCell, isGrouped = false } = props.dress ?? {}
  const columns = useMemo(
    () =>
      dressed(
        gridColumns(entity, { columns: shown, sort }, settings, {
          language,
          findLinked,
          envid,
        }),
      ),
    [entity, shown, sort, settings, language, findLinked, envid, dressed],
  )
  const history = useEditHistory(table, edits, steps)
  const blocks = useBlockEdits(table, model, view, edits, history)
  // What fails here fails again, and is told, when a cell is edited.
  const prepare = () => void Promise.all([loadEditors(), loadSaving()]).catch(() => undefined)
  const [hasKept] = useState(() => hasUnsentEdits(entity.id))
  const isLate = useLate(!view.isReady && view.error === undefined)
  const { editCell, cellState, conflict, setConflict } = edits

  const onClick = (event: MouseEvent) => {
    // With a record open beside the grid, a press on another row shows that one.
    const cell = event.target instanceof Element ? event.target.closest('[role=gridcell]') : null
    // The ARIA grid pattern numbers rows from the header, which is the first.
    const index = Number(cell?.closest('[role=row]')?.getAttribute('aria-rowindex') ?? 0) - 2
    const row = cell && openId !== undefined && index >= 0 ? view.rowAt(index) : undefined
    const isTick = event.target instanceof HTMLInputElement || cell?.getAttribute('aria-colindex') === '1'
    if (row && row.id !== openId && !isTick) onOpen(row)
  }
  return (
    <div className="flex h-full min-h-0 flex-col">
      {hasKept && (
        <Suspense>
          <UnsentEditsNotice {...{ table, edits }} />
        </Suspense>
      )}
      {view.isReady && view.error !== undefined && (
        <Banner kind="error" actions={<Button onPress={window.retry}>{t('design.tryAgain')}</Button>}>
          {sayFault(t, view.error).text}
        </Banner>
      )}
      {/* Keys open records by the grid itself. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <div className="min-h-0 flex-1" onClick={onClick} onPointerEnter={prepare} onFocus={prepare}>
        <Grid<RecordRow>
          label={entity.collectionname}
          columns={columns}
          rowCount={view.isReady ? view.rowCount : isLate ? bones : 0}
          rowAt={view.rowAt}
          rowKey={rowKey}
          onRangeNeeded={window.need}
          rowHeight={settings.rowHeight ?? rowHeightPixels.normal}
          selection={props.selection}
          onSelectionChange={props.onSelection}
          onEdit={({ row, columnId, value }) => void editCell(row, columnId, value as CellValue)}
          {...(!isGrouped && { onPaste: blocks.paste, onFill: blocks.fill, onClear: blocks.clear })}
          rowLook={rowLook}
          footerCell={footerCell}
          onCopy={({ cells, missingRows: rows }) =>
            toast({ text: rows > 0 ? t('records.copiedPart', { cells, rows }) : t('records.copied', { cells }) })
          }
          onOpen={onOpen}
          openKey={openId}
          cellState={cellState}
          onSort={(column, direction) => onListing({ sort: sortedBy(sort, column, direction) })}
          onHide={(column) => onListing({ columns: shown.filter((each) => each !== column) })}
          onReorder={(order) => onListing({ columns: order })}
          onFreeze={(column, isFrozen) =>
            onSettings({
              frozen: isFrozen ? [...settings.frozen, column] : settings.frozen.filter((each) => each !== column),
            })
          }
          onResize={(column, width) => onSettings({ widths: { ...settings.widths, [column]: width } })}
          {...props.parts}
        />
      </div>
      {conflict && (
        <Suspense>
          <EditConflict
            {...{ entity, conflict }}
            onSave={(edit) => void edits.save({ ...edit, step: 'cell' })}
            onClose={() => setConflict(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The newest wish comes first; what was asked for before breaks its ties. */
function sortedBy(
  sort: ViewListing['sort'],
  column: string,
  direction: 'ascending' | 'descending' | undefined,
): ViewListing['sort'] {
  const others = sort.filter((item) => item.column !== column)
  return direction ? [{ column, descending: direction === 'descending' }, ...others].slice(0, mostSorts) : others
}

/** Whether something has lasted long enough to be noticed. */
function useLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setLate(true), patience)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isWaiting])
  return isLate
}
