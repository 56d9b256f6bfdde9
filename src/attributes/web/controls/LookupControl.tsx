import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { ComboBox } from '#design/web/choice/ComboBox.tsx'

/** A linked record, found by typing a part of its name. */
export function LookupControl(props: ControlProps) {
  const { field, value, linked, onChange, isReadOnly, findLinked } = props
  const chosen = typeof value === 'string' && value !== '' ? (linked ?? { id: value, label: value }) : undefined
  return (
    <ComboBox
      {...fieldProps(props)}
      value={chosen}
      onChange={(option) => onChange(option?.id ?? null, option)}
      search={(text, signal) => findLinked(field, text, signal)}
      isDisabled={isReadOnly}
      {...(field.placeholder ? { placeholder: field.placeholder } : {})}
    />
  )
}
