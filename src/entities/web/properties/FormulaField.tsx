import type { Attribute } from '#attributes/attribute.ts'
import { scopeAt } from '#entities/formula.ts'
import type { Model } from '#entities/model.ts'
import { ExpressionField } from '#expressions/web/ExpressionField.tsx'

type FormulaFieldProps = {
  readonly label: string
  readonly labelHidden?: boolean
  readonly name: string
  readonly value: string
  readonly error?: string | undefined
  readonly undertext?: string
  readonly isReadOnly?: boolean
  readonly required?: boolean
  readonly onChange: (text: string) => void
  readonly model: Model
  /** The attribute whose expression it is, and which of its expressions. */
  readonly attribute: Attribute
  readonly place: Parameters<typeof scopeAt>[2]
}

/** An expression of an attribute: it may name what is known at its place. */
export function FormulaField({ error, model, attribute, place, ...props }: FormulaFieldProps) {
  return (
    <ExpressionField {...props} {...scopeAt(model, attribute, place)} {...(error === undefined ? {} : { error })} />
  )
}
