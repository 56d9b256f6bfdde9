import type { TextFormat } from '#attributes/type.ts'
import { mostChoices, type ColumnProfile } from '#records/exchange/import/profile.ts'
import type { Delimiter } from '#records/exchange/import/splitter.ts'
import type { DateOrder } from '#dates/writtenDate.ts'
import type { StyleCount } from '#decimals/writtenNumber.ts'
import { beginningOf } from '#text/storable.ts'

/** The attribute types that a column can become by itself. */
export type GuessedType =
  | 'text'
  | 'textarea'
  | 'number'
  | 'decimal'
  | 'percent'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'email'
  | 'select'

/** Why a type was chosen: a code for the text `imports.reason.type.<code>` and its values. */
export type TypeReason = { readonly code: TypeReasonCode; readonly values: Readonly<Record<string, string | number>> }
export type TypeReasonCode =
  | 'empty'
  | 'truth'
  | 'whole'
  | 'percent'
  | 'decimalPoint'
  | 'decimalComma'
  | 'thousands'
  | 'dateIso'
  | 'dateDayFirst'
  | 'dateMonthFirst'
  | 'dateAmbiguous'
  | 'dateNamed'
  | 'datetime'
  | 'email'
  | 'choices'
  | 'leadingZeros'
  | 'tooBig'
  | 'lines'
  | 'long'
  | 'text'
  | 'mixed'

export type TypeGuess = {
  readonly type: GuessedType
  /** Properties of the attribute that the values ask for. */
  readonly options: TypeOptions
  readonly format: TextFormat
  /** Cells that are read as empty, such as `NA`. */
  readonly emptymarks: readonly string[]
  readonly reason: TypeReason
}
export type TypeOptions = {
  readonly precision?: number
  readonly scale?: number
  readonly maxlength?: number
  readonly options?: readonly { readonly value: string; readonly label: string }[]
}

/** Another type for the column, and how many of the cells that were looked at it could not read. */
export type TypeAlternative = Omit<TypeGuess, 'reason'> & { readonly misses: number; readonly example: string | null }

const plain: TextFormat = { decimal: '.', group: '', dateOrder: 'ymd' }

/** What is known of the file around a column; `complete` says that its profile saw the whole file. */
type Surroundings = { readonly delimiter: Delimiter; readonly complete: boolean }

/** The type of a column after its cells, with the reason. Only a type that reads every cell is chosen. */
export function guessType(profile: ColumnProfile, { delimiter, complete }: Surroundings): TypeGuess {
  const { filled } = profile
  if (filled === 0) return textGuess(profile, { code: 'empty', values: {} })
  const found = all(profile, delimiter).find((each) => each.misses === 0)
  if (found && isChosen(found.type, profile)) {
    const { misses: _misses, example: _example, ...guess } = found
    return { ...guess, reason: reasonOf(profile, found) }
  }
  if (isChoice(profile, complete ? mostChoices : fewChoices)) return choiceGuess(profile)
  return textGuess(profile, whyText(profile, found))
}

/** The other types that read at least half of the cells, the best first; text always fits. */
export function alternativesOf(profile: ColumnProfile, delimiter: Delimiter, chosen: GuessedType): TypeAlternative[] {
  const typed = all(profile, delimiter).filter((each) => each.misses * 2 <= profile.filled)
  const choice =
    profile.distinct && profile.distinct.size > 0 ? [{ ...choiceGuess(profile), misses: 0, example: null }] : []
  const texts = (['text', 'textarea'] as const).map((type) => ({
    ...textGuess(profile, { code: 'text', values: {} }),
    type,
    misses: 0,
    example: null,
  }))
  return [...typed, ...choice, ...texts]
    .filter(({ type }) => type !== chosen)
    .filter((each, index, list) => list.findIndex(({ type }) => type === each.type) === index)
    .toSorted((a, b) => a.misses - b.misses)
    .map(({ type, options, format, emptymarks, misses, example }) => ({
      type,
      options,
      format,
      emptymarks,
      misses,
      example,
    }))
}

