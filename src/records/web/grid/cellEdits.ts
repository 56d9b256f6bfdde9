import type { QueryClient } from '@tanstack/react-query'
import { columnOf, isLink, fieldLabel, type Field } from '#attributes/attribute.ts'
import { isRefusal, type WireValue } from '#attributes/type.ts'
import { numberSigns } from '#decimals/numberReading.ts'
import type { CellState } from '#design/web/grid/gridColumn.ts'
import { toast } from '#design/web/feedback/toast.ts'
import type { Translate } from '#language/translate.ts'
import type { Language } from '#language/web/language.tsx'
import { ApiFault } from '#platform/web/http.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { changeOf, type RecordChange } from '#records/recordChange.ts'
import type { CellValue } from '#records/cell.ts'
import { readClip } from '#records/readClip.ts'
import type { RecordWindow } from '#records/recordWindow.ts'
import { sayCellRefusal } from '#records/web/grid/cellRefusal.ts'
import type { EditSteps } from '#records/web/grid/editSteps.ts'
import { forgetCell, keepSent } from '#records/web/grid/sentEdits.ts'
import { withNames, type LinkedNames } from '#records/web/recordChanges.client.ts'
import { recordQuery, type RecordsTable } from '#records/web/records.client.ts'
import { saveRecord, type Saved } from '#records/web/form/saveRecord.ts'
import type { Ending, OpenConflict, RowEdit } from '#records/web/grid/useCellEdits.ts'
import { recordName, type RecordRow } from '#records/wire.ts'
import { isForbidden, tellForbidden } from '#security/web/permissionTests/refusals.ts'
import type { Refused } from '#security/web/pendingDialogs.ts'

export { sayCellRefusal }

type Tools = {
  readonly table: RecordsTable
  readonly window: Pick<RecordWindow<RecordRow>, 'change'>
  readonly client: QueryClient
  readonly language: Language
  readonly steps: EditSteps
  readonly mark: (id: string, columns: readonly string[], state: CellState | undefined) => void
  /** For each record the end of what is being sent. */
  readonly chains: Map<string, Promise<void>>
  /** For each record what the server last said of it. */
  readonly latest: Map<string, RecordRow>
  readonly onConflict: (conflict: OpenConflict | undefined) => void
}

/**
 * Saves fields of one record, after what was sent of it before: the cells show the new values at once, and get the old ones
 * back where the server refuses. The answer tells how that ended; where someone else changed the same fields, the reader is
 * asked, unless the edit says what it holds for.
 */
export function saveEdit(tools: Tools, { row, values, holdsFor, step }: RowEdit): Promise<Ending> {
  const { table, window, mark, latest, steps } = tools
  const { fields } = table.entity
  const columns = Object.keys(values)
  const linked: LinkedNames = Object.fromEntries(columns.map((column) => [column, values[column]?.linked]))
  const changes = Object.fromEntries(columns.map((column) => [column, values[column]?.value ?? null]))
  const cells = columns.map((column) => ({
    ...(values[column] ?? { value: null }),
    recordId: row.id,
    column,
    name: recordName(row, ''),
  }))
  mark(row.id, columns, { kind: 'saving' })
  window.change(row.id, (shown) => withNames({ ...shown, ...changes }, shown, fields, linked))
  const before = latest.get(row.id) ?? row
  const saving = inTurn(tools.chains, row.id, async (): Promise<Ending> => {
    const base = latest.get(row.id) ?? row
    if (holdsFor && !holdsFor(base)) {
      mark(row.id, columns, undefined)
      giveBack(base)
      return { kind: 'outdated' }
    }
    try {
      for (const cell of cells) keepSent(table.entity.id, cell)
      const saved = await saveRecord(table, base, changes)
      forget()
      if (saved.kind === 'saved') return showSaved(tools, { base, columns, linked }, saved)
      mark(row.id, columns, undefined)
      window.change(row.id, () => saved.current)
      latest.set(row.id, saved.current)
      const conflict = { ...saved, linked }
      if (!holdsFor) tools.onConflict(conflict)
      return { kind: 'conflict', conflict }
    } catch (error) {
      // What the end of a session refused is offered again after the next sign-in.
      if (!(error instanceof ApiFault && error.status === 401)) forget()
      giveBack(row)
      const ending = refusedEnding(error, tools.language.t)
      mark(row.id, columns, { kind: 'error', text: ending.text })
      return ending
    }
  })
  if (step) steps.remember({ kind: step, changes: saving.then(recordChangesOf) })
  return saving

  function forget(): void {
    for (const cell of cells) forgetCell(table.entity.id, cell)
  }

  function giveBack(held: RecordRow): void {
    const cells = Object.fromEntries(columns.map((column) => [column, held[column]]))
    window.change(row.id, (shown) => withNames({ ...shown, ...cells }, before, fields, {}))
  }
}

