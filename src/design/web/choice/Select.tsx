import { lazy, Suspense } from 'react'
import { PendingField } from '#design/web/fields/PendingField.tsx'
import type { SelectProps } from '#design/web/choice/SelectControl.tsx'

export type { Option } from '#design/web/choice/OptionList.tsx'
export type { SelectProps } from '#design/web/choice/SelectControl.tsx'

const Control = lazy(async () => ({ default: (await import('#design/web/choice/SelectControl.tsx')).SelectControl }))

/** Chooses one of a few values. Loaded when first shown. */
export function Select(props: SelectProps) {
  return (
    <Suspense fallback={<PendingField {...props} />}>
      <Control {...props} />
    </Suspense>
  )
}
