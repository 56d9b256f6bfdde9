import Squire from 'squire-rte'
import { useEffect, useRef, useState } from 'react'
import { classes } from '#design/web/classes.ts'
import { Field, type FieldProps } from '#design/web/Field.tsx'
import { FormatBar } from '#design/web/richText/FormatBar.tsx'
import { proseClasses } from '#design/web/richText/prose.ts'
import { cleanFragment } from '#design/web/richText/sanitize.ts'

export type RichTextFieldProps = FieldProps & {
  /** HTML; '' for none. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isReadOnly?: boolean
  readonly placeholder?: string
  readonly spellCheck?: boolean
}

/** The editor of RichTextField: Squire with a bar of its formats. */
export function RichTextEditor(props: RichTextFieldProps) {
  const { value, onChange, isReadOnly = false, placeholder, spellCheck } = props
  const root = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Squire>()
  const said = useRef(value)
  const tell = useRef(onChange)
  useEffect(() => {
    tell.current = onChange
  })

  useEffect(() => {
    const place = root.current
    if (!place) return
    const made = new Squire(place, { blockTag: 'P', sanitizeToDOMFragment: cleanFragment })
    // Tab leaves the field, as everywhere.
    made.setKeyHandler('Tab', null).setKeyHandler('Shift-Tab', null)
    made.setHTML(said.current)
    made.addEventListener('input', () => {
      said.current = textOf(place) === '' ? '' : made.getHTML()
      tell.current(said.current)
    })
    setEditor(made)
    return () => made.destroy()
  }, [])
  // Another value than what was typed here comes from outside: an undo, somebody else's change.
  useEffect(() => {
    if (!editor || value === said.current) return
    said.current = value
    editor.setHTML(value)
  }, [editor, value])
  useEffect(() => editor?.getRoot().setAttribute('contenteditable', String(!isReadOnly)), [editor, isReadOnly])

  return (
    <Field {...props}>
      {(wiring) => (
        <div className="control h-auto! p-0!" data-invalid={props.error ? '' : undefined}>
          {editor && !isReadOnly && <FormatBar editor={editor} />}
          <div className="relative">
            {value === '' && placeholder && (
              <span aria-hidden className="pointer-events-none absolute top-1.5 left-2.5 text-muted">
                {placeholder}
              </span>
            )}
            <div
              ref={root}
              id={wiring.id}
              role="textbox"
              aria-multiline
              aria-labelledby={wiring['aria-labelledby']}
              aria-describedby={wiring['aria-describedby']}
              aria-invalid={props.error ? true : undefined}
              aria-required={props.required}
              aria-readonly={isReadOnly || undefined}
              spellCheck={spellCheck}
              className={classes('max-h-96 min-h-24 overflow-auto px-2.5 py-1.5 outline-none', proseClasses)}
            />
          </div>
        </div>
      )}
    </Field>
  )
}

function textOf(place: HTMLElement): string {
  return (place.textContent ?? '').replaceAll('\u200b', '').trim()
}
