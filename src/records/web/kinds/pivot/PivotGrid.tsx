import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { fieldLabel } from '#attributes/attribute.ts'
import { classes } from '#design/web/theme/classes.ts'
import { useLanguage } from '#language/web/language.tsx'
import { pivotNumber, sayCell, sayHead } from '#records/web/kinds/pivot/sayPivot.ts'
import type { PivotPlan } from '#views/pivot.ts'
import type { PivotCell, PivotHead, PivotTable } from '#views/pivotTable.ts'

export type PivotShown = {
  readonly plan: PivotPlan
  readonly table: PivotTable
  readonly title: string
  /** Shows the records behind a cell, a row or a column; undefined where no filter can name them. */
  readonly opening: (row: PivotHead | undefined, column: PivotHead | undefined) => (() => void) | undefined
}

/** By which column the rows are sorted: the key of one, or the total; the rows' own order without any. */
type Sorted = { readonly by: string | undefined; readonly isDescending: boolean }

/** The numbers of a summary with their totals; each is the way to its records. */
export function PivotGrid({ plan, table, title, opening }: PivotShown) {
  const language = useLanguage()
  const { t } = language
  const [sorted, setSorted] = useState<Sorted>()
  const { measure } = plan
  const columns = table.columns.map((head) => ({
    head,
    label: plan.columns ? sayHead(plan.columns, head, language) : '',
  }))
  const valueAt = (row: PivotHead, by: string | undefined) =>
    pivotNumber(measure, by === undefined ? table.rowTotal(row.key) : table.cell(row.key, by))
  const rows = sorted
    ? table.rows.toSorted((left, right) => compared(valueAt(left, sorted.by), valueAt(right, sorted.by), sorted))
    : table.rows
  // Most first, then least first, then the rows' own order again.
  const sortBy = (by: string | undefined) =>
    setSorted((before) =>
      before?.by !== by || !before
        ? { by, isDescending: true }
        : before.isDescending
          ? { by, isDescending: false }
          : undefined,
    )
  const heading = (by: string | undefined, label: string) => (
    <SortHead
      key={by ?? 'total'}
      label={label}
      direction={sorted && sorted.by === by ? sorted : undefined}
      onPress={() => sortBy(by)}
    />
  )
  const cell = (
    key: string,
    of: PivotCell | undefined,
    what: readonly string[],
    open: (() => void) | undefined,
    isTotal = false,
  ) => {
    const said = sayCell(measure, of, language)
    return (
      <td key={key} className={classes(edge, 'text-end tabular-nums', isTotal && 'bg-subtle font-medium')}>
        {said !== undefined && open ? (
          <button
            type="button"
            onClick={open}
            aria-label={t('records.pivot.open', { value: said, what: what.join(', ') })}
            className="focus-ring min-h-8 w-full px-3 text-end outline-offset-[-2px] hover:bg-selection pointer-coarse:min-h-11"
          >
            {said}
          </button>
        ) : (
          <span className="block px-3 py-1.5">{said}</span>
        )}
      </td>
    )
  }
  const total = t('records.pivot.total')
  return (
    <div className="max-w-full shrink-0 self-start overflow-x-auto rounded-control border border-line">
      <table aria-label={title} className="border-separate border-spacing-0">
        <thead>
          <tr className="bg-subtle text-label text-muted">
            <th scope="col" className={classes(edge, 'sticky left-0 z-1 bg-subtle px-3 text-start font-medium')}>
              {fieldLabel(plan.rows.field, t)}
            </th>
            {columns.map(({ head, label }) => heading(head.key, label))}
            {heading(undefined, total)}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const label = sayHead(plan.rows, row, language)
            return (
              <tr key={row.key}>
                <RowHead>{label}</RowHead>
                {columns.map((column) =>
                  cell(
                    column.head.key,
                    table.cell(row.key, column.head.key),
                    [label, column.label],
                    opening(row, column.head),
                  ),
                )}
                {cell('total', table.rowTotal(row.key), [label], opening(row, undefined), columns.length > 0)}
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr className="font-medium">
            <RowHead isTotal>{total}</RowHead>
            {columns.map(({ head, label }) =>
              cell(head.key, table.columnTotal(head.key), [total, label], opening(undefined, head), true),
            )}
            {cell('total', table.total, [total], opening(undefined, undefined), true)}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

const edge = 'border-b border-line [tfoot_&]:border-b-0'

function RowHead({ children, isTotal = false }: { readonly children: ReactNode; readonly isTotal?: boolean }) {
  return (
    <th
      scope="row"
      className={classes(
        edge,
        'sticky left-0 z-1 max-w-56 min-w-28 border-r px-3 py-1.5 text-start font-medium break-words max-sm:max-w-36',
        isTotal ? 'bg-subtle' : 'bg-background',
      )}
    >
      {children}
    </th>
  )
}

function SortHead({
  label,
  direction,
  onPress,
}: {
  label: string
  direction: Sorted | undefined
  onPress: () => void
}) {
  const { t } = useLanguage()
  const Arrow = direction?.isDescending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={direction ? (direction.isDescending ? 'descending' : 'ascending') : 'none'}
      className={classes(edge, 'p-0 font-medium')}
    >
      <button
        type="button"
        onClick={onPress}
        title={t('records.pivot.sort', { column: label })}
        className="focus-ring flex min-h-8 w-full items-center justify-end gap-1 px-3 text-end whitespace-nowrap outline-offset-[-2px] hover:bg-sunken pointer-coarse:min-h-11"
      >
        {direction && <Arrow size={12} aria-hidden />}
        {label}
      </button>
    </th>
  )
}

/** What has no number stands below all that have one. */
function compared(left: number | undefined, right: number | undefined, { isDescending }: Sorted): number {
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined)
  return isDescending ? right - left : left - right
}
