import { ChevronLeft, ChevronRight, Plus } from 'lucide-react'
import { Button } from '#design/web/button/Button.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { SegmentedControl } from '#design/web/choice/SegmentedControl.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { daysOf } from '#records/kinds/calendar.ts'
import { calendarSpans, turned } from '#records/kinds/calendar.ts'
import { daysText } from '#records/web/kinds/calendar/daysText.ts'
import type { useCalendarPlace } from '#records/web/kinds/calendar/useCalendarPlace.ts'

type CalendarToolbarProps = {
  readonly span: ReturnType<typeof useCalendarPlace>['span']
  readonly date: string
  readonly today: string
  readonly days: ReturnType<typeof daysOf>
  readonly onTurn: ReturnType<typeof useCalendarPlace>['go']
  /** Makes a record on the day that is shown. */
  readonly onNew?: (() => void) | undefined
}

/** Which days a calendar shows, and the ways to others. */
export function CalendarToolbar({ span, date, today, days, onTurn, onNew }: CalendarToolbarProps) {
  const language = useLanguage()
  const { t } = language
  return (
    <div className="flex min-h-toolbar flex-wrap items-center gap-2 border-b border-line px-4 py-1">
      <Button onPress={() => onTurn({ date: today })}>{t('records.calendar.today')}</Button>
      <span className="flex">
        <IconButton
          label={t('records.calendar.before')}
          icon={<ChevronLeft />}
          onPress={() => onTurn({ date: turned(span, date, -1) })}
        />
        <IconButton
          label={t('records.calendar.after')}
          icon={<ChevronRight />}
          onPress={() => onTurn({ date: turned(span, date, 1) })}
        />
      </span>
      <h2 aria-live="polite" className="min-w-0 flex-1 truncate font-semibold max-sm:order-first max-sm:basis-full">
        {daysText(span, date, days, language)}
      </h2>
      {onNew && (
        <IconButton
          label={t('records.calendar.newOn', { day: language.day(date, 'longDate') })}
          icon={<Plus />}
          onPress={onNew}
        />
      )}
      <SegmentedControl
        label={t('records.calendar.span')}
        segments={calendarSpans.map((id) => ({ id, label: t(`records.calendar.${id}`) }))}
        value={span}
        onChange={(next) => onTurn({ span: next })}
      />
    </div>
  )
}
