import { parseTime } from '@internationalized/date'
import { TimeField as AriaTimeField } from 'react-aria-components/TimeField'
import { DateParts, hoursOf } from '#design/web/dates/DateParts.tsx'
import { Field, type FieldProps } from '#design/web/fields/Field.tsx'
import { useLanguage } from '#language/web/language.tsx'

export type TimeFieldProps = FieldProps & {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly name?: string
  readonly isDisabled?: boolean
  readonly isReadOnly?: boolean
  readonly autoFocus?: boolean
}

const form = /^\d\d:\d\d(?::\d\d)?$/

/** The control of TimeField: seconds are shown only where there are some. */
export function TimeFieldControl(props: TimeFieldProps) {
  const { value, onChange, name, isDisabled, isReadOnly, autoFocus, error, required } = props
  const { hourCycle } = useLanguage()
  const time = form.test(value) ? parseTime(value) : null
  return (
    <Field {...props}>
      {(wiring) => (
        <AriaTimeField
          {...{ name, isDisabled, isReadOnly, autoFocus }}
          aria-labelledby={wiring['aria-labelledby']}
          aria-describedby={wiring['aria-describedby']}
          isInvalid={error !== undefined}
          isRequired={required}
          validationBehavior="aria"
          shouldForceLeadingZeros
          {...(hourCycle && { hourCycle: hoursOf[hourCycle] })}
          granularity={time && time.second > 0 ? 'second' : 'minute'}
          value={time}
          onChange={(next) => onChange(next?.toString().slice(0, 8) ?? '')}
          className="control flex items-center px-2"
          data-invalid={error ? '' : undefined}
        >
          <DateParts />
        </AriaTimeField>
      )}
    </Field>
  )
}
