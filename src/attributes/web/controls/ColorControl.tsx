import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { ColorField } from '#design/web/fields/ColorField.tsx'

export function ColorControl(props: ControlProps) {
  const { value, onChange, isReadOnly } = props
  return (
    <ColorField
      {...fieldProps(props)}
      value={String(value ?? '')}
      onChange={(text) => onChange(text === '' ? null : text)}
      {...(isReadOnly ? { isDisabled: true } : {})}
    />
  )
}
