import { lazy, Suspense } from 'react'
import { PendingField } from '#design/web/fields/PendingField.tsx'
import type { TimeFieldProps } from '#design/web/dates/TimeFieldControl.tsx'

const Control = lazy(async () => ({
  default: (await import('#design/web/dates/TimeFieldControl.tsx')).TimeFieldControl,
}))

/** A time of day `HH:MM:SS` without a zone; '' for none. Loaded when first shown. */
export function TimeField(props: TimeFieldProps) {
  return (
    <Suspense fallback={<PendingField {...props} />}>
      <Control {...props} />
    </Suspense>
  )
}
