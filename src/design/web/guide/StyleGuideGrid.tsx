import { CircleDot, Hash, Mail, Type as TextIcon } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { noRows, type RowSelection } from '#design/selection.ts'
import { Badge, type Tint } from '#design/web/display/Badge.tsx'
import { CardList } from '#design/web/layout/CardList.tsx'
import { Grid } from '#design/web/grid/Grid.tsx'
import type { CellBlock, SortDirection, EditorProps, GridColumn } from '#design/web/grid/gridColumn.ts'
import { TextEditor } from '#design/web/grid/TextEditor.tsx'
import { densityHeights, useTheme } from '#design/web/theme/theme.ts'
import { useLanguage } from '#language/web/language.tsx'

type Sample = { readonly index: number }

const million = 1_000_000
const names = [
  'Baltic Freight',
  'Amber Foods',
  'Daugava Energy',
  'Rīgas Koks',
  'Nord Optics',
  'Lumen Labs',
  'Casa Verde',
]
const statuses: readonly [string, Tint][] = [
  ['Active', 'green'],
  ['Inactive', 'grey'],
  ['Prospect', 'amber'],
]
const columnCount = 30

function sampleText(columnId: string, { index }: Sample): string {
  const at = Number(columnId.slice(1))
  if (at === 0) return `${names[index % names.length]} ${index + 1}`
  if (at === 1) return statuses[index % statuses.length]?.[0] ?? ''
  if (at === 2) return `info${index + 1}@example.com`
  return String((index * 7919 * (at + 1)) % 1_000_000)
}

const titles = ['Name', 'Status', 'Email']
const icons = [TextIcon, CircleDot, Mail]

export function GuideGrid() {
  const { number } = useLanguage()
  const { density } = useTheme()
  const [edits, setEdits] = useState<ReadonlyMap<string, string>>(new Map())
  const [shapes, setShapes] = useState(() =>
    Array.from({ length: columnCount }, (_, at) => ({
      id: `c${at}`,
      width: at === 0 ? 240 : at === 2 ? 200 : 120,
      frozen: at === 0,
    })),
  )
  const [sort, setSort] = useState<{ id: string; direction: SortDirection | undefined }>()
  const [selection, setSelection] = useState<RowSelection>(noRows)
  const [openKey, setOpenKey] = useState<string>()

  const write = useCallback((cells: readonly (readonly [string, string])[]) => {
    setEdits((before) => new Map([...before, ...cells]))
  }, [])
  const columns = useMemo(() => {
    const valueOf = (id: string, row: Sample) => edits.get(`${row.index} ${id}`) ?? sampleText(id, row)
    return shapes.map((shape): GridColumn<Sample> => {
      const at = Number(shape.id.slice(1))
      const Icon = icons[at] ?? Hash
      const draw: GridColumn<Sample>['renderCell'] =
        at === 1
          ? (row) => (
              <Badge tint={statuses.find(([name]) => name === valueOf(shape.id, row))?.[1]}>
                {valueOf(shape.id, row)}
              </Badge>
            )
          : at > 2
            ? (row) => numberOr(valueOf(shape.id, row), number)
            : (row) => valueOf(shape.id, row)
      return {
        ...shape,
        title: titles[at] ?? `Number ${at}`,
        icon: <Icon size={14} aria-hidden />,
        align: at > 2 ? 'end' : 'start',
        canSort: true,
        sorted: sort?.id === shape.id ? sort.direction : undefined,
        renderCell: draw,
        text: (row) => valueOf(shape.id, row),
        // oxlint-disable-next-line react/no-unstable-nested-components -- as stable as the columns, which are kept
        editor: ({ row, label, initialText, change }: EditorProps<Sample>) => (
          <TextEditor
            {...{ label, initialText }}
            text={valueOf(shape.id, row)}
            onChange={change}
            align={at > 2 ? 'end' : 'start'}
          />
        ),
      }
    })
  }, [shapes, sort, edits, number])

  const [rows] = useState(() => new Map<number, Sample>())
  const rowAt = useCallback((index: number) => sampleAt(rows, index), [rows])
  const block = ({ from, to, columnIds }: CellBlock, value: (row: number, id: string, at: number) => string) =>
    write(range(from, to).flatMap((row) => columnIds.map((id, at) => [`${row} ${id}`, value(row, id, at)] as const)))
  const textAt = (row: number, id: string) => columns.find((column) => column.id === id)?.text({ index: row }) ?? ''

  return (
    <div className="h-120 overflow-hidden rounded-card border border-line">
      <Grid<Sample>
        label="Accounts"
        columns={columns}
        rowCount={million}
        rowAt={rowAt}
        rowKey={keyOf}
        rowHeight={densityHeights[density]}
        selection={selection}
        onSelectionChange={setSelection}
        openKey={openKey}
        onOpen={(row) => setOpenKey(keyOf(row))}
        onEdit={({ index, columnId, value }) => write([[`${index} ${columnId}`, String(value)]])}
        onPaste={(cells, at) =>
          block(at, (row, _id, column) => cells[(row - at.from) % cells.length]?.[column] ?? cells[0]?.[0] ?? '')
        }
        onFill={(at) => block(at, (_row, id) => textAt(at.from, id))}
        onClear={(at) => block(at, () => '')}
        onSort={(id, direction) => setSort({ id, direction })}
        onResize={(id, width) => setShapes(shapes.map((one) => (one.id === id ? { ...one, width } : one)))}
        onFreeze={(id, frozen) => setShapes(shapes.map((one) => (one.id === id ? { ...one, frozen } : one)))}
        onHide={(id) => setShapes(shapes.filter((one) => one.id !== id))}
        onReorder={(ids) => setShapes(shapes.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)))}
        cellState={stateOf}
        footerCell={footerOf}
      />
    </div>
  )
}

export function GuideCards() {
  const rowAt = useCallback((index: number) => (index < 3 ? { index } : undefined), [])
  return (
    <div className="h-80 max-w-96 overflow-hidden rounded-card border border-line">
      <CardList<Sample>
        label="Accounts"
        rowCount={4}
        rowAt={rowAt}
        rowKey={keyOf}
        onOpen={() => undefined}
        renderCard={(row) => (
          <span className="flex flex-col gap-1">
            <span className="font-medium">{sampleText('c0', row)}</span>
            <span className="flex gap-2 text-muted">
              <Badge>{sampleText('c1', row)}</Badge>
              {sampleText('c2', row)}
            </span>
          </span>
        )}
      />
    </div>
  )
}

/** The same object for the same row, as a page of records gives it. */
function sampleAt(rows: Map<number, Sample>, index: number): Sample {
  let row = rows.get(index)
  if (!row) rows.set(index, (row = { index }))
  return row
}

function keyOf({ index }: Sample): string {
  return String(index)
}

function numberOr(text: string, number: (value: string) => string): string {
  return text !== '' && Number.isFinite(Number(text)) ? number(text) : text
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}

function stateOf({ index }: Sample, columnId: string) {
  if (index === 4 && columnId === 'c2') return { kind: 'error', text: 'Please enter a valid e-mail address.' } as const
  return index === 5 && columnId === 'c2' ? ({ kind: 'saving' } as const) : undefined
}

function footerOf({ id }: { id: string }) {
  return id === 'c0' ? '1,000,000' : id === 'c3' ? 'Σ 499,999' : ''
}
