import { now, parseAbsolute, toZoned, type DateValue } from '@internationalized/date'
import { DateFrame, type DateFrameProps } from '#design/web/dates/DateFrame.tsx'
import { hoursOf } from '#design/web/dates/DateParts.tsx'
import { useLanguage } from '#language/web/language.tsx'

export type DateTimePickerProps = DateFrameProps & {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The control of DateTimePicker: a moment on the reader's clocks. */
export function DateTimePickerControl({ value, onChange, ...props }: DateTimePickerProps) {
  const { timeZone, hourCycle } = useLanguage()
  const instant = (time: DateValue) => toZoned(time, timeZone).toDate().toISOString()
  return (
    <DateFrame
      {...props}
      value={Number.isNaN(Date.parse(value)) ? null : parseAbsolute(value, timeZone)}
      placeholderValue={now(timeZone).set({ hour: 9, minute: 0, second: 0, millisecond: 0 })}
      granularity="minute"
      hideTimeZone
      {...(hourCycle && { hourCycle: hoursOf[hourCycle] })}
      onChange={(time) => onChange(time ? instant(time) : '')}
    />
  )
}
