import { lazy, Suspense } from 'react'
import type { MultiSelectProps } from '#design/web/choice/MultiSelectControl.tsx'
import { PendingField } from '#design/web/fields/PendingField.tsx'

const Control = lazy(async () => ({
  default: (await import('#design/web/choice/MultiSelectControl.tsx')).MultiSelectControl,
}))

/** Chooses several of a few values. Loaded when first shown. */
export function MultiSelect(props: MultiSelectProps) {
  return (
    <Suspense fallback={<PendingField {...props} />}>
      <Control {...props} />
    </Suspense>
  )
}
