import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { TextField } from '#design/web/TextField.tsx'

/** A line of text or an e-mail address. */
export function LineControl(props: ControlProps) {
  const { field, value, onChange, isReadOnly } = props
  return (
    <TextField
      {...fieldProps(props)}
      type={field.type === 'email' ? 'email' : 'text'}
      value={String(value ?? '')}
      onChange={(text) => onChange(text === '' ? null : text)}
      isReadOnly={isReadOnly}
      pretext={field.pretext}
      placeholder={field.placeholder ?? undefined}
      autoComplete={field.autocomplete ?? 'off'}
      autoCapitalize={field.autocapitalize ?? undefined}
      spellCheck={field.spellcheck ?? undefined}
    />
  )
}
