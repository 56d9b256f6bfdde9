import { lazy, Suspense } from 'react'
import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { PendingField } from '#design/web/fields/PendingField.tsx'
import { loadLater } from '#language/web/language.tsx'

const Editor = lazy(async () => {
  const [{ FilesEditor }] = await Promise.all([
    import('#attributes/web/controls/FilesEditor.tsx'),
    loadLater(['aside']),
  ])
  return { default: FilesEditor }
})

/** Files or pictures of a record. Loaded when first shown. */
export function FileControl(props: ControlProps) {
  return (
    <Suspense fallback={<PendingField {...fieldProps(props)} />}>
      <Editor {...props} />
    </Suspense>
  )
}
