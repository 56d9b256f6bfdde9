import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { TextArea } from '#design/web/fields/TextArea.tsx'

/** Several lines of text. */
export function TextAreaControl(props: ControlProps) {
  const { field, value, onChange, isReadOnly } = props
  return (
    <TextArea
      {...fieldProps(props)}
      value={String(value ?? '')}
      onChange={(text) => onChange(text === '' ? null : text)}
      isReadOnly={isReadOnly}
      placeholder={field.placeholder ?? undefined}
      autoCapitalize={field.autocapitalize ?? undefined}
      spellCheck={field.spellcheck ?? undefined}
    />
  )
}
