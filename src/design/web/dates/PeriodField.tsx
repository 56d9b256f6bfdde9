import { lazy, Suspense } from 'react'
import { PendingField } from '#design/web/fields/PendingField.tsx'
import type { PeriodFieldProps } from '#design/web/dates/PeriodFieldControl.tsx'
import { withTexts } from '#language/web/language.tsx'

export type { Period } from '#design/web/dates/PeriodFieldControl.tsx'

const Control = lazy(async () => ({
  default: (await withTexts(import('#design/web/dates/PeriodFieldControl.tsx'), ['design'])).PeriodFieldControl,
}))

/** A part of a year, such as a month or week. Loaded when first shown. */
export function PeriodField(props: PeriodFieldProps) {
  return (
    <Suspense fallback={<PendingField {...props} />}>
      <Control {...props} />
    </Suspense>
  )
}
