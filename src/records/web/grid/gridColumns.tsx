import { lazy, Suspense, useEffect, useState } from 'react'
import { columnOf, isListed, fieldLabel, valueTypeOf, type Field } from '#attributes/attribute.ts'
import { listMetadata } from '#attributes/listMetadata.ts'
import type { EditorName, WireValue } from '#attributes/type.ts'
import { renderValue } from '#attributes/web/cells.tsx'
import type { FindLinked } from '#attributes/web/control.ts'
import { fieldIcon } from '#attributes/web/fieldIcon.tsx'
import { TextEditor } from '#design/web/grid/TextEditor.tsx'
import { typeIcons } from '#attributes/web/typeIcons.tsx'
import type { EditorProps, GridColumn } from '#design/web/grid/gridColumn.ts'
import type { Option } from '#design/web/choice/Select.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Language } from '#language/web/language.tsx'
import { clipText } from '#records/clipboard.ts'
import { isSortable, type ViewListing } from '#views/listing.ts'
import { cellOf, type CellValue } from '#records/cell.ts'
import type { GridSettings } from '#records/web/grid/gridSettings.ts'
import { keepTyped } from '#records/web/grid/unsentEdits.ts'
import { linkedRecord, recordName, fieldValue, type RecordRow } from '#records/wire.ts'

/** Fetches what cells are edited with; asked for when someone points at the grid or focuses it, so that it is there before the first key. */
export const loadEditors = async () => ({ default: (await import('#attributes/web/editors.tsx')).InlineEditor })
const CellInput = lazy(loadEditors)

type Tools = {
  /** The environment whose pictures are shown. */
  readonly envid?: string
  readonly language: Language
  readonly findLinked: FindLinked
}

/** What stands before a number takes its own room, so that no digit is cut off. */
function besides({ pretext, type }: Field): number {
  const { number, align } = listMetadata[type]
  return number && align === 'end' && pretext ? Math.min(80, 8 + pretext.length * 9) : 0
}

/** px that a field takes when nobody has said otherwise. */
function usualWidth(field: Field, language: Language): number {
  if (columnOf(field) === 'name') return 240
  const { width, cell } = listMetadata[field.type]
  if (cell !== 'date') return width + besides(field)
  // Some languages write a date at length; one in September is as long as they come.
  return Math.max(width, 20 + 7 * language.day('2028-09-28', 'shortDate').length)
}

/** Whether the screens let people change a field of a record that exists. */
export function isEditable(entity: EntityDefinition, field: Field): boolean {
  return entity.editable && !field.readonly && listMetadata[field.type].editor !== null
}

/** The columns of a listing as the grid draws and edits them. */
export function gridColumns(
  entity: EntityDefinition,
  { columns, sort }: Pick<ViewListing, 'columns' | 'sort'>,
  settings: GridSettings,
  tools: Tools,
): GridColumn<RecordRow>[] {
  const byColumn = new Map(entity.fields.filter(isListed).map((field) => [columnOf(field), field]))
  return columns.flatMap((column) => {
    const field = byColumn.get(column)
    if (!field) return []
    const sorted = sort.find((item) => item.column === column)
    const Icon = typeIcons[field.type]
    return {
      id: column,
      title: fieldLabel(field, tools.language.t),
      icon: fieldIcon(field) ?? <Icon size={14} aria-hidden />,
      width: settings.widths[column] ?? usualWidth(field, tools.language),
      frozen: settings.frozen.includes(column),
      canSort: isSortable(field),
      ...(sorted ? { sorted: sorted.descending ? ('descending' as const) : ('ascending' as const) } : {}),
      ...(valueTypeOf(field).align === 'end' ? { align: 'end' as const } : {}),
      renderCell: (row: RecordRow) =>
        renderValue({
          field,
          value: fieldValue(row, field),
          linked: linkedRecord(row, field)?.name ?? null,
          language: tools.language,
          ...(tools.envid === undefined ? {} : { envid: tools.envid }),
        }),
      text: (row: RecordRow) =>
        clipText(field, fieldValue(row, field), linkedRecord(row, field)?.name ?? undefined, signsOf(tools)),
      ...(isEditable(entity, field) ? editing(entity.id, field, tools) : {}),
    }
  })
}

function editing(entityId: string, field: Field, tools: Tools): Pick<GridColumn<RecordRow>, 'editor' | 'toggle'> {
  if (listMetadata[field.type].editor === 'toggle')
    return { toggle: (row): CellValue => ({ value: fieldValue(row, field) !== true }) }
  const InCell = ({ row, label, initialText, change, commit, cancel }: EditorProps<RecordRow>) => {
    const held = cellOf(row, field)
    const told = (value: WireValue, option?: Option): CellValue => (option ? { value, linked: option } : { value })
    const tell = (value: CellValue) => {
      change(value)
      // A session may end while someone types.
      keepTyped(entityId, { ...value, recordId: row.id, column: columnOf(field), name: recordName(row, '') })
    }
    useEffect(() => () => keepTyped(entityId, undefined), [])
    // What is typed while the editor is still on its way is what it begins with.
    const [typed, setTyped] = useState(initialText)
    const line = initialText === undefined ? lineOf(field, held.value, signsOf(tools)) : ''
    const early =
      line === undefined ? null : (
        <TextEditor
          {...{ label, initialText }}
          text={line}
          onChange={(text) => {
            setTyped(text)
            tell({ value: text, isTyped: true })
          }}
        />
      )
    return (
      <Suspense fallback={early}>
        <CellInput
          {...{ field, label, cancel }}
          initialText={typed}
          findLinked={(each, text, signal) => tools.findLinked(each, text, signal, row)}
          value={held.value}
          linked={held.linked}
          change={(value, option) => tell(told(value, option))}
          commit={(value, option) => commit(told(value, option))}
        />
      </Suspense>
    )
  }
  return { editor: InCell }
}

/** Editors in which a value is chosen, not typed. */
const choosing: ReadonlySet<EditorName | null> = new Set<EditorName>(['date', 'datetime', 'select', 'choices', 'link'])

type Signs = Parameters<typeof clipText>[3]

/** The sign that the reader puts before decimals, read from a number. */
function signsOf({ language }: Tools): Signs {
  return { decimal: language.number(1.1).charAt(1) }
}

/** The value as the line that one types on in; undefined where a value is chosen, or a line can't hold it. */
function lineOf(field: Field, value: WireValue, signs: Signs): string | undefined {
  if (choosing.has(listMetadata[field.type].editor)) return undefined
  const text = clipText(field, value, undefined, signs)
  return text.includes('\n') ? undefined : text
}
