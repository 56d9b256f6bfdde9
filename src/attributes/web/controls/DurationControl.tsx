import { useState } from 'react'
import { clockText } from '#dates/clockText.ts'
import { readDuration } from '#attributes/span.ts'
import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { TextField } from '#design/web/fields/TextField.tsx'

/** A span of time, shown and typed as hours and minutes. */
export function DurationControl(props: ControlProps) {
  const { field, value, onChange, isReadOnly } = props
  const [typed, setTyped] = useState<string>()
  const stored = String(value ?? '')
  return (
    <TextField
      {...fieldProps(props)}
      value={typed ?? clockText(stored) ?? stored}
      onChange={(text) => {
        setTyped(text)
        // What is no span is passed on as it was typed, to be refused with its reason.
        onChange(text.trim() === '' ? null : (readDuration(text.trim()) ?? text))
      }}
      onBlur={() => setTyped(undefined)}
      isReadOnly={isReadOnly}
      pretext={field.pretext}
      placeholder={field.placeholder ?? '0:00'}
      autoComplete="off"
    />
  )
}
