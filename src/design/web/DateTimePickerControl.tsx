import { getLocalTimeZone, now, parseAbsolute, toZoned, type DateValue } from '@internationalized/date'
import { DateFrame, type DateFrameProps } from '#design/web/DateFrame.tsx'

export type DateTimePickerProps = DateFrameProps & {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly timeZone?: string
}

/** The control of DateTimePicker. */
export function DateTimePickerControl({
  value,
  onChange,
  timeZone = getLocalTimeZone(),
  ...props
}: DateTimePickerProps) {
  const instant = (time: DateValue) => toZoned(time, timeZone).toDate().toISOString()
  return (
    <DateFrame
      {...props}
      value={Number.isNaN(Date.parse(value)) ? null : parseAbsolute(value, timeZone)}
      placeholderValue={now(timeZone).set({ hour: 9, minute: 0, second: 0, millisecond: 0 })}
      granularity="minute"
      hideTimeZone
      onChange={(time) => onChange(time ? instant(time) : '')}
    />
  )
}
