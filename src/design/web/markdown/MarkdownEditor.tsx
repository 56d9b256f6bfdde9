import { lazy, Suspense, useState } from 'react'
import { Field } from '#design/web/fields/Field.tsx'
import { SegmentedControl } from '#design/web/choice/SegmentedControl.tsx'
import { TextArea, type TextAreaProps } from '#design/web/fields/TextArea.tsx'
import { useLanguage } from '#language/web/language.tsx'

const Markdown = lazy(async () => ({ default: (await import('#design/web/markdown/Markdown.tsx')).Markdown }))

/** The editor of MarkdownField. Markdown: written as plain text, and looked at as it will be read. */
export function MarkdownEditor(props: TextAreaProps) {
  const { t } = useLanguage()
  const [mode, setMode] = useState<'write' | 'read'>('write')
  const shown = props.isReadOnly ? 'read' : mode
  return (
    <div className="flex min-w-0 flex-col gap-1">
      {shown === 'write' ? (
        <TextArea rows={5} {...props} />
      ) : (
        <Field {...props}>
          {(wiring) => (
            <div
              id={wiring.id}
              role="region"
              // A long text is scrolled with the keys.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
              tabIndex={0}
              aria-labelledby={wiring['aria-labelledby']}
              className="control focus-ring h-auto! max-h-96 min-h-28 overflow-auto px-2.5 py-1.5"
              data-static
            >
              <Suspense>
                <Markdown text={props.value} />
              </Suspense>
            </div>
          )}
        </Field>
      )}
      {!props.isReadOnly && (
        <div className="self-start">
          <SegmentedControl
            label={t('controls.mode', { name: props.label })}
            segments={[
              { id: 'write' as const, label: t('controls.write') },
              { id: 'read' as const, label: t('controls.read') },
            ]}
            value={mode}
            onChange={setMode}
          />
        </div>
      )}
    </div>
  )
}
