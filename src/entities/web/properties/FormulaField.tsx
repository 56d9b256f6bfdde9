import { TextArea } from '#design/web/TextArea.tsx'

type FormulaFieldProps = {
  readonly label: string
  readonly labelHidden?: boolean
  readonly name: string
  readonly value: string
  readonly error?: string | undefined
  readonly undertext?: string
  readonly isReadOnly?: boolean
  readonly onChange: (text: string) => void
}

/** A text of the formula language. */
export function FormulaField({ error, onChange, ...props }: FormulaFieldProps) {
  return (
    <TextArea
      {...props}
      rows={2}
      spellCheck={false}
      autoCapitalize="none"
      className="[&_textarea]:font-mono"
      onChange={onChange}
      {...(error === undefined ? {} : { error })}
    />
  )
}
