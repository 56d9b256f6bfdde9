import { parseDate } from '@internationalized/date'
import { DateFrame, type DateFrameProps } from '#design/web/dates/DateFrame.tsx'

export type DatePickerProps = DateFrameProps & {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The control of DatePicker. */
export function DatePickerControl({ value, onChange, ...props }: DatePickerProps) {
  return (
    <DateFrame
      {...props}
      value={/^\d{4}-\d\d-\d\d$/.test(value) ? parseDate(value) : null}
      granularity="day"
      onChange={(day) => onChange(day?.toString() ?? '')}
    />
  )
}
