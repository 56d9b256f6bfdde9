/** What telephone numbers are written with. */
const dialled = /^[0-9 +()/-]+$/
/** Fewer digits are no part of a telephone number that anybody looks for. */
export const fewestDigits = 3

/** The digits by which telephone numbers are looked for; undefined where a text is not a part of one. */
export function soughtDigits(typed: string): string | undefined {
  const digits = digitsIn(typed)
  return digits.length >= fewestDigits && dialled.test(typed) ? digits : undefined
}

/** The digits of a telephone number, however it is written. */
export function digitsIn(text: string): string {
  return text.replaceAll(/[^0-9]/g, '')
}

/** The same as SQL. Indexes for searches stand on exactly this expression. */
export function digitsText(text: string): string {
  return `regexp_replace(${text}, '[^0-9]', '', 'g')`
}

const gap = '[^0-9]*'

/** A regular expression for texts that have these digits one after the other, with whatever signs between them. */
export function digitsPattern(digits: string): string {
  return [...digits].join(gap)
}

/** The digits that such a regular expression looks for; undefined where it is another one. */
export function digitsOfPattern(pattern: string): string | undefined {
  const digits = pattern.split(gap)
  return digits.every((digit) => /^[0-9]$/.test(digit)) ? digits.join('') : undefined
}
