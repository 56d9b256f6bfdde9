import { useState } from 'react'
import { calendarSpans, type CalendarSpan } from '#records/kinds/calendar.ts'

type Place = { readonly span: CalendarSpan; readonly date: string }

/** Which days a calendar shows: those of the last look at it in this tab, or else the month of today. */
export function useCalendarPlace(entityId: string, today: string) {
  const [place, setPlace] = useState<Place>(() => kept(entityId) ?? { span: 'month', date: today })
  return {
    ...place,
    go(next: Partial<Place>) {
      const changed = { ...place, ...next }
      setPlace(changed)
      try {
        window.sessionStorage.setItem(nameOf(entityId), JSON.stringify(changed))
      } catch {
        // Without storage it lasts as long as the page.
      }
    },
  }
}

const nameOf = (entityId: string) => `calendar.${entityId}`

function kept(entityId: string): Place | undefined {
  try {
    const place = JSON.parse(window.sessionStorage.getItem(nameOf(entityId)) ?? 'null') as Place | null
    const isKnown = place && calendarSpans.includes(place.span) && /^\d{4}-\d{2}-\d{2}$/.test(place.date)
    return isKnown ? place : undefined
  } catch {
    return undefined
  }
}
