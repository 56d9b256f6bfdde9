import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { CellState } from '#design/web/grid/gridColumn.ts'
import { useLanguage } from '#language/web/language.tsx'
import type { RecordChange } from '#records/recordChange.ts'
import type { CellValue, CellValues } from '#records/cell.ts'
import type { RecordWindow } from '#records/recordWindow.ts'
import type { EditKind, EditSteps } from '#records/web/grid/editSteps.ts'
import type { LinkedNames } from '#records/web/recordChanges.client.ts'
import { forgetRecords, type RecordsTable } from '#records/web/records.client.ts'
import type { Saved } from '#records/web/form/saveRecord.ts'
import type { RecordRow } from '#records/wire.ts'

export type RowEdit = {
  readonly row: RecordRow
  readonly values: CellValues
  /** Where this is false for what the record is when its turn comes, nothing is sent. */
  readonly holdsFor?: (now: RecordRow) => boolean
  /** Remembered as a step of this kind, which can be undone. Without it the caller remembers several edits as one. */
  readonly step?: EditKind
}
export type OpenConflict = Extract<Saved, { kind: 'conflict' }> & { readonly linked: LinkedNames }

/** `unreached`: nobody knows whether the server has heard of it; the same may be sent again. */
export type Ending =
  | { readonly kind: 'saved'; readonly change: RecordChange | undefined }
  | { readonly kind: 'conflict'; readonly conflict: OpenConflict }
  | { readonly kind: 'outdated' }
  | { readonly kind: 'refused' | 'unreached'; readonly text: string; readonly forbidden?: true }

/** Cells that are being saved or could not be: shown at once, sent one after the other for each record. How is loaded with the editors. */
export function useCellEdits(
  table: RecordsTable,
  window: Pick<RecordWindow<RecordRow>, 'change' | 'refresh'>,
  steps: EditSteps,
) {
  const client = useQueryClient()
  const language = useLanguage()
  const [states, setStates] = useState<ReadonlyMap<string, CellState>>(new Map())
  const [conflict, setConflict] = useState<OpenConflict>()
  const [chains] = useState(() => new Map<string, Promise<void>>())
  const [latest] = useState(() => new Map<string, RecordRow>())

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
  const tools = useMemo(
    () => ({ table, window, client, language, steps, mark, chains, latest, onConflict: setConflict }),
    [table, window, client, language, steps, mark, chains, latest],
  )
  /** Saves fields of one record; the answer tells how that ended. */
  const save = useCallback(async (edit: RowEdit) => (await loadSaving()).saveEdit(tools, edit), [tools])
  /** Saves one cell; a value that does not hold stays unsaved and says why. */
  const editCell = useCallback(
    async (row: RecordRow, column: string, value: CellValue) =>
      (await loadSaving()).editCell(tools, { row, column, value }),
    [tools],
  )
  const cellState = useCallback((row: RecordRow, column: string) => states.get(`${row.id} ${column}`), [states])
  const refresh = useCallback(() => {
    latest.clear()
    window.refresh()
    void forgetRecords(client, table)
  }, [latest, window, client, table])
  return { editCell, save, cellState, conflict, setConflict, refresh }
}

/** Fetches what checks and saves a record; asked for together with the editors. */
export const loadSaving = () => import('#records/web/grid/cellEdits.ts')
