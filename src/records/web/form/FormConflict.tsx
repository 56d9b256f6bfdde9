import { lazy, Suspense } from 'react'
import type { RecordFormParts } from '#records/web/form/useRecordForm.ts'

const ConflictDialog = lazy(async () => ({
  default: (await import('#records/web/form/ConflictDialog.tsx')).ConflictDialog,
}))

/** The choice between both values of fields that somebody else has changed since the form was opened. */
export function FormConflict({ form: { state, saving } }: { readonly form: RecordFormParts }) {
  const { conflict } = saving
  if (!conflict) return null
  return (
    <Suspense>
      <ConflictDialog
        fields={state.fields}
        conflicts={conflict.conflicts}
        current={conflict.current}
        linked={state.linked}
        onChoose={(mine) => void saving.resolve(mine)}
        onClose={saving.closeConflict}
      />
    </Suspense>
  )
}
