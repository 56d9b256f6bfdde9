import { monthsOf, weeksIn } from '#dates/period.ts'
import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { localTime } from '#dates/zoneTime.ts'
import { PeriodField, type Period } from '#design/web/dates/PeriodField.tsx'
import { monthName } from '#language/furtherFormats.ts'
import { useLanguage, type Language } from '#language/web/language.tsx'

/** A month of a year. */
export function MonthControl(props: ControlProps) {
  const { locale, timeZone } = useLanguage()
  const months = (year: number): Period[] => monthsOf(year).map((id) => ({ id, label: monthName(id, locale) }))
  return (
    <PeriodField
      {...periodProps(props, timeZone)}
      placeholder={props.field.placeholder ?? 'YYYY-MM'}
      periodsOf={months}
    />
  )
}

/** A week of a year. */
export function WeekControl(props: ControlProps) {
  const { t, day, timeZone } = useLanguage()
  return (
    <PeriodField
      {...periodProps(props, timeZone)}
      placeholder={props.field.placeholder ?? 'YYYY-Www'}
      periodsOf={(year) => weekLines(year, t, day)}
    />
  )
}

function weekLines(year: number, t: Language['t'], day: Language['day']): Period[] {
  return weeksIn(year).map(({ id, week, monday }) => ({
    id,
    label: t('controls.weekNumber', { week }),
    detail: day(monday, 'shortDate'),
  }))
}

function periodProps(props: ControlProps, timeZone: string) {
  const { value, onChange, isReadOnly } = props
  return {
    ...fieldProps(props),
    thisYear: new Date(localTime(Date.now(), timeZone)).getUTCFullYear(),
    value: String(value ?? ''),
    onChange: (text: string) => onChange(text === '' ? null : text),
    isReadOnly,
  }
}
