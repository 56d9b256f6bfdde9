import { lazy, Suspense } from 'react'
import type { DateTimePickerProps } from '#design/web/dates/DateTimePickerControl.tsx'
import { PendingField } from '#design/web/fields/PendingField.tsx'

const Control = lazy(async () => ({
  default: (await import('#design/web/dates/DateTimePickerControl.tsx')).DateTimePickerControl,
}))

/** An instant as ISO text in UTC, shown in a zone (the machine's own by default); '' for none. Loaded when first shown. */
export function DateTimePicker(props: DateTimePickerProps) {
  return (
    <Suspense fallback={<PendingField {...props} />}>
      <Control {...props} />
    </Suspense>
  )
}
