import { useEffect, useRef, type FormEvent } from 'react'
import { columnOf } from '#attributes/attribute.ts'
import type { FindLinked } from '#attributes/web/control.ts'
import { usePageKeys } from '#design/web/navigation/pageKeys.ts'
import { useUnsavedWork } from '#platform/web/unsavedWork.ts'
import { FieldSlot } from '#records/web/form/FieldSlot.tsx'
import { FormConflict } from '#records/web/form/FormConflict.tsx'
import { FormFooter, type AfterSave } from '#records/web/form/FormFooter.tsx'
import { FormNotices } from '#records/web/form/FormNotices.tsx'
import { RecordFacts } from '#records/web/form/RecordFacts.tsx'
import type { FormPrefill } from '#records/web/form/useFormState.ts'
import { useRecordForm } from '#records/web/form/useRecordForm.ts'
import { useSaveKey } from '#records/web/form/useSaveKey.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import type { RecordRow } from '#records/wire.ts'

type RecordFormProps = {
  readonly table: RecordsTable
  /** The record to change; none for a new one. */
  readonly record: RecordRow | undefined
  /** What a new record begins with. */
  readonly given?: FormPrefill
  readonly findLinked: FindLinked
  readonly onSaved: (record: RecordRow, next: AfterSave) => void
  readonly onCancel: () => void
  readonly onDelete?: () => void
  readonly onDirty?: (isDirty: boolean) => void
}

/** All fields of a record, two beside each other where there is room, with what the system knows of it at the side. */
export function RecordForm(props: RecordFormProps) {
  const { table, record, given, findLinked, onSaved, onCancel, onDelete, onDirty } = props
  const after = useRef<AfterSave>('stay')
  const form = useRecordForm(table, record, (saved) => onSaved(saved, after.current), given)
  const { state, saving } = form
  const { base, isDirty } = state
  useUnsavedWork(isDirty)
  usePageKeys('record')
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty])

  const save = (next: AfterSave) => {
    after.current = next
    void saving.save()
  }
  useSaveKey(() => save('stay'))
  return (
    <form
      noValidate
      className="@container flex min-h-0 flex-1 flex-col"
      aria-label={table.entity.name}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        save('stay')
      }}
    >
      <div className="min-h-0 flex-1 overflow-auto p-4">
        <div className="flex flex-col gap-4">
          <FormNotices {...{ form }} />
          <div className="flex flex-col gap-6 @4xl:flex-row">
            <div className="grid min-w-0 flex-1 grid-cols-1 content-start gap-4 @lg:grid-cols-2">
              {state.fields.map((field) => (
                <FieldSlot key={columnOf(field)} {...{ form, field, findLinked }} />
              ))}
            </div>
            {base && <RecordFacts table={table} record={base} />}
          </div>
        </div>
      </div>
      <FormFooter {...{ form, onCancel, onDelete }} onSave={save} />
      <FormConflict {...{ form }} />
    </form>
  )
}
