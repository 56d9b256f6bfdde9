import { createElement } from 'react'
import type { Attribute } from '#attributes/attribute.ts'
import type { WireValue } from '#attributes/type.ts'
import { attributeTypes } from '#attributes/types.ts'
import { controls } from '#attributes/web/controls.ts'

type ValueControlProps = {
  readonly values: Attribute
  readonly label: string
  readonly error: string | undefined
  readonly isLocked: boolean
  readonly onChange: (next: Partial<Attribute>) => void
}

/** A bound is typed as the value itself will be. */
export function BoundControl({
  name,
  values,
  label,
  error,
  isLocked,
  onChange,
}: ValueControlProps & { readonly name: 'min' | 'max' }) {
  const { control, number } = attributeTypes[values.type]
  return createElement(controls[control], {
    field: number === 'whole' ? { ...plainField(values), type: 'decimal' } : plainField(values),
    name,
    label,
    value: values[name],
    linked: undefined,
    isReadOnly: isLocked,
    onChange: (value) => onChange({ [name]: typeof value === 'string' ? value : null }),
    findLinked: findNone,
    ...(error === undefined ? {} : { error }),
  })
}

/** A default is typed as the value itself will be. */
export function DefaultControl({ values, label, error, isLocked, onChange }: ValueControlProps) {
  const Control = controls[attributeTypes[values.type].control]
  return (
    <Control
      key={values.type}
      field={plainField(values)}
      name="default"
      label={label}
      value={(values.default as WireValue) ?? null}
      linked={undefined}
      isReadOnly={isLocked}
      onChange={(value) => onChange({ default: defaultOf(value) })}
      findLinked={findNone}
      {...(error === undefined ? {} : { error })}
    />
  )
}

const findNone = () => Promise.resolve([])

/** The attribute without what is only said of its own input. */
function plainField(values: Attribute): Attribute {
  const unsaid = { description: null, icon: null, pretext: null, undertext: null, placeholder: null }
  return { ...values, ...unsaid, required: false, readonly: false }
}

function defaultOf(value: WireValue): Attribute['default'] {
  return value === '' ? null : value
}
