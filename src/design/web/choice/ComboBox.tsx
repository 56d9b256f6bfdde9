import { lazy, Suspense } from 'react'
import type { ComboBoxProps } from '#design/web/choice/ComboBoxControl.tsx'
import { PendingField } from '#design/web/fields/PendingField.tsx'

const Control = lazy(async () => ({
  default: (await import('#design/web/choice/ComboBoxControl.tsx')).ComboBoxControl,
}))

/** Finds one of many by typing, such as a linked record. Loaded when first shown. */
export function ComboBox(props: ComboBoxProps) {
  return (
    <Suspense fallback={<PendingField {...props} />}>
      <Control {...props} />
    </Suspense>
  )
}
