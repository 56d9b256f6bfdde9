import { TextField } from '#design/web/fields/TextField.tsx'
import type { ComponentProps } from 'react'

/** A field for a code of 6 digits: whatever else is pasted along goes. */
export function DigitsField({
  onChange,
  ...field
}: ComponentProps<typeof TextField> & { onChange: (code: string) => void }) {
  return (
    <TextField
      {...field}
      onChange={(text: string) => onChange(text.replaceAll(/\D/g, '').slice(0, 6))}
      autoFocus
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder="000000"
    />
  )
}