/** Runs work after all that was given for the same record before. */
function inTurn<Result>(chains: Tools['chains'], id: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (chains.get(id) ?? Promise.resolve()).then(work)
  chains.set(
    id,
    turn.then(() => undefined),
  )
  return turn
}

type SentEdit = { readonly base: RecordRow; readonly columns: readonly string[]; readonly linked: LinkedNames }

/** Shows a record as the server saved it, and names the fields that others have changed meanwhile. */
function showSaved(
  { table, window, client, language, mark, latest }: Tools,
  { base, columns, linked }: SentEdit,
  saved: Extract<Saved, { kind: 'saved' }>,
): Ending {
  const { fields } = table.entity
  const { id } = base
  const answer = { ...base, ...saved.record, ...namesOf(base, fields) } as RecordRow
  const record = withNames(saved.record, answer, fields, linked)
  latest.set(id, record)
  mark(id, columns, undefined)
  window.change(id, (shown) => merged(shown, saved.record, record))
  const { queryKey } = recordQuery(table, id)
  client.setQueryData(queryKey, undefined)
  void client.invalidateQueries({ queryKey })
  const foreign = fields.filter((field) => saved.mergedColumns.includes(columnOf(field)))
  const names = foreign.map((field) => fieldLabel(field, language.t)).join(', ')
  if (saved.mergedColumns.length > 0) toast({ text: language.t('records.merged', { fields: names }) })
  return { kind: 'saved', change: changeOf(base, record, columns, fields) }
}

function refusedEnding(error: unknown, t: Translate): Extract<Ending, { kind: 'refused' | 'unreached' }> {
  const text = error instanceof ApiFault && error.details[0] ? error.details[0].message : sayFault(t, error).text
  return {
    kind: isUnreached(error) ? 'unreached' : 'refused',
    text,
    ...(isForbidden(error) && { forbidden: true }),
  }
}

type CellEdit = { readonly row: RecordRow; readonly column: string; readonly value: CellValue }

/** Saves one cell, as a step that can be undone; a value that does not hold stays unsaved and says why. */
export async function editCell(tools: Tools, { row, column, value: given }: CellEdit): Promise<void> {
  const { table, language, mark } = tools
  const { t } = language
  const field = table.entity.fields.find((each) => columnOf(each) === column)
  // Whoever types faster than the editor comes is read here.
  const value = field && given.isTyped ? { value: readTypedCell(field, String(given.value ?? ''), language) } : given
  if ((row[column] ?? null) === (value.value === '' ? null : value.value)) return mark(row.id, [column], undefined)
  const refusal = sayCellRefusal(table.entity, column, value.value, language)
  if (refusal) {
    mark(row.id, [column], { kind: 'error', text: refusal })
    toast({ kind: 'failed', text: refusal })
    return
  }
  const ending = await saveEdit(tools, { row, values: { [column]: value }, step: 'cell' })
  if (ending.kind === 'refused' && ending.forbidden)
    return tellForbidden({ ...tools, t }, ending.text, refusedFor(table, row, t))
  if (ending.kind !== 'unreached') return
  // What was typed is not lost with the connection: it can be sent again as it was.
  const action = { label: t('design.tryAgain'), onAction: () => void editCell(tools, { row, column, value }) }
  toast({ kind: 'failed', text: t('records.rowsFailed', { count: 1 }), action })
}

/** A text as its reader writes it, as a value of a field; what cannot be read stays as it is, to be refused with its reason. */
export function readTypedCell(field: Field, text: string, { numberRegion, dateOrder, timeZone }: Language): WireValue {
  const read = readClip(field, text, { signs: numberSigns(numberRegion), dateOrder, timeZone })
  return isRefusal(read) ? text : read
}

/** What is explained of a change of a record that was refused. */
export function refusedFor({ envid, entity }: RecordsTable, row: RecordRow, t: Translate): Refused {
  return { envid, entityId: entity.id, recordId: row.id, name: recordName(row, t('records.unnamed')), action: 'update' }
}

/** What an ending changed: something only where it was saved. */
export function recordChangesOf(ending: Ending): readonly RecordChange[] {
  return ending.kind === 'saved' && ending.change ? [ending.change] : []
}

/** The saved record, but with cells that are still on their way as they are shown. */
function merged(shown: RecordRow, answer: RecordRow, named: RecordRow): RecordRow {
  return { ...shown, ...named, '@odata.etag': answer['@odata.etag'] }
}

function isUnreached(error: unknown): boolean {
  return error instanceof ApiFault && (error.status === 0 || error.status >= 500)
}

function namesOf(row: RecordRow, fields: readonly Field[]): Record<string, unknown> {
  return Object.fromEntries(fields.filter(isLink).map(({ uri }) => [uri, row[uri]]))
}
