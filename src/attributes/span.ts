import type { Problem } from '#faults/fault.ts'
import type { Properties } from '#attributes/properties.ts'
import { refuse, type Refusal } from '#attributes/type.ts'

const iso = /^([+-]?)P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,8})H)?(?:(\d{1,9})M)?(?:(\d{1,10})S)?)?$/i
/** How PostgreSQL writes an interval into JSON: `1 day -02:30:00`. */
const interval = /^(?:([+-]?\d{1,6}) days? ?)?(?:([+-]?)(\d{1,8}):(\d\d):(\d\d))?$/
const clock = /^([+-]?)(\d{1,8}):([0-5]\d)(?::([0-5]\d))?$/
/** A thousand years and more fit; the engine's intervals hold far longer ones. */
const longest = 999_999 * 86_400

/** A span of time in its shortest ISO 8601 form (`P1DT2H`), from ISO 8601 or `h:mm[:ss]`; null when it is none. */
export function readDuration(text: string): string | null {
  const seconds = secondsOf(text)
  return seconds === null || Math.abs(seconds) > longest ? null : writeDuration(seconds)
}

/** The seconds of a span; null when the text is none. */
export function secondsOf(text: string): number | null {
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
  const least = min === null ? null : secondsOf(min)
  const most = max === null ? null : secondsOf(max)
  if (least === null && most === null) return null
  const code =
    least !== null && most !== null ? 'validation.range' : least !== null ? 'validation.min' : 'validation.max'
  const named = { ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) }
  return (value) => {
    const seconds = secondsOf(value) ?? 0
    return (least !== null && seconds < least) || (most !== null && seconds > most) ? refuse(code, named) : null
  }
}

/** What does not fit together in the bounds of a span. */
export function durationProblems({ min, max }: Properties): Problem[] {
  const problems: Problem[] = []
  if (min !== null && readDuration(min) !== min) problems.push({ code: 'validation.duration', target: 'min' })
  if (max !== null && readDuration(max) !== max) problems.push({ code: 'validation.duration', target: 'max' })
  if (problems.length === 0 && min !== null && max !== null && (secondsOf(min) ?? 0) > (secondsOf(max) ?? 0))
    problems.push({ code: 'validation.max', target: 'min', parameters: { max } })
  return problems
}

function signed(sign: string | undefined, seconds: number): number {
  return sign === '-' && seconds !== 0 ? -seconds : seconds
}
