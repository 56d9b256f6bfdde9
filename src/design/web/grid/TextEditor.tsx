import { useLayoutEffect, useRef, useState } from 'react'

type TextEditorProps = {
  readonly label: string
  /** The value as text, in the form it is typed. */
  readonly text: string
  readonly initialText: string | undefined
  readonly onChange: (text: string) => void
  readonly inputMode?: 'text' | 'decimal' | 'numeric' | 'email' | 'url' | 'tel'
  readonly align?: 'start' | 'end'
}

/** The inline editor of whatever is typed as one line of text. */
export function TextEditor({ label, text, initialText, onChange, inputMode, align = 'start' }: TextEditorProps) {
  const [typed, setTyped] = useState(initialText ?? text)
  const input = useRef<HTMLInputElement>(null)
  // At once: what stood here until it was loaded has lost the focus, which would end the edit.
  useLayoutEffect(() => {
    input.current?.focus()
    // Typing goes on behind what is there, as in a spreadsheet's cell.
    const end = input.current?.value.length ?? 0
    input.current?.setSelectionRange(end, end)
    if (initialText !== undefined) onChange(initialText)
    // oxlint-disable-next-line react/exhaustive-deps -- only when the edit begins
  }, [])
  return (
    <input
      ref={input}
      aria-label={label}
      inputMode={inputMode}
      autoComplete="off"
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(event.target.value)
      }}
      className="size-full bg-raised px-2.5 text-text outline-2 -outline-offset-2 outline-brand"
      style={{ textAlign: align }}
    />
  )
}
