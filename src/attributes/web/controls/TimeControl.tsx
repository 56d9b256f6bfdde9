import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { TimeField } from '#design/web/dates/TimeField.tsx'

/** A time of day, in no zone. */
export function TimeControl(props: ControlProps) {
  const { value, onChange, isReadOnly } = props
  return (
    <TimeField
      {...fieldProps(props)}
      value={String(value ?? '').slice(0, 8)}
      onChange={(text) => onChange(text === '' ? null : text)}
      {...(isReadOnly ? { isReadOnly } : {})}
    />
  )
}
