import { hasPercentSign, withoutPercentSign } from '#attributes/percentReading.ts'
import { datePartsOf, type DateOrder } from '#dates/writtenDate.ts'
import { countNumber, countsOfStyles, type StyleCount } from '#decimals/writtenNumber.ts'
import { beginningOf } from '#text/storable.ts'

/** What is known of a column after some rows; its size does not grow with them. */
export type ColumnProfile = {
  rows: number
  filled: number
  /** Cells that stand for nothing, such as `NA`, and which they were. */
  marked: number
  readonly marks: Set<string>
  longest: number
  multiline: boolean
  /** Values with their number of cells, until there are too many to be choices. */
  distinct: Map<string, number> | null
  readonly samples: string[]
  readonly numbers: StyleCount[]
  /** The cells that end with a percent sign, without it. */
  readonly percents: StyleCount[]
  leadingZeros: string | null
  tooBig: string | null
  booleans: number
  readonly booleanWords: Set<string>
  emails: number
  readonly dates: { cells: number; timed: number; midnight: number; named: number; shortYear: number } & Record<
    DateOrder,
    number
  >
  /** The first cell that is no number, date, truth value or address. */
  readonly firstMiss: { date: string | null; boolean: string | null; email: string | null }
}

export const mostChoices = 50
const emptyMarks = new Set(['na', 'n/a', '#n/a', 'null', 'none', 'nan', '-', '\\n', '?'])
export const truthWords = new Map(
  Object.entries({
    true: true,
    false: false,
    yes: true,
    no: false,
    y: true,
    n: false,
    t: true,
    f: false,
    jā: true,
    nē: false,
    да: true,
    нет: false,
    sí: true,
    si: true,
    wahr: true,
    falsch: false,
  }),
)
const email = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\]+\.[a-z]{2,}$/i

export function newProfile(): ColumnProfile {
  return {
    rows: 0,
    filled: 0,
    marked: 0,
    marks: new Set(),
    longest: 0,
    multiline: false,
    distinct: new Map(),
    samples: [],
    numbers: countsOfStyles(),
    percents: countsOfStyles(),
    leadingZeros: null,
    tooBig: null,
    booleans: 0,
    booleanWords: new Set(),
    emails: 0,
    dates: { cells: 0, timed: 0, midnight: 0, named: 0, shortYear: 0, ymd: 0, dmy: 0, mdy: 0 },
    firstMiss: { date: null, boolean: null, email: null },
  }
}

/** Adds one cell. */
export function profileCell(profile: ColumnProfile, raw: string): void {
  profile.rows++
  const text = raw.trim()
  if (text === '') return
  if (text.length < 5 && emptyMarks.has(text.toLowerCase())) {
    profile.marked++
    profile.marks.add(text)
    countChoice(profile, text)
    return
  }
  profile.filled++
  if (text.length > profile.longest) profile.longest = text.length
  if (!profile.multiline && text.includes('\n')) profile.multiline = true
  if (profile.samples.length < 5 && !profile.samples.includes(text)) profile.samples.push(beginningOf(text, 200))
  countChoice(profile, text)
  if (countNumber(profile.numbers, text)) noteDigits(profile, text)
  countPercent(profile, text)
  countWord(profile, text)
  countDate(profile, text)
  if (text.length < 255 && text.includes('@') && email.test(text)) profile.emails++
  else profile.firstMiss.email ??= text
}

function countChoice(profile: ColumnProfile, text: string): void {
  if (!profile.distinct) return
  profile.distinct.set(text, (profile.distinct.get(text) ?? 0) + 1)
  if (profile.distinct.size > mostChoices || text.length > 100) profile.distinct = null
}

function countPercent(profile: ColumnProfile, text: string): void {
  if (hasPercentSign(text)) countNumber(profile.percents, withoutPercentSign(text))
  else for (const count of profile.percents) count.firstMiss ??= text
}

function noteDigits(profile: ColumnProfile, text: string): void {
  if (/^[+-]?0\d/.test(text)) profile.leadingZeros ??= text
  if (text.length > 17) {
    const digits = text.replaceAll(/^[+-]?0*|[.,].*$/g, '').replaceAll(/\D/g, '')
    if (digits.length > 18) profile.tooBig ??= text
  }
}

function countWord(profile: ColumnProfile, text: string): void {
  const word = text.length < 8 ? text.toLowerCase() : ''
  if (!truthWords.has(word) && word !== '0' && word !== '1') {
    profile.firstMiss.boolean ??= text
    return
  }
  profile.booleans++
  if (profile.booleanWords.size < 8) profile.booleanWords.add(word)
}

function countDate(profile: ColumnProfile, text: string): void {
  const parts = datePartsOf(text)
  if (!parts) {
    profile.firstMiss.date ??= text
    return
  }
  const { dates } = profile
  dates.cells++
  if (parts.timed) dates.timed++
  if (parts.timed && /[T\s]0?0:00(?::00(?:\.0+)?)?(?:Z|$)/.test(text)) dates.midnight++
  if (parts.named) dates.named++
  if (parts.shortYear) dates.shortYear++
  for (const order of parts.orders) dates[order]++
}
