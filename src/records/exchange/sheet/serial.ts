/** The day that spreadsheets count as 0 in their usual system, and in the one that began on old Macintoshes. */
const epochs = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const
export type DateSystem = keyof typeof epochs

const dayLength = 86_400_000
/** In the usual system days before 1 March 1900 are counted wrongly, since it knows a 29 February 1900. */
const firstSafe = Date.UTC(1900, 2, 1)
const lastSafe = Date.UTC(9999, 11, 31)

/** A day (`YYYY-MM-DD`) or an instant in UTC as a number of days; null where spreadsheets have no number for it. */
export function serialOf(iso: string): number | null {
  const time = Date.parse(iso.length === 10 ? `${iso}T00:00:00Z` : iso)
  if (Number.isNaN(time) || time < firstSafe || time >= lastSafe + dayLength) return null
  return (time - epochs[1900]) / dayLength
}

/** A time of day (`HH:MM:SS`) as a part of a day. */
export function serialOfTime(text: string): number | null {
  const match = /^(\d\d):(\d\d):(\d\d)$/.exec(text)
  return match ? (Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3])) / 86_400 : null
}

/** What the number of a cell shows; an instant is a date with time whose format says that it is of UTC. */
export type Shows = 'date' | 'time' | 'datetime' | 'instant' | 'number' | 'percent'

/**
 * What a number of days means, as the format of its cell shows it; null where it is none that a calendar has. Numbers know no
 * zone: only that of an instant is an instant, any other is what clocks show.
 */
export function textOfSerial(
  serial: number,
  shows: Exclude<Shows, 'number' | 'percent'>,
  system: DateSystem,
): string | null {
  if (!Number.isFinite(serial)) return null
  if (shows === 'time' && serial >= 0 && serial < 1) return clockOf(Math.round(serial * dayLength) % dayLength)
  // The day that never was, and those before it, which are counted one too low.
  if (system === 1900 && Math.floor(serial) === 60) return null
  const days = system === 1900 && serial < 60 ? serial + 1 : serial
  const time = epochs[system] + Math.round(days * dayLength)
  if (serial < 0 || time >= lastSafe + dayLength) return null
  const iso = new Date(time).toISOString()
  const isWhole = iso.endsWith('T00:00:00.000Z')
  if (isWhole && shows !== 'datetime' && shows !== 'instant') return iso.slice(0, 10)
  return `${iso.slice(0, -1).replace('.000', '')}${shows === 'instant' ? 'Z' : ''}`
}

function clockOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(11, 19)
}

/** A date with time and `Z` or `UTC` behind it, as exports write instants. */
const saysUtc = /^[^;]*(?:"\s*(?:Z|UTC)"|\\Z)\s*(?:;|$)/

/** What the cells of a number format show: part of the format's meaning for programs, in its plain letters. */
export function formatShows(format: string): Shows {
  // Quoted texts, escaped characters, colours and languages in brackets say nothing; `[h]` is a time, though.
  const letters = format
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
    .replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';', 1)[0]
    ?.toLowerCase()
  if (letters === undefined || letters === 'general') return 'number'
  const hasDay = /[dy]/.test(letters) || /m{3,}/.test(letters)
  const hasClock = /[hs]/.test(letters) || /am\/pm/.test(letters)
  if (hasDay && hasClock) return saysUtc.test(format) ? 'instant' : 'datetime'
  if (hasDay) return 'date'
  if (hasClock) return 'time'
  if (letters.includes('%')) return 'percent'
  return /^m+$/.test(letters) ? 'date' : 'number'
}

/** What the formats show that have a number and no text of their own in a file (ECMA-376, 18.8.30). */
export function builtInShows(id: number): Shows {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return 'date'
  if (id === 22) return 'datetime'
  if (id === 9 || id === 10) return 'percent'
  return (id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47) ? 'time' : 'number'
}