function all(profile: ColumnProfile, delimiter: Delimiter): TypeAlternative[] {
  const emptymarks = [...profile.marks]
  const base = { options: {}, format: plain, emptymarks }
  const found: TypeAlternative[] = []
  const words = {
    ...base,
    type: 'boolean',
    misses: profile.filled - profile.booleans,
    example: profile.firstMiss.boolean,
  } as const
  // A column of 0 and 1 is read as numbers, with boolean as the alternative.
  const digitsOnly = [...profile.booleanWords].every((word) => word === '0' || word === '1')
  if (profile.booleans > 0 && !digitsOnly) found.push(words)
  const style = bestStyle(profile.numbers, delimiter)
  if (style) {
    const format: TextFormat = { ...plain, decimal: style.decimal, group: style.group }
    const precision = Math.min(38, Math.max(style.whole + 2, 6) + style.scale)
    const type = style.decimals > 0 ? 'decimal' : 'number'
    const options = type === 'decimal' ? { precision, scale: Math.min(18, style.scale) } : {}
    found.push({ ...base, type, options, format, misses: profile.filled - style.cells, example: style.firstMiss })
    if (type === 'number')
      found.push({
        ...base,
        type: 'decimal',
        options: { precision: Math.min(38, precision + 2), scale: 2 },
        format,
        misses: profile.filled - style.cells,
        example: style.firstMiss,
      })
  }
  const share = bestStyle(profile.percents, delimiter)
  if (share) found.push(percentGuess(base, profile, share))
  if (profile.dates.cells > 0) {
    const order = bestOrder(profile)
    const format: TextFormat = { ...plain, dateOrder: order }
    const misses = profile.filled - profile.dates[order]
    const example = profile.firstMiss.date
    const day = profile.dates.timed === profile.dates.midnight
    found.push({ ...base, type: day ? 'date' : 'datetime', format, misses, example })
    if (day) found.push({ ...base, type: 'datetime', format, misses, example })
  }
  if (profile.emails > 0)
    found.push({ ...base, type: 'email', misses: profile.filled - profile.emails, example: profile.firstMiss.email })
  if (profile.booleans > 0 && digitsOnly) found.push(words)
  return found.toSorted((a, b) => a.misses - b.misses)
}

function percentGuess(
  base: Pick<TypeAlternative, 'emptymarks'>,
  profile: ColumnProfile,
  style: StyleCount,
): TypeAlternative {
  const scale = Math.min(18, style.scale + 2)
  return {
    ...base,
    type: 'percent',
    options: { precision: Math.min(38, Math.max(style.whole, 6) + scale), scale },
    format: { ...plain, decimal: style.decimal, group: style.group },
    misses: profile.filled - style.cells,
    example: style.firstMiss,
  }
}

/** Types that fit but say something else than they seem to. */
function isChosen(type: GuessedType, profile: ColumnProfile): boolean {
  if (type === 'boolean') return (profile.distinct?.size ?? 0) > 1 || (profile.samples[0]?.length ?? 0) > 1
  if (type !== 'number' && type !== 'decimal') return true
  return profile.leadingZeros === null && !isTooBig(profile)
}

function isTooBig({ tooBig, numbers }: ColumnProfile): boolean {
  return tooBig !== null || numbers.some(({ scale, whole, cells }) => cells > 0 && (scale > 18 || scale + whole > 36))
}

/** The style that reads the most cells. */
function bestStyle(counts: readonly StyleCount[], delimiter: Delimiter): StyleCount | undefined {
  const most = Math.max(...counts.map(({ cells }) => cells))
  if (most === 0) return undefined
  const fitting = counts.filter(({ cells }) => cells === most)
  const [first] = fitting
  if (!first || fitting.length === counts.length) return first
  // `1,234` and `1.234` can be thousands or decimals: other cells decide, then what the delimiter says of the region.
  const sure = fitting.find(({ decimals, unambiguous }) => decimals > 0 && unambiguous > 0)
  if (sure) return sure
  const comma = fitting.find(({ decimal, group }) => decimal === ',' && group === '')
  const thousands = fitting.find(({ group, decimal }) => group === ',' && decimal === '.')
  if (comma && thousands && comma.decimals > 0) return delimiter === ';' ? comma : thousands
  return first
}

