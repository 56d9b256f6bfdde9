import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldProps } from '#design/web/fields/Field.tsx'

type Native = Omit<
  ComponentPropsWithRef<'textarea'>,
  'value' | 'onChange' | 'className' | 'required' | 'disabled' | 'readOnly'
>

export type TextAreaProps = FieldProps &
  Native & {
    readonly value: string
    readonly onChange: (value: string) => void
    readonly isDisabled?: boolean
    readonly isReadOnly?: boolean
  }

/** Several lines of text; grows with them. */
export function TextArea(props: TextAreaProps) {
  const { label, labelHidden, icon, help, undertext, error, required, className, ...rest } = props
  const { value, onChange, isDisabled, isReadOnly, rows = 3, ...area } = rest
  return (
    <Field {...{ label, labelHidden, icon, help, undertext, error, required, className }}>
      {(wiring) => (
        <textarea
          {...area}
          {...wiring}
          rows={rows}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          disabled={isDisabled}
          readOnly={isReadOnly}
          aria-invalid={error ? true : undefined}
          aria-required={required}
          data-invalid={error ? '' : undefined}
          data-disabled={isDisabled ? '' : undefined}
          data-readonly={isReadOnly ? '' : undefined}
          className="control field-sizing-content max-h-96 resize-y px-2.5 py-1.5"
          style={{ minHeight: `${rows * 20 + 14}px` }}
        />
      )}
    </Field>
  )
}
