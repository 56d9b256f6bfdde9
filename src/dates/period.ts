const monthForm = /^(\d{4})-(\d{2})$/
const weekForm = /^(\d{4})-?W(\d{2})$/i

/** A month `YYYY-MM` of the years 1 to 9999; null if the text is none. */
export function readMonth(text: string): string | null {
  const [, year = '', month = ''] = monthForm.exec(text) ?? []
  return Number(year) >= 1 && Number(month) >= 1 && Number(month) <= 12 ? `${year}-${month}` : null
}

/** A week `YYYY-Www` that exists by ISO 8601; null if the text is none. */
export function readWeek(text: string): string | null {
  const [, year = '', week = ''] = weekForm.exec(text) ?? []
  if (Number(year) < 1 || Number(week) < 1 || Number(week) > weeksOf(Number(year))) return null
  return `${year}-W${week}`
}

/** ISO 8601: a year has 53 weeks when it begins or, as a leap year, ends on a Thursday. */
function weeksOf(year: number): 52 | 53 {
  return lastWeekday(year) === 4 || lastWeekday(year - 1) === 3 ? 53 : 52
}

/** The weekday of 31 December, Sunday being 0. */
function lastWeekday(year: number): number {
  return (year + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400)) % 7
}

/** The months of a year, as their values. */
export function monthsOf(year: number): string[] {
  return Array.from({ length: 12 }, (_, index) => `${digits(year, 4)}-${digits(index + 1, 2)}`)
}

/** The weeks of a year by ISO 8601: value, number and the day that each begins with. */
export function weeksIn(year: number): { readonly id: string; readonly week: number; readonly monday: string }[] {
  // 4 January is always in the first week.
  const fourth = Date.UTC(2000, 0, 4)
  const first = new Date(fourth)
  first.setUTCFullYear(year)
  const offset = (first.getUTCDay() + 6) % 7
  return Array.from({ length: weeksOf(year) }, (_, index) => {
    const monday = new Date(first)
    monday.setUTCDate(first.getUTCDate() - offset + index * 7)
    return { id: `${digits(year, 4)}-W${digits(index + 1, 2)}`, week: index + 1, monday: dayOf(monday) }
  })
}

function dayOf(date: Date): string {
  return `${digits(date.getUTCFullYear(), 4)}-${digits(date.getUTCMonth() + 1, 2)}-${digits(date.getUTCDate(), 2)}`
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0')
}
