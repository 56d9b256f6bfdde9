import { useFormRights } from '#records/web/form/useFormRights.ts'
import { useFormSaving } from '#records/web/form/useFormSaving.ts'
import { useFormState, type FormPrefill } from '#records/web/form/useFormState.ts'
import { useLiveFormulas } from '#records/web/form/useLiveFormulas.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import type { RecordRow } from '#records/wire.ts'

export type RecordFormParts = ReturnType<typeof useRecordForm>

/** All that the parts of a record's form need, wherever a layout puts them: its values, its saving, and what may be done. */
export function useRecordForm(
  table: RecordsTable,
  record: RecordRow | undefined,
  onSaved: (record: RecordRow) => void,
  given?: FormPrefill,
) {
  const state = useFormState(table, record, given)
  const saving = useFormSaving(table, state, onSaved)
  const { base, isDirty, heard } = state
  // A form that nobody has typed into follows the record as it changes elsewhere.
  if (record && base && record !== base && state.isUntouched && !saving.isPending) state.setBase(record)
  const live = useLiveFormulas(table, base && !isDirty ? undefined : { ...base, ...heard })
  const rights = useFormRights(table, base)
  return { table, state, saving, rights, live }
}
