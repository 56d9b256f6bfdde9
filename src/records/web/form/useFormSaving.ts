import { useRef, useState } from 'react'
import type { FormError } from '#design/web/fields/FormErrors.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { ApiFault, newIdempotencyKey } from '#platform/web/http.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { saveRecord, type Saved } from '#records/web/form/saveRecord.ts'
import type { FormState } from '#records/web/form/useFormState.ts'
import { createRecord, patchRecord, withNames, type RecordPatch } from '#records/web/recordChanges.client.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import type { RecordRow } from '#records/wire.ts'
import { isForbidden } from '#security/web/permissionTests/refusals.ts'

type SaveConflict = Extract<Saved, { kind: 'conflict' }>

/** Saves what a form holds: once for each press, with all problems told at once, and a choice where others were faster. */
export function useFormSaving(table: RecordsTable, state: FormState, onSaved: (record: RecordRow) => void) {
  const { entity } = table
  const { t } = useLanguage()
  const { base, linked, labelled } = state
  const [isPending, setPending] = useState(false)
  const [conflict, setConflict] = useState<SaveConflict>()
  const sending = useRef(false)
  const key = useRef(newIdempotencyKey())

  async function save(): Promise<RecordRow | undefined> {
    if (sending.current || (base && !state.isDirty)) return base
    const wanted = base ? state.changes : withoutEmpty(state.values, state.stored)
    const errors = state.check(wanted)
    state.setProblems({ ...state.problems, errors })
    if (errors.length > 0) return undefined
    return send(async () => {
      if (!base) return { kind: 'saved', record: await createRecord(table, wanted, key.current), mergedColumns: [] }
      return saveRecord(table, base, wanted)
    })
  }

  /** After a choice between both values: what was chosen of mine goes on top of what the record now is. */
  async function resolve(mine: RecordPatch): Promise<RecordRow | undefined> {
    if (!conflict) return undefined
    const { current, changes: others } = conflict
    setConflict(undefined)
    state.setBase(current)
    const wanted = { ...others, ...mine }
    if (Object.keys(wanted).length === 0) {
      finish(current)
      return current
    }
    return send(async () => {
      const record = await patchRecord(table, current.id, wanted, current['@odata.etag'])
      return { kind: 'saved', record, mergedColumns: [] }
    }, current)
  }

  async function send(work: () => Promise<Saved>, on: RecordRow | undefined = base): Promise<RecordRow | undefined> {
    sending.current = true
    setPending(true)
    try {
      const saved = await work()
      if (saved.kind === 'conflict') {
        setConflict(saved)
        return undefined
      }
      const next = withNames(saved.record, on ?? saved.record, entity.fields, linked)
      if (saved.mergedColumns.length > 0) toast({ text: t('records.merged', { fields: namesOf(saved.mergedColumns) }) })
      else toast({ kind: 'done', text: t('records.saved') })
      finish(next)
      return next
    } catch (error) {
      state.setProblems({ errors: errorsOf(error), isForbidden: isForbidden(error) })
      // The answer to an earlier try was lost, and what is typed has changed since: who still wants it sends it as new.
      if (error instanceof ApiFault && error.code === 'request.repeated') key.current = newIdempotencyKey()
      return undefined
    } finally {
      sending.current = false
      setPending(false)
    }
  }

  function finish(next: RecordRow): void {
    key.current = newIdempotencyKey()
    state.discard()
    if (base) state.setBase(next)
    onSaved(next)
  }

  function errorsOf(error: unknown): readonly FormError[] {
    if (error instanceof ApiFault && error.details.length > 0) {
      return error.details.map(({ target = '', message }) => labelled(target, message))
    }
    return [{ text: sayFault(t, error).text }]
  }

  function namesOf(columns: readonly string[]): string {
    return columns.map((column) => labelled(column, '').label ?? column).join(', ')
  }

  return { isPending, conflict, save, resolve, closeConflict: () => setConflict(undefined) }
}

// What was left empty is not sent, so that the server fills in what it knows better.
function withoutEmpty(values: RecordPatch, stored: RecordPatch): RecordPatch {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([column, value]) => (value !== null && value !== '') || (stored[column] ?? null) !== null,
    ),
  )
}
