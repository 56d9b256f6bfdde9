const form = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/

/** A time of day as `HH:MM:SS`, from `8:30`, `08:30` or `08:30:15`; null if the text is none. */
export function readTime(text: string): string | null {
  const match = form.exec(text)
  if (!match) return null
  const [, hours = '', minutes = '', seconds = '00'] = match
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  return `${hours.padStart(2, '0')}:${minutes}:${seconds}`
}

/** A time of day as somebody types it, by 24 hours or by 12 with the half of the day as `say` says it behind; null when it is none. */
export function spokenTime(text: string, say: (time: string) => string): string | null {
  const match = /^(\d{1,2})(?::(\d{2}))?(?::(\d{2}))?\s*(\p{L}[\p{L}\s.]*)$/u.exec(text.trim())
  if (!match) return readTime(text.trim())
  const [, hours = '', minutes = '00', seconds = '00', half = ''] = match
  if (Number(hours) < 1 || Number(hours) > 12) return null
  const letters = (said: string) => said.replaceAll(/[^\p{L}]/gu, '').toLowerCase()
  const isLate = [letters(say('13:00:00')), 'pm', 'p'].includes(letters(half))
  if (!isLate && ![letters(say('01:00:00')), 'am', 'a'].includes(letters(half))) return null
  return readTime(`${(Number(hours) % 12) + (isLate ? 12 : 0)}:${minutes}:${seconds}`)
}
