import type { DateOrder } from '#dates/writtenDate.ts'

const form = /^\d{4}-\d{2}-\d{2}$/

/** Whether a text is a calendar day `YYYY-MM-DD` that exists, of the years 1 to 9999. */
export function isDay(text: string): boolean {
  if (!form.test(text)) return false
  const digit = (at: number) => text.charCodeAt(at) - 48
  const year = digit(0) * 1000 + digit(1) * 100 + digit(2) * 10 + digit(3)
  return dayExists(year, digit(5) * 10 + digit(6), digit(8) * 10 + digit(9))
}

/**
 * Parses a day as people write it (`31.12.2024`, `12/31/24`, `2024-12-31`) to `YYYY-MM-DD`; null if the text is no day.
 */
export function readDay(text: string, order: DateOrder): string | null {
  const parts = text.split(/[-./ ]+/).filter((part) => part !== '')
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,4}$/.test(part))) return null
  const [first = '', second = '', third = ''] = parts
  const [year, month, day] = first.length === 4 ? [first, second, third] : inOrder(order, first, second, third)
  const iso = `${wholeYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(iso) ? iso : null
}

function inOrder(order: DateOrder, a: string, b: string, c: string): [string, string, string] {
  if (order === 'dmy') return [c, b, a]
  return order === 'mdy' ? [c, a, b] : [a, b, c]
}

/** Two digits stand for 1970 to 2069, as spreadsheets read them. */
function wholeYear(year: string): string {
  if (year.length !== 2) return year
  return Number(year) < 70 ? `20${year}` : `19${year}`
}

function dayExists(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false
  return day <= daysOf(year, month)
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
