import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { columnOf, isLink, labelOf, type Field } from '#attributes/attribute.ts'
import type { CellState } from '#design/web/grid/gridColumn.ts'
import { toast } from '#design/web/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { ApiFault } from '#platform/web/http.ts'
import { changeOf, type CellValue, type CellValues, type RecordChange } from '#records/recordChange.ts'
import type { RecordWindow } from '#records/recordWindow.ts'
import type { EditSteps } from '#records/web/editSteps.ts'
import { forgetRecords, recordQuery, withNames, type LinkedNames, type Table } from '#records/web/records.client.ts'
import type { Saved } from '#records/web/saveRecord.ts'
import type { RecordRow } from '#records/wire.ts'

export type RowEdit = {
  readonly row: RecordRow
  readonly values: CellValues
  /** Where this is false for what the record is when its turn comes, nothing is sent. */
  readonly holdsFor?: (now: RecordRow) => boolean
}
export type OpenConflict = Extract<Saved, { kind: 'conflict' }> & { readonly linked: LinkedNames }

/** `unreached`: nobody knows whether the server has heard of it; the same may be sent again. */
export type Ending =
  | { readonly kind: 'saved'; readonly change: RecordChange | undefined }
  | { readonly kind: 'conflict'; readonly conflict: OpenConflict }
  | { readonly kind: 'outdated' }
  | { readonly kind: 'refused' | 'unreached'; readonly text: string }

/** Cells that are being saved or could not be: shown at once, sent one after the other for each record. */
export function useCellEdits(
  table: Table,
  window: Pick<RecordWindow<RecordRow>, 'change' | 'refresh'>,
  steps: EditSteps,
) {
  const { entity } = table
  const client = useQueryClient()
  const { t } = useLanguage()
  const [states, setStates] = useState<ReadonlyMap<string, CellState>>(new Map())
  const [conflict, setConflict] = useState<OpenConflict>()
  const chains = useRef(new Map<string, Promise<void>>())
  const latest = useRef(new Map<string, RecordRow>())

  const mark = useCallback((id: string, columns: readonly string[], state: CellState | undefined) => {
    setStates((before) => {
      const next = new Map(before)
      for (const column of columns) {
        if (state) next.set(`${id} ${column}`, state)
        else next.delete(`${id} ${column}`)
      }
      return next
    })
  }, [])

  /** Sends fields of one record; the answer tells how that ended. */
  const send = useCallback(
    async ({ row, values, holdsFor }: RowEdit): Promise<Ending> => {
      const columns = Object.keys(values)
      const linked: LinkedNames = Object.fromEntries(columns.map((column) => [column, values[column]?.linked]))
      const changes = Object.fromEntries(columns.map((column) => [column, values[column]?.value ?? null]))
      mark(row.id, columns, { kind: 'saving' })
      window.change(row.id, (shown) => withNames({ ...shown, ...changes }, shown, entity.fields, linked))
      const before = latest.current.get(row.id) ?? row
      const giveBack = (held: RecordRow) => {
        const cells = Object.fromEntries(columns.map((column) => [column, held[column]]))
        window.change(row.id, (shown) => withNames({ ...shown, ...cells }, before, entity.fields, {}))
      }
      const work = async (): Promise<Ending> => {
        const base = latest.current.get(row.id) ?? row
        if (holdsFor && !holdsFor(base)) {
          mark(row.id, columns, undefined)
          giveBack(base)
          return { kind: 'outdated' }
        }
        try {
          const { saveRecord } = await loadSaving()
          const saved = await saveRecord(table, base, changes)
          if (saved.kind === 'conflict') {
            mark(row.id, columns, undefined)
            window.change(row.id, () => saved.current)
            latest.current.set(row.id, saved.current)
            return { kind: 'conflict', conflict: { ...saved, linked } }
          }
          const record = withNames(
            saved.record,
            { ...base, ...saved.record, ...namesOf(base, entity.fields) } as RecordRow,
            entity.fields,
            linked,
          )
          latest.current.set(row.id, record)
          mark(row.id, columns, undefined)
          window.change(row.id, (shown) => merged(shown, saved.record, record))
          client.setQueryData(recordQuery(table, row.id).queryKey, undefined)
          void client.invalidateQueries({ queryKey: recordQuery(table, row.id).queryKey })
          if (saved.mergedColumns.length > 0)
            toast({ text: t('records.merged', { fields: fieldNames(saved.mergedColumns) }) })
          return { kind: 'saved', change: changeOf(base, record, columns, entity.fields) }
        } catch (error) {
          const text = messageOf(error)
          giveBack(row)
          mark(row.id, columns, { kind: 'error', text })
          return { kind: isUnreached(error) ? 'unreached' : 'refused', text }
        }
      }
      const turn = (chains.current.get(row.id) ?? Promise.resolve()).then(work)
      chains.current.set(
        row.id,
        turn.then(() => undefined),
      )
      return turn
    },
    // oxlint-disable-next-line react/exhaustive-deps -- the helpers below are made of these
    [table, window, entity, client, t, mark],
  )

  const fieldNames = (columns: readonly string[]) =>
    entity.fields
      .filter((field) => columns.includes(columnOf(field)))
      .map((field) => labelOf(field, t))
      .join(', ')
  const messageOf = (error: unknown) =>
    error instanceof ApiFault && error.details[0] ? error.details[0].message : sayFault(t, error).text

  /** Sends fields of one record; where someone else changed the same ones, the reader is asked. */
  const save = useCallback(
    async (edit: RowEdit): Promise<Ending> => {
      const ending = await send(edit)
      if (ending.kind === 'conflict') setConflict(ending.conflict)
      return ending
    },
    [send],
  )

  /** Saves one cell; a value that does not hold stays unsaved and says why. */
  const editCell = useCallback(
    async (row: RecordRow, column: string, value: CellValue) => {
      if ((row[column] ?? null) === (value.value === '' ? null : value.value)) return mark(row.id, [column], undefined)
      const { refusalOf } = await loadSaving()
      const refusal = refusalOf(entity, column, value.value, t)
      if (refusal) {
        mark(row.id, [column], { kind: 'error', text: refusal })
        toast({ kind: 'failed', text: refusal })
        return
      }
      const attempt = async (): Promise<void> => {
        const saving = save({ row, values: { [column]: value } })
        steps.remember({ kind: 'cell', changes: saving.then(changesOf) })
        if ((await saving).kind !== 'unreached') return
        // What was typed is not lost with the connection: it can be sent again as it was.
        const action = { label: t('design.tryAgain'), onAction: () => void attempt() }
        toast({ kind: 'failed', text: t('records.rowsFailed', { count: 1 }), action })
      }
      await attempt()
    },
    [entity, mark, save, steps, t],
  )

  const cellState = useCallback((row: RecordRow, column: string) => states.get(`${row.id} ${column}`), [states])
  const refresh = useCallback(() => {
    latest.current.clear()
    window.refresh()
    void forgetRecords(client, table)
  }, [window, client, table])
  return { editCell, send, save, cellState, conflict, setConflict, refresh, messageOf }
}

/** Fetches what checks and saves a record; asked for together with the editors. */
export async function loadSaving() {
  const [{ saveRecord }, { refusalOf }] = await Promise.all([
    import('#records/web/saveRecord.ts'),
    import('#records/web/cellRefusal.ts'),
  ])
  return { saveRecord, refusalOf }
}

/** What an ending changed: something only where it was saved. */
export function changesOf(ending: Ending): readonly RecordChange[] {
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
