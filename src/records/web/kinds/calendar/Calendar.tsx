import { CalendarToolbar } from '#records/web/kinds/calendar/CalendarToolbar.tsx'
import { DraggableWeeks } from '#records/web/kinds/calendar/DraggableWeeks.tsx'
import { CalendarDays } from 'lucide-react'
import { useMemo } from 'react'
import { columnOf } from '#attributes/attribute.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { locales } from '#language/locale.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useGo } from '#platform/web/routeParams.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { dayOfValue, daysOf, firstWeekday, movedValues, turned, dateAtHour } from '#records/kinds/calendar.ts'
import { cardColumns, cardShape } from '#records/kinds/card.ts'
import { newRecordAddress } from '#records/newRecordAddress.ts'
import { isEditable } from '#records/web/grid/gridColumns.tsx'
import { Agenda } from '#records/web/kinds/calendar/Agenda.tsx'
import { mostEvents, useEvents, type CalendarFields } from '#records/web/kinds/calendar/calendar.client.ts'
import { useCalendarPlace } from '#records/web/kinds/calendar/useCalendarPlace.ts'
import { useMoves } from '#records/web/kinds/useMoves.tsx'
import { useMedia } from '#records/web/list/useMedia.ts'
import { useRowColour } from '#records/web/grid/useRowColour.ts'
import type { ViewKindProps } from '#records/web/kinds/viewKinds.ts'
import { recordName, fieldValue, type RecordRow } from '#records/wire.ts'
import { filterConditions } from '#views/filter.ts'
import { dateIn } from '#dates/relativePeriod.ts'
import { isDayField } from '#views/capability.ts'
import { colouringFields } from '#views/view.ts'
import { fieldNamed } from '#views/viewListing.ts'
import { useReader } from '#views/web/useReader.ts'

// When a new record of a day begins where it needs a time.
const usualHour = 9

/** The records of a view on the days that they lie on. */
export function Calendar(props: ViewKindProps) {
  const { t } = useLanguage()
  const { entity, envid } = props.table
  const { timeZone } = useReader(envid)
  const start = fieldNamed(entity, props.view.calendar?.start)
  const end = fieldNamed(entity, props.view.calendar?.end)
  const places = useMemo(
    () => (start && isDayField(start) ? { start, end: end && isDayField(end) ? end : undefined, timeZone } : undefined),
    [start, end, timeZone],
  )
  if (!places) return <EmptyState icon={<CalendarDays />} text={t('records.calendar.choose')} />
  return <Days {...props} places={places} />
}

function Days(props: ViewKindProps & { readonly places: CalendarFields }) {
  const { table, view, listing, records, parts, openId, onOpen, places } = props
  const { envid, entity } = table
  const { start, end, timeZone } = places
  const language = useLanguage()
  const { t, locale } = language
  const go = useGo()
  const reader = useReader(envid)
  const today = dateIn(timeZone, reader.now)
  const firstDay = firstWeekday(locales[locale].region)
  const isPhone = useMedia('(width < 700px)')
  const { span, date, go: turnTo } = useCalendarPlace(entity.id, today)
  const days = useMemo(() => daysOf(span, date, firstDay), [span, date, firstDay])
  const { moved, move, dialog } = useMoves(table, openId)
  const colourOf = useRowColour(entity, view.colours, reader)
  const { card, columns } = useMemo(() => {
    const shape = cardShape(view, entity, listing.columns, [start, end])
    const unseen = [...colouringFields(view)].flatMap((id) => fieldNamed(entity, id) ?? []).map(columnOf)
    return { card: shape, columns: { shown: cardColumns(shape), unseen } }
  }, [view, entity, listing.columns, start, end])
  const { events, isFull, error, isPending, retry } = useEvents(table, places, days, listing, columns, moved)
  const canMove = isEditable(entity, start) && (!end || isEditable(entity, end))

  const shift = (row: RecordRow, by: number) => {
    const begins = fieldValue(row, start)
    if (by === 0 || typeof begins !== 'string') return
    const ends = end && { field: end, value: fieldValue(row, end) }
    const values = movedValues({ field: start, value: begins }, ends, by, timeZone)
    const day = language.day(dayOfValue(values[columnOf(start)] ?? '', start, timeZone) ?? '', 'longDate')
    const cells = Object.fromEntries(Object.entries(values).map(([column, value]) => [column, { value }]))
    void move(row, cells, t('records.calendar.moved', { name: recordName(row, t('records.unnamed')), day }))
  }
  const onNew = entity.editable && !start.readonly ? newOn : undefined
  function newOn(day: string) {
    go(newRecordAddress({ envid, entityId: entity.id }, start, dateAtHour(day, start, usualHour, timeZone)))
  }
  const shared = { card, events, colourOf, canMove, openId, onOpen, onNew, today, places }
  const isList = isPhone || span === 'day'
  // Where nothing at all was found, empty days would not say why. A day that nothing lies on yet is where a record begins.
  const isNarrowed = listing.search !== '' || filterConditions(listing.filter).length > 0
  const isNothing = records.view.isReady && records.view.rowCount === 0 && events.length === 0
  return (
    <div className="flex h-full flex-col">
      <CalendarToolbar
        {...{ span, date, today, days }}
        onTurn={turnTo}
        onNew={isList && span === 'day' && onNew ? () => onNew(date) : undefined}
      />
      {isFull && <Banner kind="info">{t('records.calendar.tooMany', { max: mostEvents })}</Banner>}
      <div className="min-h-0 flex-1 overflow-auto" aria-busy={isPending}>
        {error && events.length === 0 ? (
          <ErrorState {...sayFault(t, error)} onRetry={retry} />
        ) : isNarrowed && isNothing ? (
          parts.empty
        ) : isList ? (
          <Agenda
            {...shared}
            {...{ envid, isPending }}
            days={span === 'month' ? monthOf(date) : days}
            onNew={span === 'day' ? undefined : onNew}
            onShift={shift}
          />
        ) : (
          <DraggableWeeks
            {...shared}
            {...{ days, span }}
            month={date.slice(0, 7)}
            onShift={shift}
            onDay={(day) => turnTo({ span: 'day', date: day })}
          />
        )}
      </div>
      {dialog}
    </div>
  )
}

function monthOf(date: string) {
  const first = `${date.slice(0, 7)}-01`
  return { from: first, to: turned('month', first, 1) }
}
