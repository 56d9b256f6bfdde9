import { lazy, Suspense } from 'react'
import { PendingField } from '#design/web/fields/PendingField.tsx'
import type { RichTextFieldProps } from '#design/web/richText/RichTextEditor.tsx'
import { loadLater } from '#language/web/language.tsx'

const Editor = lazy(async () => {
  const [{ RichTextEditor }] = await Promise.all([
    import('#design/web/richText/RichTextEditor.tsx'),
    loadLater(['aside']),
  ])
  return { default: RichTextEditor }
})

/** Formatted text, edited as it will look. Loaded when first shown. */
export function RichTextField(props: RichTextFieldProps) {
  return (
    <Suspense fallback={<PendingField {...props} />}>
      <Editor {...props} />
    </Suspense>
  )
}