function bestOrder({ dates }: ColumnProfile): DateOrder {
  if (dates.ymd >= dates.dmy && dates.ymd >= dates.mdy) return 'ymd'
  // Where both orders read every cell: days first is what most of the world writes; with slashes the reason says so.
  return dates.mdy > dates.dmy ? 'mdy' : 'dmy'
}

function reasonOf(profile: ColumnProfile, { type, format, options }: TypeAlternative): TypeReason {
  const example = profile.samples[0] ?? ''
  const count = profile.filled
  switch (type) {
    case 'boolean':
      return { code: 'truth', values: { words: [...profile.booleanWords].join(', '), count } }
    case 'number':
      return { code: format.group === '' ? 'whole' : 'thousands', values: { count, example } }
    case 'decimal':
      return {
        code: format.decimal === ',' ? 'decimalComma' : 'decimalPoint',
        values: { count, example, scale: options.scale ?? 0 },
      }
    case 'percent':
      return { code: 'percent', values: { count, example } }
    case 'datetime':
      return { code: 'datetime', values: { count, example } }
    case 'email':
      return { code: 'email', values: { count } }
    default:
      return dateReason(profile, format.dateOrder, { count, example })
  }
}

function dateReason({ dates }: ColumnProfile, order: DateOrder, values: Record<string, string | number>): TypeReason {
  if (dates.named === dates.cells) return { code: 'dateNamed', values }
  if (order === 'ymd') return { code: 'dateIso', values }
  if (dates.dmy === dates.mdy) return { code: 'dateAmbiguous', values }
  return { code: order === 'dmy' ? 'dateDayFirst' : 'dateMonthFirst', values }
}

/** Choices are told apart without regard to case. */
function hasChoices({ distinct }: ColumnProfile): boolean {
  if (!distinct || distinct.size === 0) return false
  return new Set([...distinct.keys()].map((value) => value.toLowerCase())).size === distinct.size
}

/** In a part of a file one sees perhaps not every choice: there only a few of them are believed. */
const fewChoices = 12

function isChoice(profile: ColumnProfile, most: number): boolean {
  const { distinct, filled, marked, multiline, leadingZeros } = profile
  if (!distinct || !hasChoices(profile) || multiline || leadingZeros !== null) return false
  const cells = filled + marked
  return cells >= 10 && distinct.size <= Math.min(most, cells / 5)
}

function choiceGuess(profile: ColumnProfile): TypeGuess {
  const values = [...(profile.distinct ?? new Map<string, number>()).keys()].toSorted((a, b) => (a < b ? -1 : 1))
  return {
    type: 'select',
    options: { options: values.map((value) => ({ value, label: value })) },
    format: plain,
    emptymarks: [],
    reason: { code: 'choices', values: { choices: values.length, count: profile.filled + profile.marked } },
  }
}

/** Texts keep what they say: `NA` may be Namibia or North America. */
function textGuess(profile: ColumnProfile, reason: TypeReason): TypeGuess {
  const long = profile.multiline || profile.longest > 250
  return { type: long ? 'textarea' : 'text', options: {}, format: plain, emptymarks: [], reason }
}

function whyText(profile: ColumnProfile, found: TypeAlternative | undefined): TypeReason {
  if (found && profile.leadingZeros !== null) return { code: 'leadingZeros', values: { example: profile.leadingZeros } }
  if (found && isTooBig(profile))
    return { code: 'tooBig', values: { example: profile.tooBig ?? profile.samples[0] ?? '' } }
  if (profile.multiline) return { code: 'lines', values: {} }
  if (profile.longest > 250) return { code: 'long', values: { longest: profile.longest } }
  const [first] = profile.numbers
  const numbers = Math.max(...profile.numbers.map(({ cells }) => cells))
  if (numbers > profile.filled / 2)
    return {
      code: 'mixed',
      values: { example: beginningOf(first?.firstMiss ?? '', 100), count: profile.filled - numbers },
    }
  return { code: 'text', values: {} }
}
