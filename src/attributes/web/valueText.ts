import { valueTypeOf, type Field } from '#attributes/attribute.ts'
import type { Language } from '#language/web/language.tsx'

/** A value of a field in one line of text, as the reader writes numbers, days and times; what else it may be stays as it is. */
export function valueText(
  field: Pick<Field, 'type' | 'result'>,
  value: string,
  { number, percent, day, date, time, month }: Pick<Language, 'number' | 'percent' | 'day' | 'date' | 'time' | 'month'>,
): string {
  switch (valueTypeOf(field).cell) {
    case 'number':
    case 'decimal':
    case 'rating':
      return number(value)
    case 'percent':
      return percent(value, 20)
    case 'date':
      return day(value, 'shortDate')
    case 'datetime':
      return date(new Date(value), 'shortDateTime')
    case 'time':
      return time(value)
    case 'month':
      return month(value, 'short')
    default:
      return value
  }
}
