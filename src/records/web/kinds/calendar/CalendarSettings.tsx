import { fieldLabel } from '#attributes/attribute.ts'
import { Select } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { CardSettings } from '#records/web/kinds/CardSettings.tsx'
import type { KindSettingsProps } from '#records/web/kinds/viewKinds.ts'
import { isDayField } from '#views/capability.ts'

/** By which dates a calendar places records, and what it shows of them. */
export function CalendarSettings(props: KindSettingsProps) {
  const { entity, content, onChange, problemAt } = props
  const { t } = useLanguage()
  const { calendar } = content
  const options = entity.fields.filter(isDayField).map((each) => ({ id: each.id, label: fieldLabel(each, t) }))
  const [startError, endError] = [problemAt('calendar.start'), problemAt('calendar.end')]
  return (
    <section aria-label={t('views.property.calendar')} className="flex flex-col gap-3">
      <Select
        label={t('records.calendar.start')}
        options={options}
        value={calendar?.start ?? ''}
        onChange={(start) =>
          onChange({ calendar: { start, end: calendar?.end === start ? null : (calendar?.end ?? null) } })
        }
        {...(startError === undefined ? {} : { error: startError })}
      />
      {calendar && (
        <Select
          label={t('records.calendar.end')}
          clearable
          placeholder={t('records.calendar.endNone')}
          options={options.filter(({ id }) => id !== calendar.start)}
          value={calendar.end ?? ''}
          onChange={(end) => onChange({ calendar: { ...calendar, end: end || null } })}
          {...(endError === undefined ? {} : { error: endError })}
        />
      )}
      <CardSettings {...props} />
    </section>
  )
}
