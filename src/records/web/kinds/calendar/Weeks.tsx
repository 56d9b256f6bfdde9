import { useDraggable, useDroppable } from '@dnd-kit/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { classes } from '#design/web/theme/classes.ts'
import { fullDay, weekdayName } from '#language/furtherFormats.ts'
import { useLanguage } from '#language/web/language.tsx'
import { addDays, daysBetween, eachDay, type CalendarSpan, type Days } from '#records/kinds/calendar.ts'
import { weekBars, type Bar, type Event } from '#records/kinds/calendarBars.ts'
import type { CardShape } from '#records/kinds/card.ts'
import type { CalendarFields } from '#records/web/kinds/calendar/calendar.client.ts'
import { daysText } from '#records/web/kinds/calendar/daysText.ts'
import { EventBar } from '#records/web/kinds/calendar/EventBar.tsx'
import { stepsOf } from '#records/web/kinds/calendar/steps.ts'
import { recordName, type RecordRow } from '#records/wire.ts'
import type { ViewColour } from '#views/view.ts'

const MenuPopup = lazy(async () => ({ default: (await import('#design/web/overlay/MenuPopup.tsx')).MenuPopup }))

type Shared = {
  readonly card: CardShape
  readonly places: CalendarFields
  readonly events: readonly Event<RecordRow>[]
  readonly colourOf: (row: RecordRow) => ViewColour | undefined
  readonly canMove: boolean
  readonly openId: string | undefined
  readonly today: string
  readonly onOpen: (row: RecordRow) => void
  readonly onNew: ((day: string) => void) | undefined
  readonly onShift: (row: RecordRow, days: number) => void
  /** Shows one day with all that it has. */
  readonly onDay: (day: string) => void
}
type WeeksProps = Shared & {
  readonly days: Days
  readonly span: CalendarSpan
  /** Days of other months stand back. */
  readonly month: string
}

const linesInMonth = 4
const linesInWeek = 16

/** Weeks under each other, with records as bars over the days that they lie on. */
export function Weeks({ days, span, month, ...shared }: WeeksProps) {
  const { locale } = useLanguage()
  const weeks = Array.from({ length: daysBetween(days.from, days.to) / 7 }, (_, at) => addDays(days.from, at * 7))
  return (
    <div className="flex min-h-full min-w-176 flex-col">
      <div aria-hidden className="grid grid-cols-7 border-b border-line text-section text-muted">
        {eachDay({ from: days.from, to: addDays(days.from, 7) }).map((date) => (
          <span key={date} className="px-2 py-1">
            {weekdayName(date, locale)}
          </span>
        ))}
      </div>
      {weeks.map((monday) => (
        <Week
          key={monday}
          {...shared}
          first={monday}
          month={span === 'month' ? month : undefined}
          lines={span === 'month' ? linesInMonth : linesInWeek}
        />
      ))}
    </div>
  )
}

type WeekProps = Shared & { readonly first: string; readonly month: string | undefined; readonly lines: number }

function Week({ first, month, lines, ...shared }: WeekProps) {
  const { events, onDay } = shared
  const language = useLanguage()
  const { t, locale } = language
  const { bars, more } = weekBars(events, first, 7, lines)
  const week = { from: first, to: addDays(first, 7) }
  return (
    <section
      aria-label={daysText('week', first, week, language)}
      className="grid flex-1 grid-cols-7 border-b border-line"
      style={{
        gridTemplateRows: `28px repeat(${lines}, ${lines > linesInMonth ? 'minmax(26px, max-content)' : '26px'}) minmax(4px, 1fr)`,
      }}
    >
      {eachDay(week).map((date, column) => (
        <DayCell
          key={date}
          {...shared}
          {...{ date, column }}
          isOther={month !== undefined && !date.startsWith(month)}
        />
      ))}
      <ul
        aria-label={t('records.calendar.records', { days: daysText('week', first, week, language) })}
        className="contents"
      >
        {bars.map((bar) => (
          <BarOfWeek key={bar.event.item.id} {...shared} {...{ bar, first }} />
        ))}
      </ul>
      {more.map((count, column) => {
        const date = addDays(first, column)
        return (
          count > 0 && (
            <button
              key={date}
              type="button"
              onClick={() => onDay(date)}
              aria-label={t('records.calendar.moreOn', { count, day: fullDay(date, locale) })}
              className="focus-ring z-1 mx-1 h-6 truncate rounded-small px-1.5 text-left text-label text-muted hover:bg-sunken hover:text-text"
              style={{ gridColumn: column + 1, gridRow: lines + 1 }}
            >
              {t('records.calendar.more', { count })}
            </button>
          )
        )
      })}
    </section>
  )
}

