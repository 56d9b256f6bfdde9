import type { Properties } from '#attributes/properties.ts'
import { secondsOfSpan } from '#dates/durationSeconds.ts'
import { refuse, type Refusal } from '#attributes/type.ts'

/** A thousand years and more fit; the engine's intervals hold far longer ones. */
const longest = 999_999 * 86_400

/** A span of time in its shortest ISO 8601 form (`P1DT2H`), from ISO 8601 or `h:mm[:ss]`; null when it is none. */
export function readDuration(text: string): string | null {
  const seconds = secondsOfSpan(text)
  return seconds === null || Math.abs(seconds) > longest ? null : writeDuration(seconds)
}

/** A span as PostgreSQL reads an interval: it knows no sign of the whole, only of each part. */
export function intervalOf(duration: string): string {
  return duration.startsWith('-') ? duration.slice(1).replaceAll(/\d+/g, '-$&') : duration
}

/** The shortest ISO 8601 text of whole seconds: days, hours, minutes and seconds. */
export function writeDuration(seconds: number): string {
  if (seconds === 0) return 'PT0S'
  const all = Math.abs(seconds)
  const days = Math.floor(all / 86_400)
  const parts = [
    [Math.floor((all % 86_400) / 3600), 'H'],
    [Math.floor((all % 3600) / 60), 'M'],
    [all % 60, 'S'],
  ] as const
  const time = parts.map(([count, unit]) => (count === 0 ? '' : `${count}${unit}`)).join('')
  return `${seconds < 0 ? '-' : ''}P${days === 0 ? '' : `${days}D`}${time === '' ? '' : `T${time}`}`
}

/** The check of min and max over spans. */
export function durationBounds({ min, max }: Properties): ((value: string) => Refusal | null) | null {
  const least = min === null ? null : secondsOfSpan(min)
  const most = max === null ? null : secondsOfSpan(max)
  if (least === null && most === null) return null
  const code =
    least !== null && most !== null ? 'validation.range' : least !== null ? 'validation.min' : 'validation.max'
  const named = { ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) }
  return (value) => {
    const seconds = secondsOfSpan(value) ?? 0
    return (least !== null && seconds < least) || (most !== null && seconds > most) ? refuse(code, named) : null
  }
}
