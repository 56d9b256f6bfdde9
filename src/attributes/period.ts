const monthForm = /^(\d{4})-(\d{2})$/
const weekForm = /^(\d{4})-?W(\d{2})$/i

/** A month `YYYY-MM` of the years 1 to 9999; null when it is none. */
export function readMonth(text: string): string | null {
  const [, year = '', month = ''] = monthForm.exec(text) ?? []
  return Number(year) >= 1 && Number(month) >= 1 && Number(month) <= 12 ? `${year}-${month}` : null
}

/** A week `YYYY-Www` that exists by ISO 8601; null when it is none. */
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