type DayCellProps = Pick<Shared, 'today' | 'onNew' | 'onDay'> & {
  readonly date: string
  readonly column: number
  readonly isOther: boolean
}

/** A day: its number shows it alone, a press beside its records makes a new one. */
function DayCell({ date, column, isOther, today, onNew, onDay }: DayCellProps) {
  const { t, locale } = useLanguage()
  const { setNodeRef, isOver } = useDroppable({ id: date })
  const isToday = date === today
  return (
    <div
      ref={setNodeRef}
      data-date={date}
      className={classes('relative border-line not-first:border-l', isOther && 'bg-subtle', isOver && 'bg-selection')}
      style={{ gridColumn: column + 1, gridRow: '1 / -1' }}
    >
      {onNew && (
        <button
          type="button"
          // With the keyboard, a new record is made from the day that its number opens.
          tabIndex={-1}
          aria-label={t('records.calendar.newOn', { day: fullDay(date, locale) })}
          onClick={() => onNew(date)}
          className="absolute inset-0 outline-none hover:bg-sunken/50"
        />
      )}
      <button
        type="button"
        onClick={() => onDay(date)}
        aria-label={t('records.calendar.openDay', { day: fullDay(date, locale) })}
        aria-current={isToday ? 'date' : undefined}
        className={classes(
          'focus-ring relative m-0.5 flex h-6 min-w-6 items-center justify-center rounded-full px-1.5 text-label tabular-nums',
          isToday ? 'bg-brand-fill font-semibold text-on-brand' : 'hover:bg-sunken',
          isOther && !isToday && 'text-muted',
        )}
      >
        {Number(date.slice(8))}
      </button>
    </div>
  )
}

type BarProps = Omit<Shared, 'events' | 'today' | 'onNew' | 'onDay'> & {
  readonly bar: Bar<RecordRow>
  readonly first: string
}

/** A record in a week: opened by a press or Enter, moved by dragging, by Space and arrows, or by what a long press offers. */
function BarOfWeek({ bar, first, card, places, colourOf, canMove, openId, onOpen, onShift }: BarProps) {
  const { t } = useLanguage()
  const button = useRef<HTMLButtonElement>(null)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const { event, column, span, line, isBegun, goesOn } = bar
  const row = event.item
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: `${row.id} ${first}`,
    data: { row, place: addDays(first, column) },
    disabled: !canMove,
  })
  return (
    <li
      ref={setNodeRef}
      {...(canMove ? listeners : {})}
      onContextMenu={(event) => {
        if (!canMove) return
        event.preventDefault()
        setMenuOpen(true)
      }}
      className={classes(
        'z-1 min-w-0 touch-manipulation px-0.5 select-none [-webkit-touch-callout:none]',
        isDragging && 'opacity-40',
      )}
      style={{ gridColumn: `${column + 1} / span ${span}`, gridRow: line + 2 }}
    >
      <button
        ref={(node) => {
          setActivatorNodeRef(node)
          button.current = node
        }}
        type="button"
        onClick={() => onOpen(row)}
        // Space is for moving: some browsers would press the button as it comes up.
        onKeyUp={(pressed) => {
          if (canMove && pressed.key === ' ') pressed.preventDefault()
        }}
        {...(canMove ? { 'aria-describedby': attributes['aria-describedby'] } : {})}
        className={classes('focus-ring block w-full rounded-small text-left', row.id === openId && 'outline-brand!')}
      >
        <EventBar {...{ row, card, places, isBegun, goesOn }} colour={colourOf(row)} />
      </button>
      {isMenuOpen && (
        <Suspense>
          <MenuPopup
            label={t('records.calendar.moveOf', { name: recordName(row, t('records.unnamed')) })}
            groups={stepsOf(t, (by) => onShift(row, by))}
            triggerRef={button}
            onClose={() => setMenuOpen(false)}
          />
        </Suspense>
      )}
    </li>
  )
}
