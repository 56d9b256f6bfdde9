import { useEffect, useRef } from 'react'
import type { Fields, Type } from '#expressions/type.ts'
import { openEditor, type OpenEditor } from '#expressions/web/openEditor.ts'
import { useLanguage } from '#language/web/language.tsx'

type ExpressionEditorProps = {
  readonly id: string
  readonly label: string
  readonly description: string
  readonly name?: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly scope: Fields
  readonly wanted: Type | undefined
  readonly isInvalid: boolean
  readonly isReadOnly: boolean
}

/**
 * The editor of an expression. It lives in a shadow tree: its styles are sheets of that tree, and the page's policy lets no
 * other styles in.
 */
export function ExpressionEditor(props: ExpressionEditorProps) {
  const { id, name, value, scope, wanted, label, description, isInvalid, isReadOnly, onChange } = props
  const { t } = useLanguage()
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<OpenEditor>(undefined)
  const told = useRef({ onChange })
  useEffect(() => {
    told.current = { onChange }
  })
  useEffect(() => {
    if (!host.current) return undefined
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open', delegatesFocus: true })
    const opened = openEditor(root, (text) => told.current.onChange(text))
    editor.current = opened
    return () => {
      opened.view.destroy()
      editor.current = undefined
    }
  }, [])
  useEffect(() => {
    editor.current?.show({ t, scope, wanted, label, description, isInvalid, isReadOnly })
  }, [t, scope, wanted, label, description, isInvalid, isReadOnly])
  useEffect(() => {
    editor.current?.setText(value)
  }, [value])
  return (
    <div
      ref={host}
      id={id}
      data-name={name}
      data-invalid={isInvalid ? '' : undefined}
      data-readonly={isReadOnly ? '' : undefined}
      className="control h-auto min-h-14 px-0 py-0 font-mono"
    />
  )
}
