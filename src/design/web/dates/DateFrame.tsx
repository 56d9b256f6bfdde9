import type { DateValue } from '@internationalized/date'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { DatePicker as AriaDatePicker, type DatePickerProps as AriaProps } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { Heading } from 'react-aria-components/Heading'
import { Popover } from 'react-aria-components/Popover'
import { classes, floating } from '#design/web/theme/classes.ts'
import { DateParts } from '#design/web/dates/DateParts.tsx'
import { Field, type FieldProps } from '#design/web/fields/Field.tsx'

export type DateFrameProps = FieldProps & {
  readonly onBlur?: () => void
  readonly name?: string
  readonly isDisabled?: boolean
  readonly isReadOnly?: boolean
  readonly autoFocus?: boolean
}

type Shown = Pick<
  AriaProps<DateValue>,
  'value' | 'onChange' | 'granularity' | 'placeholderValue' | 'hideTimeZone' | 'hourCycle'
>

/** A date typed part by part, or chosen in a calendar. */
export function DateFrame(props: DateFrameProps & Shown) {
  const {
    label: _label,
    labelHidden: _hidden,
    icon: _icon,
    help: _help,
    undertext: _undertext,
    error,
    required,
    className: _class,
    ...picker
  } = props
  return (
    <Field {...props}>
      {(wiring) => (
        <AriaDatePicker
          {...picker}
          aria-labelledby={wiring['aria-labelledby']}
          aria-describedby={wiring['aria-describedby']}
          isInvalid={error !== undefined}
          isRequired={required}
          validationBehavior="aria"
          shouldForceLeadingZeros
        >
          <Group className="control flex items-center pl-2" data-invalid={error ? '' : undefined}>
            <DateParts />
            <Button className="focus-ring grid h-full min-h-7 w-8 shrink-0 place-items-center rounded-control text-muted data-hovered:text-text pointer-coarse:w-11">
              <CalendarDays size={16} aria-hidden />
            </Button>
          </Group>
          <Popover offset={4} className={classes(floating, 'p-3')}>
            <Dialog className="outline-none">
              <Month />
            </Dialog>
          </Popover>
        </AriaDatePicker>
      )}
    </Field>
  )
}

function Month() {
  return (
    <Calendar>
      <header className="mb-2 flex items-center justify-between">
        <Button slot="previous" className={pageButton}>
          <ChevronLeft size={16} aria-hidden />
        </Button>
        <Heading className="font-semibold first-letter:uppercase" />
        <Button slot="next" className={pageButton}>
          <ChevronRight size={16} aria-hidden />
        </Button>
      </header>
      <CalendarGrid weekdayStyle="short">
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className="pb-1 text-section font-medium text-muted">{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell
              date={date}
              className="focus-ring grid size-8 cursor-default place-items-center rounded-control tabular-nums data-disabled:text-muted data-hovered:bg-sunken data-outside-month:hidden data-selected:bg-brand-fill data-selected:font-semibold data-selected:text-on-brand data-today:font-semibold data-today:not-data-selected:text-brand pointer-coarse:size-11"
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  )
}

const pageButton =
  'focus-ring grid size-8 place-items-center rounded-control text-muted data-hovered:bg-sunken pointer-coarse:size-11'
