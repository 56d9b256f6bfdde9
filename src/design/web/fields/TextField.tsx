import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Field, type FieldProps } from '#design/web/fields/Field.tsx'

type Native = Omit<
  ComponentPropsWithRef<'input'>,
  'value' | 'onChange' | 'className' | 'required' | 'children' | 'disabled' | 'readOnly'
>

export type TextFieldProps = FieldProps &
  Native & {
    readonly value: string
    readonly onChange: (value: string) => void
    /** Shown inside the control before the value, such as `https://`. */
    readonly pretext?: ReactNode
    /** Shown inside the control after the value: a unit, or a button. */
    readonly posttext?: ReactNode
    readonly isDisabled?: boolean
    readonly isReadOnly?: boolean
  }

/** A line of text. */
export function TextField(props: TextFieldProps) {
  const { label, labelHidden, icon, help, undertext, error, required, className, ...rest } = props
  const { value, onChange, pretext, posttext, isDisabled, isReadOnly, ...input } = rest
  return (
    <Field {...{ label, labelHidden, icon, help, undertext, error, required, className }}>
      {(wiring) => (
        <div
          className="control flex items-center"
          data-invalid={error ? '' : undefined}
          data-disabled={isDisabled ? '' : undefined}
          data-readonly={isReadOnly ? '' : undefined}
        >
          {pretext && <span className="shrink-0 pl-2.5 text-muted">{pretext}</span>}
          <input
            {...input}
            {...wiring}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            disabled={isDisabled}
            readOnly={isReadOnly}
            aria-invalid={error ? true : undefined}
            aria-required={required}
            className="h-full min-h-7 w-full min-w-0 rounded-control bg-transparent px-2.5 outline-none"
          />
          {posttext && <span className="flex shrink-0 items-center pr-2 text-muted">{posttext}</span>}
        </div>
      )}
    </Field>
  )
}
