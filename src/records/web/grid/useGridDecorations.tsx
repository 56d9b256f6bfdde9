import { useCallback, useMemo, type ReactNode } from 'react'
import { columnOf, isChoice, optionLabelOf, valueTypeOf, type Field } from '#attributes/attribute.ts'
import { renderValue } from '#attributes/web/cells.tsx'
import { valueText } from '#attributes/web/valueText.ts'
import type { GridColumn, RowLook } from '#design/web/grid/gridColumn.ts'
import { useLanguage, type Language } from '#language/web/language.tsx'
import { groupAt, groupedView, groupedWindow, isHeading } from '#records/groupedWindow.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import { useFooter, useGroups, type FooterValue } from '#records/web/list/summary.client.ts'
import type { Records } from '#records/web/list/useRecordWindow.ts'
import { useRowColour } from '#records/web/grid/useRowColour.ts'
import type { RecordRow } from '#records/wire.ts'
import type { Reader } from '#views/dynamic.ts'
import type { PlainListing } from '#views/listing.ts'
import type { RecordGroup } from '#views/summary.ts'
import type { ViewContent } from '#views/view.ts'

/** What a view adds to the plain grid. */
export type GridDress = {
  /** Rows with the headings of groups between them, where there are any. */
  readonly records: Records
  readonly isGrouped: boolean
  readonly areTooManyGroups: boolean
  readonly dressed: (columns: GridColumn<RecordRow>[]) => GridColumn<RecordRow>[]
  readonly rowLook: ((row: RecordRow) => RowLook | undefined) | undefined
  readonly footerCell: ((column: GridColumn<RecordRow>) => ReactNode) | undefined
}

/** Groups, colours and footer of a view's grid. */
export function useGridDecorations(
  table: RecordsTable,
  { window, view }: Records,
  { listing, content, reader }: { listing: PlainListing; content: ViewContent; reader: Reader },
): GridDress {
  const { entity } = table
  const language = useLanguage()
  const footer = useFooter(table, content.footer, listing)
  const { groups, areTooMany } = useGroups(table, listing)
  const isGrouped = groups.length > 0 && view.isReady
  const groupColumn = listing.group?.column
  const records = useMemo(
    () => (isGrouped ? { window: groupedWindow(window, groups), view: groupedView(view, groups) } : { window, view }),
    [isGrouped, window, view, groups],
  )
  const dressed = useCallback(
    (columns: GridColumn<RecordRow>[]) => {
      const field = entity.fields.find((each) => columnOf(each) === groupColumn)
      if (!isGrouped || !field) return columns
      const labels = groups.map((group) => sayGroup(group, field, language))
      // What is frozen stands before everything else.
      const lead = Math.max(
        0,
        columns.findIndex(({ frozen }) => frozen),
      )
      return columns.map((column, at) => ({
        ...column,
        renderCell: (row: RecordRow) =>
          isHeading(row) ? (at === lead ? labels[groupAt(row)] : '') : column.renderCell(row),
        text: (row: RecordRow) =>
          isHeading(row) ? (at === lead ? (labels[groupAt(row)] ?? '') : '') : column.text(row),
      }))
    },
    [isGrouped, groups, groupColumn, entity, language],
  )
  const colourOf = useRowColour(entity, content.colours, reader)
  const rowLook = useCallback(
    (row: RecordRow): RowLook | undefined => (isHeading(row) ? 'heading' : colourOf(row)),
    [colourOf],
  )
  const footerCell = useCallback(
    (column: GridColumn<RecordRow>) => {
      const found = footer.find(({ field }) => columnOf(field) === column.id)
      return found ? <FooterCell {...found} /> : null
    },
    [footer],
  )
  return {
    records,
    isGrouped,
    areTooManyGroups: areTooMany,
    dressed,
    rowLook: isGrouped || content.colours.length > 0 ? rowLook : undefined,
    footerCell: content.footer.length > 0 ? footerCell : undefined,
  }
}

function FooterCell({ field, function: name, value }: FooterValue) {
  const language = useLanguage()
  const { t, number } = language
  // What is counted, or lies between the stars, is a number.
  const isNumber = name === 'count' || name === 'filled' || valueTypeOf(field).cell === 'rating'
  const shown = (of: string) => (isNumber ? number(of) : renderValue({ field, value: of, linked: null, language }))
  return (
    <span className="flex items-baseline gap-1.5" title={t(`views.function.${name}`)}>
      {/* In a narrow column the word gives way, never the value. */}
      <span className="min-w-0 truncate text-label text-muted">{t(`views.function.${name}`)}</span>
      <span className="shrink-0 tabular-nums">{value === null ? '–' : shown(value)}</span>
    </span>
  )
}

function sayGroup({ value, count }: RecordGroup, field: Field, language: Language): string {
  const { t } = language
  return t('views.group.heading', { value: said(), count })

  function said(): string {
    if (value === null || value === '') return t('records.noValue')
    if (typeof value === 'boolean') return t(value ? 'attributes.yes' : 'attributes.no')
    if (isChoice(field)) return optionLabelOf(field, value, t)
    return valueText(field, value, language)
  }
}
