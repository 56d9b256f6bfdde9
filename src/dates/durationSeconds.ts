const iso = /^([+-]?)P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,8})H)?(?:(\d{1,9})M)?(?:(\d{1,10})S)?)?$/i
/** How PostgreSQL writes an interval into JSON: `1 day -02:30:00`. */
const interval = /^(?:([+-]?\d{1,6}) days? ?)?(?:([+-]?)(\d{1,8}):(\d\d):(\d\d))?$/
const clock = /^([+-]?)(\d{1,8}):([0-5]\d)(?::([0-5]\d))?$/

/** The seconds of a span; null when the text is none. */
export function secondsOfSpan(text: string): number | null {
  const hours = clock.exec(text)
  if (hours) return signed(hours[1], Number(hours[2]) * 3600 + Number(hours[3]) * 60 + Number(hours[4] ?? 0))
  const kept = interval.exec(text)
  if (kept && text !== '') return keptSeconds(kept)
  const match = iso.exec(text)
  if (!match || /[PT]$/i.test(text)) return null
  const [weeks, days, hour, minutes, seconds] = match.slice(2).map((part) => Number(part ?? 0))
  return signed(
    match[1],
    ((weeks ?? 0) * 7 + (days ?? 0)) * 86_400 + (hour ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0),
  )
}

function keptSeconds([, days = '0', sign, hours = '0', minutes = '0', seconds = '0']: RegExpExecArray): number {
  return Number(days) * 86_400 + signed(sign, Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))
}

function signed(sign: string | undefined, seconds: number): number {
  return sign === '-' && seconds !== 0 ? -seconds : seconds
}
