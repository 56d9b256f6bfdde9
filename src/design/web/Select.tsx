import { lazy, Suspense } from 'react'
import { PendingField } from '#design/web/PendingField.tsx'
import type { SelectProps } from '#design/web/SelectControl.tsx'

export type { Option } from '#design/web/OptionList.tsx'
export type { SelectProps } from '#design/web/SelectControl.tsx'

const Control = lazy(async () => ({ default: (await import('#design/web/SelectControl.tsx')).SelectControl }))

/** Chooses one of a few values. Loaded when first shown. */
export function Select(props: SelectProps) {
  return (
    <Suspense fallback={<PendingField {...props} />}>
      <Control {...props} />
    </Suspense>
  )
}
