/** A part of a typed date, or the text between two parts. */
type DatePart = { readonly type: string; readonly text: string }

/**
 * The parts of a date and time in the order of an example, `03.02.2001` or `2001-02-03`; parts that the example does
 * not write in digits stay unchanged. A time stays behind the date.
 */
export function inOrder<Part extends DatePart>(
  parts: readonly Part[],
  example: string,
  literal: (text: string) => Part,
): readonly Part[] {
  const written = /^(2001|0[23])(.)(0[23])\2(2001|0[23])$/.exec(example)
  const dates = ['year', 'month', 'day'].map((type) => parts.find((part) => part.type === type))
  const last = parts.findLastIndex((part) => dates.includes(part))
  if (!written || !dates.every((part) => part !== undefined)) return parts
  const [, first = '', sign = '', second = '', third = ''] = written
  const partOf = (text: string) => dates[text === '2001' ? 0 : text === '02' ? 1 : 2]
  const [one, two, three] = [first, second, third].map(partOf)
  if (!one || !two || !three) return parts
  const time = parts.slice(last + 2)
  return [one, literal(sign), two, literal(sign), three, ...(time.length > 0 ? [literal(' '), ...time] : [])]
}
