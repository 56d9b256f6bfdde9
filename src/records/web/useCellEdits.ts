import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { columnOf, labelOf, type Field } from '#attributes/attribute.ts'
import { fieldReaders } from '#attributes/record.ts'
import { isRefusal, type WireValue } from '#attributes/type.ts'
import type { CellState } from '#design/web/grid/gridColumn.ts'
import { toast } from '#design/web/toast.ts'
import type { TextKey } from '#language/translate.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { ApiFault } from '#platform/web/http.ts'
import type { RecordWindow } from '#records/recordWindow.ts'
import type { CellValue } from '#records/web/gridColumns.tsx'
import { forgetRecords, recordQuery, withNames, type LinkedNames, type Table } from '#records/web/records.client.ts'
import { saveRecord, type Saved } from '#records/web/saveRecord.ts'
import type { RecordRow } from '#records/wire.ts'

export type RowEdit = { readonly row: RecordRow; readonly values: Readonly<Record<string, CellValue>> }
export type OpenConflict = Extract<Saved, { kind: 'conflict' }> & { readonly linked: LinkedNames }

/** `unreached`: nobody knows whether the server has heard of it; the same may be sent again. */
type Ending = 'saved' | 'conflict' | 'refused' | 'unreached'

/** Cells that are being saved or could not be: shown at once, sent one after the other for each record. */
export function useCellEdits(table: Table, window: RecordWindow<RecordRow>) {
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

  /** Why a value does not hold, in the reader's words; undefined when it does. */
  const refusalOf = useCallback(
    (column: string, value: WireValue): string | undefined => {
      const reader = fieldReaders(entity).get(column)
      const read = reader?.read(value)
      if (!reader || read === undefined || !isRefusal(read)) return undefined
      const problem = reader.problem(read, value)
      return problem.message ?? t(`fault.${problem.code}` as TextKey, problem.parameters)
    },
    [entity, t],
  )

  /** Saves fields of one record; the answer tells how that ended. */
  const save = useCallback(
    async ({ row, values }: RowEdit): Promise<Ending> => {
      const columns = Object.keys(values)
      const linked: LinkedNames = Object.fromEntries(columns.map((column) => [column, values[column]?.linked]))
      const changes = Object.fromEntries(columns.map((column) => [column, values[column]?.value ?? null]))
      mark(row.id, columns, { kind: 'saving' })
      window.change(row.id, (shown) => withNames({ ...shown, ...changes }, shown, entity.fields, linked))
      const before = latest.current.get(row.id) ?? row
      const shownBefore = Object.fromEntries(columns.map((column) => [column, row[column]]))
      const giveBack = () =>
        window.change(row.id, (shown) => withNames({ ...shown, ...shownBefore }, before, entity.fields, {}))
      const work = async (): Promise<Ending> => {
        const base = latest.current.get(row.id) ?? row
        try {
          const saved = await saveRecord(table, base, changes)
          if (saved.kind === 'conflict') {
            mark(row.id, columns, undefined)
            window.change(row.id, () => saved.current)
            latest.current.set(row.id, saved.current)
            setConflict({ ...saved, linked })
            return 'conflict'
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
          return 'saved'
        } catch (error) {
          const text = messageOf(error)
          giveBack()
          mark(row.id, columns, { kind: 'error', text })
          return isUnreached(error) ? 'unreached' : 'refused'
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

  /** Saves one cell; a value that does not hold stays unsaved and says why. */
  const editCell = useCallback(
    async (row: RecordRow, column: string, value: CellValue) => {
      if ((row[column] ?? null) === (value.value === '' ? null : value.value)) return mark(row.id, [column], undefined)
      const refusal = refusalOf(column, value.value)
      if (refusal) {
        mark(row.id, [column], { kind: 'error', text: refusal })
        toast({ kind: 'failed', text: refusal })
        return
      }
      const send = async (): Promise<void> => {
        if ((await save({ row, values: { [column]: value } })) !== 'unreached') return
        // What was typed is not lost with the connection: it can be sent again as it was.
        const action = { label: t('design.tryAgain'), onAction: () => void send() }
        toast({ kind: 'failed', text: t('records.rowsFailed', { count: 1 }), action })
      }
      await send()
    },
    [mark, refusalOf, save, t],
  )

  const cellState = useCallback((row: RecordRow, column: string) => states.get(`${row.id} ${column}`), [states])
  const refresh = useCallback(() => {
    latest.current.clear()
    window.refresh()
    void forgetRecords(client, table)
  }, [window, client, table])
  return { editCell, save, refusalOf, cellState, conflict, setConflict, refresh, messageOf }
}

/** The saved record, but with cells that are still on their way as they are shown. */
function merged(shown: RecordRow, answer: RecordRow, named: RecordRow): RecordRow {
  return { ...shown, ...named, '@odata.etag': answer['@odata.etag'] }
}

function isUnreached(error: unknown): boolean {
  return error instanceof ApiFault && (error.status === 0 || error.status >= 500)
}

function namesOf(row: RecordRow, fields: readonly Field[]): Record<string, unknown> {
  return Object.fromEntries(fields.filter(({ type }) => type === 'N:1').map(({ uri }) => [uri, row[uri]]))
}
