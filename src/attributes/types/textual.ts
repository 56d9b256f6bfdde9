import type { Problem } from '#faults/fault.ts'
import { isSafePattern, patternTest, patternValueLength } from '#text/pattern.ts'
import type { Properties } from '#attributes/properties.ts'
import { refuse, type Read } from '#attributes/type.ts'
import { isStorable } from '#text/storable.ts'

/** Longest text that may be unique: PostgreSQL's B-tree takes entries of at most 2,704 bytes. */
export const uniqueTextLength = 255

/** The rules that text, textarea and email share: length and pattern; `cap` is the most that the type holds. */
export function textReader(properties: Properties, cap: number): (value: unknown) => Read {
  const min = properties.minlength ?? 0
  const max = Math.min(properties.maxlength ?? cap, cap)
  const fits = properties.pattern === null ? null : patternTest(properties.pattern)
  return (value) => {
    if (typeof value !== 'string') return refuse('validation.type')
    if (!isStorable(value)) return refuse('validation.type')
    if (value.length < min) return refuse('validation.tooShort', { min })
    if (value.length > max) return refuse('validation.tooLong', { max })
    if (fits && !fits(value)) return refuse('validation.pattern')
    return value
  }
}

/** What does not fit together in the properties of a text. */
export function textProblems(properties: Properties, cap: number): Problem[] {
  const { minlength, maxlength, pattern, unique } = properties
  const problems: Problem[] = []
  if (maxlength !== null && (maxlength < 1 || maxlength > cap))
    problems.push({ code: 'validation.range', target: 'maxlength', parameters: { min: 1, max: cap } })
  if (minlength !== null && minlength > (maxlength ?? cap))
    problems.push({ code: 'validation.max', target: 'minlength', parameters: { max: maxlength ?? cap } })
  if (pattern !== null && !isSafePattern(pattern)) problems.push({ code: 'attribute.patternUnsafe', target: 'pattern' })
  if (pattern !== null && (maxlength ?? cap) > patternValueLength)
    problems.push({ code: 'attribute.patternLength', target: 'maxlength', parameters: { max: patternValueLength } })
  if (unique && (maxlength ?? cap) > uniqueTextLength)
    problems.push({ code: 'attribute.uniqueLength', target: 'maxlength', parameters: { max: uniqueTextLength } })
  return problems
}
