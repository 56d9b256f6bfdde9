import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { RatingField } from '#design/web/fields/RatingField.tsx'

/** Stars. */
export function RatingControl(props: ControlProps) {
  const { field, value, onChange, isReadOnly } = props
  return (
    <RatingField
      {...fieldProps(props)}
      stars={field.stars ?? 5}
      value={Number(value ?? 0) || 0}
      onChange={(stars) => onChange(stars === 0 ? null : String(stars))}
      {...(isReadOnly ? { isDisabled: true } : {})}
    />
  )
}
