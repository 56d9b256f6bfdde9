import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import type { MovedRecord, MovedRecords } from '#records/recordMove.ts'
import type { CellValues } from '#records/cell.ts'
import { sayCellRefusal, refusedFor } from '#records/web/grid/cellEdits.ts'
import { createEditSteps } from '#records/web/grid/editSteps.ts'
import { forgetRecords, type RecordsTable } from '#records/web/records.client.ts'
import { useCellEdits, type Ending, type RowEdit } from '#records/web/grid/useCellEdits.ts'
import { useEditHistory } from '#records/web/grid/useEditHistory.ts'
import { recordName, type RecordRow } from '#records/wire.ts'
import { tellForbidden } from '#security/web/permissionTests/refusals.ts'

const EditConflict = lazy(async () => ({ default: (await import('#records/web/grid/EditConflict.tsx')).EditConflict }))

/**
 * Records that are moved by setting fields of them: shown at once, taken back where the server refuses, with an undo. The
 * lists of the page are asked for anew when a move is saved. `openId` is the record that is open beside them.
 */
export function useMoves(table: RecordsTable, openId: string | undefined) {
  const { entity } = table
  const client = useQueryClient()
  const language = useLanguage()
  const { t } = language
  const [moved, setMoved] = useState<MovedRecords>(new Map())
  const [steps] = useState(createEditSteps)
  const put = useCallback((id: string, next: (entry: MovedRecord | undefined) => MovedRecord | undefined) => {
    setMoved((before) => {
      const entry = next(before.get(id))
      const after = new Map(before)
      if (entry) after.set(id, entry)
      else after.delete(id)
      return after
    })
  }, [])
  const shelf = useMemo(
    () => ({
      change: (id: string, next: (row: RecordRow) => RecordRow) =>
        put(id, (entry) => entry && { ...entry, row: next(entry.row) }),
      refresh: () => setMoved(new Map()),
    }),
    [put],
  )
  const edits = useCellEdits(table, shelf, steps)
  const { save: saveEdit, setConflict, conflict } = edits

  const begin = useCallback(
    (row: RecordRow) =>
      put(row.id, (entry) =>
        entry && !entry.isSettled ? entry : { row, origin: entry?.row ?? row, isSettled: false },
      ),
    [put],
  )
  const settle = useCallback(
    async (id: string) => {
      await forgetRecords(client, table)
      put(id, (entry) => entry && { row: entry.row, origin: entry.row, isSettled: true })
    },
    [client, table, put],
  )
  const save = useCallback(
    async (edit: RowEdit): Promise<Ending> => {
      begin(edit.row)
      const ending = await saveEdit(edit)
      if (ending.kind === 'conflict') setConflict(ending.conflict)
      void settle(edit.row.id)
      return ending
    },
    [begin, saveEdit, setConflict, settle],
  )
  const history = useEditHistory(table, { save }, steps)
  // Whoever opens a record may change or delete it: what is known of moves is no longer the newest.
  const [seenId, setSeenId] = useState(openId)
  if (seenId !== openId) {
    setSeenId(openId)
    setMoved(new Map([...moved].filter(([, { isSettled }]) => !isSettled)))
  }

  /** Moves a record; `said` tells where to, once it is there. Where it cannot go, it stays, and `refusal` says why. */
  async function move(row: RecordRow, values: CellValues, said: string, refusal?: string): Promise<void> {
    const name = recordName(row, t('records.unnamed'))
    const refusalFor = (reason: string) => t('records.move.refused', { name, reason })
    const refuse = (reason: string) => toast({ kind: 'failed', text: refusalFor(reason) })
    if (refusal !== undefined) return void refuse(refusal)
    begin(row)
    const plain = Object.fromEntries(Object.entries(values).map(([column, { value }]) => [column, value]))
    shelf.change(row.id, (shown) => ({ ...shown, ...plain }))
    const unfit = Object.entries(plain)
      .map(([column, value]) => sayCellRefusal(entity, column, value, language))
      .find((text) => text !== undefined)
    if (unfit !== undefined) {
      put(row.id, () => undefined)
      return void refuse(unfit)
    }
    const ending = await save({ row, values, step: 'cell' })
    if (ending.kind === 'saved') {
      const action = { label: t('design.undo'), onAction: history.onUndo }
      toast({ kind: 'done', text: said, ...(ending.change ? { action } : {}) })
    } else if (ending.kind === 'refused') {
      if (ending.forbidden) tellForbidden({ t, client }, refusalFor(ending.text), refusedFor(table, row, t))
      else refuse(ending.text)
    } else if (ending.kind === 'unreached') {
      const action = { label: t('design.tryAgain'), onAction: () => void move(row, values, said) }
      toast({ kind: 'failed', text: refusalFor(ending.text), action })
    }
  }

  const dialog = conflict && (
    <Suspense>
      <EditConflict
        {...{ entity, conflict }}
        onSave={(edit) => void save({ ...edit, step: 'cell' })}
        onClose={() => setConflict(undefined)}
      />
    </Suspense>
  )
  return { moved, move, dialog }
}
