import { lazy, Suspense } from 'react'
import type { DatePickerProps } from '#design/web/dates/DatePickerControl.tsx'
import { PendingField } from '#design/web/fields/PendingField.tsx'

const Control = lazy(async () => ({
  default: (await import('#design/web/dates/DatePickerControl.tsx')).DatePickerControl,
}))

/** A calendar day `YYYY-MM-DD`, never shifted by a zone; '' for none. Loaded when first shown. */
export function DatePicker(props: DatePickerProps) {
  return (
    <Suspense fallback={<PendingField {...props} />}>
      <Control {...props} />
    </Suspense>
  )
}
