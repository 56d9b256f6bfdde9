import { lazy, Suspense } from 'react'
import { PendingField } from '#design/web/fields/PendingField.tsx'
import type { TextAreaProps } from '#design/web/fields/TextArea.tsx'
import { withTexts } from '#language/web/language.tsx'

const Editor = lazy(async () => ({
  default: (await withTexts(import('#design/web/markdown/MarkdownEditor.tsx'), ['design'])).MarkdownEditor,
}))

/** Markdown: written as plain text, and looked at as it will be read. Loaded when first shown. */
export function MarkdownField(props: TextAreaProps) {
  return (
    <Suspense fallback={<PendingField {...props} />}>
      <Editor {...props} />
    </Suspense>
  )
}
