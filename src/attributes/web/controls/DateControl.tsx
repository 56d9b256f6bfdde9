import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { DatePicker } from '#design/web/dates/DatePicker.tsx'
import { DateTimePicker } from '#design/web/dates/DateTimePicker.tsx'

/** A calendar day. */
export function DateControl(props: ControlProps) {
  return <DatePicker {...dateProps(props)} />
}

/** A moment, in the reader's zone. */
export function DateTimeControl(props: ControlProps) {
  return <DateTimePicker {...dateProps(props)} />
}

function dateProps(props: ControlProps) {
  const { value, onChange, isReadOnly } = props
  return {
    ...fieldProps(props),
    value: String(value ?? ''),
    onChange: (text: string) => onChange(text === '' ? null : text),
    ...(isReadOnly ? { isReadOnly } : {}),
  }
}
