import { lazy, Suspense } from 'react'
import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { PendingField } from '#design/web/fields/PendingField.tsx'
import { withTexts } from '#language/web/language.tsx'

const Editor = lazy(async () => ({
  default: (await withTexts(import('#attributes/web/controls/FilesEditor.tsx'), ['attributes', 'design'])).FilesEditor,
}))

/** Files or pictures of a record. Loaded when first shown. */
export function FileControl(props: ControlProps) {
  return (
    <Suspense fallback={<PendingField {...fieldProps(props)} />}>
      <Editor {...props} />
    </Suspense>
  )
}
