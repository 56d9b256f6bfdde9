import type { FaultParameters, Problem } from '#faults/fault.ts'
import type { TextKey } from '#language/translate.ts'
import type { Language } from '#language/web/language.tsx'

// Keys come with data: @texts start

/** Why a value is refused, with the bounds of its field as the reader writes them. */
export function sayProblem({ code, parameters, message }: Problem, language: Language): string {
  return message ?? language.t(`fault.${code}` as TextKey, parameters && written(parameters, language))
}

function written(parameters: FaultParameters, language: Language): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      (name === 'min' || name === 'max') && typeof value === 'string' ? boundText(value, language) : value,
    ]),
  )
}

function boundText(bound: string, { day, date, time, month, number }: Language): string {
  if (/^\d{4}-\d\d-\d\d$/.test(bound)) return day(bound, 'shortDate')
  if (/^\d{4}-\d\d-\d\dT/.test(bound)) return date(new Date(bound), 'shortDateTime')
  if (/^\d\d:\d\d/.test(bound)) return time(bound)
  if (/^\d{4}-\d\d$/.test(bound)) return month(bound, 'long')
  return /^-?\d+(?:\.\d+)?$/.test(bound) ? number(bound) : bound
}
