import { secondsOfSpan } from '#dates/durationSeconds.ts'

/** A span in hours and minutes, with seconds if not zero (`26:30`); undefined if the text is no span. */
export function clockText(span: string): string | undefined {
  const seconds = span === '' ? null : secondsOfSpan(span)
  if (seconds === null) return undefined
  const all = Math.abs(seconds)
  const parts = [Math.floor(all / 3600), Math.floor((all % 3600) / 60)]
  if (all % 60 > 0) parts.push(all % 60)
  const [hours, ...rest] = parts
  return `${seconds < 0 ? '-' : ''}${hours}:${rest.map((part) => String(part).padStart(2, '0')).join(':')}`
}
