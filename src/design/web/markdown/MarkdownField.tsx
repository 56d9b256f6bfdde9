import { lazy, Suspense } from 'react'
import { PendingField } from '#design/web/fields/PendingField.tsx'
import type { TextAreaProps } from '#design/web/fields/TextArea.tsx'
import { loadLater } from '#language/web/language.tsx'

const Editor = lazy(async () => {
  const [{ MarkdownEditor }] = await Promise.all([
    import('#design/web/markdown/MarkdownEditor.tsx'),
    loadLater(['aside']),
  ])
  return { default: MarkdownEditor }
})

/** Markdown: written as plain text, and looked at as it will be read. Loaded when first shown. */
export function MarkdownField(props: TextAreaProps) {
  return (
    <Suspense fallback={<PendingField {...props} />}>
      <Editor {...props} />
    </Suspense>
  )
}
