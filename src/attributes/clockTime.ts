const form = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/

/** A time of day as `HH:MM:SS`, from `8:30`, `08:30` or `08:30:15`; null when it is none. */
export function readTime(text: string): string | null {
  const match = form.exec(text)
  if (!match) return null
  const [, hours = '', minutes = '', seconds = '00'] = match
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  return `${hours.padStart(2, '0')}:${minutes}:${seconds}`
}
