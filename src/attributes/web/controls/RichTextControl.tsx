import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { MarkdownField } from '#design/web/markdown/MarkdownField.tsx'
import { RichTextField } from '#design/web/richText/RichTextField.tsx'

/** Formatted text, edited as it will look. */
export function RichTextControl(props: ControlProps) {
  const { field, value, onChange, isReadOnly } = props
  return (
    <RichTextField
      {...fieldProps(props)}
      value={String(value ?? '')}
      onChange={(html) => onChange(html === '' ? null : html)}
      {...(isReadOnly ? { isReadOnly } : {})}
      {...(field.placeholder ? { placeholder: field.placeholder } : {})}
      {...(field.spellcheck === null ? {} : { spellCheck: field.spellcheck })}
    />
  )
}

/** Markdown. */
export function MarkdownControl(props: ControlProps) {
  const { field, value, onChange, isReadOnly } = props
  return (
    <MarkdownField
      {...fieldProps(props)}
      value={String(value ?? '')}
      onChange={(text) => onChange(text === '' ? null : text)}
      {...(isReadOnly ? { isReadOnly } : {})}
      placeholder={field.placeholder ?? undefined}
      spellCheck={field.spellcheck ?? undefined}
    />
  )
}
