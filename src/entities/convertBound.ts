import { secondsOfSpan } from '#dates/durationSeconds.ts'
import { weeksIn } from '#dates/period.ts'
import { writeDuration } from '#attributes/span.ts'
import type { AttributeTypeName } from '#attributes/types.ts'

/**
 * Converts a minimum or maximum to another type; null where the bound has no meaning there. A last day becomes its last
 * moment, a month its first or last day.
 */
export function convertBound(
  from: AttributeTypeName,
  to: AttributeTypeName,
  text: string,
  end: 'min' | 'max',
): string | null {
  if (from === 'time' && to === 'duration') return spanOfTime(text)
  if (from === 'duration' && to === 'time') return timeOfSpan(text)
  if (!isCalendar(from) || !isCalendar(to)) return isTimely(from) && isTimely(to) ? null : text
  const day = dayOf(from, text, end)
  return day === null ? null : ofDay(to, day, end)
}

const calendar = ['date', 'datetime', 'month', 'week'] as const
type Calendar = (typeof calendar)[number]

function isCalendar(type: AttributeTypeName): type is Calendar {
  return (calendar as readonly string[]).includes(type)
}

function isTimely(type: AttributeTypeName): boolean {
  return isCalendar(type) || type === 'time' || type === 'duration'
}

function dayOf(type: Calendar, text: string, end: 'min' | 'max'): string | null {
  const year = Number(text.slice(0, 4))
  switch (type) {
    case 'date':
    case 'datetime':
      return text.slice(0, 10)
    case 'month':
      return end === 'min' ? `${text}-01` : lastDay(year, Number(text.slice(5)))
    case 'week': {
      const monday = weeksIn(year).find(({ id }) => id === text)?.monday
      return monday === undefined || end === 'min' ? (monday ?? null) : shifted(monday, 6)
    }
  }
}

function ofDay(type: Calendar, day: string, end: 'min' | 'max'): string | null {
  switch (type) {
    case 'date':
      return day
    case 'datetime':
      return `${day}T${end === 'min' ? '00:00:00.000' : '23:59:59.999'}Z`
    case 'month':
      return day.slice(0, 7)
    case 'week': {
      const year = Number(day.slice(0, 4))
      const weeks = [year - 1, year, year + 1].flatMap(weeksIn)
      return weeks.findLast(({ monday }) => monday <= day)?.id ?? null
    }
  }
}

function lastDay(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

function shifted(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

function spanOfTime(text: string): string | null {
  const seconds = secondsOfSpan(text)
  return seconds === null ? null : writeDuration(seconds)
}

function timeOfSpan(text: string): string | null {
  const seconds = secondsOfSpan(text)
  if (seconds === null || seconds < 0 || seconds >= 86_400) return null
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${part(seconds / 3600)}:${part((seconds % 3600) / 60)}:${part(seconds % 60)}`
}
