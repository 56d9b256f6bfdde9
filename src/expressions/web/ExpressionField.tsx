import { lazy, Suspense } from 'react'
import { Field, type FieldProps } from '#design/web/fields/Field.tsx'
import { TextArea } from '#design/web/fields/TextArea.tsx'
import type { Fields, Type } from '#expressions/type.ts'

export type ExpressionFieldProps = FieldProps & {
  readonly name?: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly isReadOnly?: boolean
  /** What the expression can name. */
  readonly scope: Fields
  /** What it must give, where that matters. */
  readonly wanted?: Type | undefined
}

// The editor is several times as large as a page; whoever types no expressions loads none of it.
const Editor = lazy(async () => ({ default: (await import('#expressions/web/ExpressionEditor.tsx')).ExpressionEditor }))

/** A text of the formula language, with its colours, what can be written next, and what is wrong where. */
export function ExpressionField(props: ExpressionFieldProps) {
  const { value, onChange, isReadOnly, scope, wanted, name, ...field } = props
  const plain = <TextArea {...field} {...{ value, onChange }} rows={2} className="[&_textarea]:font-mono" isReadOnly />
  return (
    <Suspense fallback={plain}>
      <Field {...field}>
        {(wiring) => (
          <Editor
            {...{ value, onChange, scope, wanted }}
            id={wiring.id}
            label={field.label}
            description={
              typeof (field.error ?? field.undertext) === 'string' ? String(field.error ?? field.undertext) : ''
            }
            isInvalid={field.error !== undefined}
            isReadOnly={isReadOnly === true}
            {...(name !== undefined && { name })}
          />
        )}
      </Field>
    </Suspense>
  )
}
