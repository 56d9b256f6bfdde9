import { lazy, Suspense } from 'react'
import { PendingField } from '#design/web/fields/PendingField.tsx'
import type { RichTextFieldProps } from '#design/web/richText/RichTextEditor.tsx'
import { withTexts } from '#language/web/language.tsx'

const Editor = lazy(async () => ({
  default: (await withTexts(import('#design/web/richText/RichTextEditor.tsx'), ['design'])).RichTextEditor,
}))

/** Formatted text, edited as it will look. Loaded when first shown. */
export function RichTextField(props: RichTextFieldProps) {
  return (
    <Suspense fallback={<PendingField {...props} />}>
      <Editor {...props} />
    </Suspense>
  )
}
