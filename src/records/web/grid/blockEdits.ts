import type { Translate } from '#language/translate.ts'
import { isSameValue } from '#attributes/valueEquality.ts'
import { columnOf, isLink } from '#attributes/attribute.ts'
import { confirm } from '#design/web/overlay/confirm.ts'
import { toast } from '#design/web/feedback/toast.ts'
import type { CellBlock } from '#design/web/grid/gridColumn.ts'
import type { Option } from '#design/web/choice/Select.tsx'
import type { Model } from '#entities/model.ts'
import type { Language } from '#language/web/language.tsx'
import { clipName } from '#records/readClip.ts'
import type { WindowView } from '#records/recordWindow.ts'
import { cellCount, type RecordChange } from '#records/recordChange.ts'
import { cellOf, type CellValue } from '#records/cell.ts'
import { recordChangesOf, readTypedCell, sayCellRefusal } from '#records/web/grid/cellEdits.ts'
import type { EditKind, EditSteps } from '#records/web/grid/editSteps.ts'
import { isEditable } from '#records/web/grid/gridColumns.tsx'
import { inSequence } from '#records/web/grid/sequence.ts'
import { idsOfNames } from '#records/web/grid/linked.client.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import type { RowEdit, useCellEdits } from '#records/web/grid/useCellEdits.ts'
import { fieldValue, type RecordRow } from '#records/wire.ts'

// Rows saved side by side; more only wait in the server.
const atOnce = 6
// A block of more rows than one sees at a glance is asked about first.
const askedFrom = 25

/** What the edits of a block work on. */
export type BlockTools = Pick<WindowView<RecordRow>, 'rowAt' | 'rowCount'> &
  Pick<ReturnType<typeof useCellEdits>, 'save'> & {
    readonly table: RecordsTable
    readonly model: Model | undefined
    readonly steps: EditSteps
    readonly onUndo: () => void
    readonly language: Language
  }

/** Many cells at once: pasted, filled down or emptied; one message tells of all that were refused. */
export function blockEdits({ table, model, rowAt, rowCount, save, steps, onUndo, language }: BlockTools) {
  const { t } = language
  const { entity, envid } = table
  const fields = new Map(entity.fields.map((field) => [columnOf(field), field]))

  async function apply(
    kind: EditKind,
    block: CellBlock,
    valueFor: (column: string, row: number) => CellValue | undefined,
  ) {
    const refusals: string[] = []
    const edits: RowEdit[] = []
    let missing = 0
    for (let at = block.from; at <= Math.min(block.to, rowCount - 1); at += 1) {
      const row = rowAt(at)
      if (!row) {
        missing += 1
        continue
      }
      const values: Record<string, CellValue> = {}
      for (const column of block.columnIds) {
        const field = fields.get(column)
        const next = field && isEditable(entity, field) ? valueFor(column, at) : undefined
        if (!next || isSameValue(next.value, fieldValue(row, fields.get(column) ?? noField(column)))) continue
        const refusal = sayCellRefusal(entity, column, next.value, language)
        if (refusal) refusals.push(refusal)
        else values[column] = next
      }
      if (Object.keys(values).length > 0) edits.push({ row, values })
    }
    if (edits.length > askedFrom && !(await isMeant(edits.length, t))) return
    const { changes, failed } = await saveAll(kind, edits)
    const cells = cellCount(changes)
    const action = { label: t('design.undo'), onAction: onUndo }
    if (cells > 1) toast({ kind: 'done', text: t('records.cellsChanged', { count: cells }), action })
    const [first] = refusals
    if (first) toast({ kind: 'failed', text: t('records.cellsRefused', { count: refusals.length, first }) })
    if (missing > 0) toast({ kind: 'failed', text: t('records.rowsMissing', { count: missing }) })
    const beyond = block.to - rowCount + 1
    if (beyond > 0) toast({ kind: 'failed', text: t('records.pasteBeyond', { count: beyond }) })
    if (failed > 0) toast({ kind: 'failed', text: t('records.rowsFailed', { count: failed }) })
  }

  async function saveAll(kind: EditKind, edits: readonly RowEdit[]) {
    const changes: RecordChange[] = []
    let failed = 0
    const saving = inSequence(edits, atOnce, async (edit) => {
      const ending = await save(edit)
      changes.push(...recordChangesOf(ending))
      if (ending.kind !== 'saved') failed += 1
    })
    if (edits.length > 0) steps.remember({ kind, changes: saving.then(() => changes) })
    await saving
    return { changes, failed }
  }

  async function paste(cells: string[][], block: CellBlock) {
    const isOneCell = cells.length === 1 && cells[0]?.length === 1
    const textAt = (column: string, row: number) =>
      isOneCell ? (cells[0]?.[0] ?? '') : cells[row - block.from]?.[block.columnIds.indexOf(column)]
    const names = await linkedNames(cells, block, textAt)
    await apply('paste', block, (column, row) => {
      const field = fields.get(column)
      const text = textAt(column, row)
      if (!field || text === undefined) return undefined
      const name = clipName(field, text)
      const linked = name === undefined ? undefined : names.get(column)?.get(name)
      if (linked) return { value: linked.id, linked }
      return { value: readTypedCell(field, text, language) }
    })
  }

  /** Links are pasted by name: the names of each lookup are asked for together. */
  async function linkedNames(
    cells: string[][],
    block: CellBlock,
    textAt: (column: string, row: number) => string | undefined,
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, Option>>> {
    const found = new Map<string, ReadonlyMap<string, Option>>()
    for (const column of block.columnIds) {
      const field = fields.get(column)
      if (!field || !isLink(field)) continue
      const rows = Math.min(cells.length, block.to - block.from + 1)
      const names = Array.from({ length: rows }, (_, at) => clipName(field, textAt(column, block.from + at) ?? ''))
      const wanted = [...new Set(names.filter((name) => name !== undefined))]
      if (wanted.length > 0) found.set(column, await idsOfNames(envid, model, field, wanted).catch(() => new Map()))
    }
    return found
  }

  const fill = (block: CellBlock) => {
    const source = rowAt(block.from)
    if (!source || block.from === block.to) return undefined
    return apply('fill', { ...block, from: block.from + 1 }, (column) => {
      const field = fields.get(column)
      return field && cellOf(source, field)
    })
  }

  const clear = (block: CellBlock) => apply('clear', block, () => ({ value: null }))
  return { paste, fill, clear }
}

/** A block of many rows is meant only after a question. */
function isMeant(count: number, t: Translate): Promise<boolean> {
  return confirm({
    title: t('records.manyRows.title'),
    text: t('records.manyRows.text', { count }),
    action: t('records.manyRows.action'),
  })
}

function noField(column: string): never {
  throw new Error(`no field ${column}`)
}
