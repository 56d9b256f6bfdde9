import { CalendarClock, Plus } from 'lucide-react'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { Menu } from '#design/web/overlay/Menu.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { classes } from '#design/web/theme/classes.ts'
import { fullDay } from '#language/furtherFormats.ts'
import { useLanguage } from '#language/web/language.tsx'
import { eachDay, type Days } from '#records/kinds/calendar.ts'
import { eventsOn, type Event } from '#records/kinds/calendarBars.ts'
import type { CardShape } from '#records/kinds/card.ts'
import type { CalendarFields } from '#records/web/kinds/calendar/calendar.client.ts'
import { eventTime } from '#records/web/kinds/calendar/EventBar.tsx'
import { stepsOf } from '#records/web/kinds/calendar/steps.ts'
import { RecordCard } from '#records/web/kinds/RecordCard.tsx'
import { recordName, type RecordRow } from '#records/wire.ts'
import type { ViewColour } from '#views/view.ts'

type AgendaProps = {
  readonly envid: string
  readonly days: Days
  readonly events: readonly Event<RecordRow>[]
  readonly card: CardShape
  readonly places: CalendarFields
  readonly colourOf: (row: RecordRow) => ViewColour | undefined
  readonly canMove: boolean
  readonly openId: string | undefined
  readonly today: string
  readonly isPending: boolean
  readonly onOpen: (row: RecordRow) => void
  readonly onNew: ((day: string) => void) | undefined
  readonly onShift: (row: RecordRow, days: number) => void
}

/** Days under each other with their records: one day, and whatever is shown on a phone. */
export function Agenda(props: AgendaProps) {
  const { envid, days, events, card, places, colourOf, canMove, openId, today, isPending } = props
  const { onOpen, onNew, onShift } = props
  const language = useLanguage()
  const { t, locale } = language
  const shown = eachDay(days)
    .map((date) => ({ date, of: eventsOn(events, date) }))
    .filter(({ of }) => of.length > 0)
  if (isPending) {
    return (
      <Loading>
        <div className="flex flex-col gap-3 p-4">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      </Loading>
    )
  }
  if (shown.length === 0) return <EmptyState icon={<CalendarClock />} text={t('records.calendar.none')} />
  return (
    <div className="mx-auto flex max-w-180 flex-col gap-4 p-4">
      {shown.map(({ date, of }) => (
        <section key={date} aria-label={fullDay(date, locale)}>
          <header className="mb-1 flex items-center gap-2">
            <h3
              aria-current={date === today ? 'date' : undefined}
              className={classes('flex-1 font-semibold', date === today && 'text-brand')}
            >
              {fullDay(date, locale)}
            </h3>
            {onNew && (
              <IconButton
                label={t('records.calendar.newOn', { day: fullDay(date, locale) })}
                icon={<Plus />}
                onPress={() => onNew(date)}
              />
            )}
          </header>
          <ul className="flex flex-col gap-2">
            {of.map(({ item: row, first, last }) => {
              const colour = colourOf(row)
              return (
                <li
                  key={row.id}
                  className={classes(
                    'relative rounded-control border border-line bg-raised',
                    colour && `border-l-4 ${edges[colour]}`,
                    row.id === openId && 'bg-selection',
                  )}
                >
                  <button
                    type="button"
                    onClick={() => onOpen(row)}
                    className="focus-ring flex w-full gap-3 rounded-control p-2.5 pr-12 text-left"
                  >
                    {places.start.type === 'datetime' && (
                      <span className="w-16 shrink-0 self-start text-muted tabular-nums">
                        {first === date ? eventTime(row, places, language) : ''}
                      </span>
                    )}
                    <span className="min-w-0 flex-1">
                      <RecordCard {...{ envid, row }} shape={card} />
                      {first < date && (
                        <span className="block text-label text-muted">
                          {t('records.calendar.begun', { day: language.day(first, 'shortDate') })}
                        </span>
                      )}
                      {last > date && (
                        <span className="block text-label text-muted">
                          {t('records.calendar.until', { day: language.day(last, 'shortDate') })}
                        </span>
                      )}
                    </span>
                  </button>
                  {canMove && (
                    <span className="absolute top-1 right-1">
                      <Menu
                        label={t('records.calendar.moveOf', { name: recordName(row, t('records.unnamed')) })}
                        placement="bottom end"
                        trigger={
                          <IconButton
                            label={t('records.calendar.moveOf', { name: recordName(row, t('records.unnamed')) })}
                            icon={<CalendarClock />}
                            className="text-muted"
                          />
                        }
                        groups={stepsOf(t, (by) => onShift(row, by))}
                      />
                    </span>
                  )}
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}

const edges: Record<ViewColour, string> = {
  green: 'border-l-green',
  amber: 'border-l-amber',
  red: 'border-l-red',
  grey: 'border-l-grey',
}
