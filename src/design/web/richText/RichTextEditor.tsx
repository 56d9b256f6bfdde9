import Squire from 'squire-rte'
import { useEffect, useRef, useState } from 'react'
import { classes } from '#design/web/theme/classes.ts'
import { Field, type FieldProps } from '#design/web/fields/Field.tsx'
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
  const shown = useRef({ value, html: value })
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
    shown.current = show(made, said.current)
    made.addEventListener('input', () => {
      const { value: given, html: asShown } = shown.current
      const html = made.getHTML()
      const now = html === asShown ? given : textOf(place) === '' ? '' : html
      if (now === said.current) return
      said.current = now
      tell.current(now)
    })
    setEditor(made)
    return () => made.destroy()
  }, [])
  // Another value than what was typed here comes from outside: an undo, somebody else's change.
  useEffect(() => {
    if (!editor || value === said.current) return
    said.current = value
    shown.current = show(editor, value)
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

/** Shows a value, and keeps how the editor writes it: one that nobody has typed into holds what it was given. */
function show(editor: Squire, value: string): { readonly value: string; readonly html: string } {
  editor.setHTML(value)
  return { value, html: editor.getHTML() }
}

function textOf(place: HTMLElement): string {
  return (place.textContent ?? '').replaceAll('\u200b', '').trim()
}
