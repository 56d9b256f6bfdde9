import { listMetadata } from '#attributes/listMetadata.ts'
import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { NumberField } from '#design/web/fields/NumberField.tsx'

/** A whole or decimal number, typed as the reader's language writes it; before an amount of money stands its currency. */
export function NumberControl(props: ControlProps) {
  const { field, value, onChange, isReadOnly } = props
  return (
    <NumberField
      {...fieldProps(props)}
      decimal={listMetadata[field.type].number !== 'whole'}
      value={String(value ?? '')}
      onChange={(text) => onChange(text === '' ? null : text)}
      isReadOnly={isReadOnly}
      pretext={field.pretext ?? field.currency}
      placeholder={field.placeholder ?? undefined}
    />
  )
}
