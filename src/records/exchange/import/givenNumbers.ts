import { readNumberFormat } from '#attributes/numberFormat.ts'

/**
 * The number that a text has in a format such as `INV-{YYYY}-{0000}`, on whatever day it was given; null where it was not
 * written by this format. A counter goes on behind the greatest that a file brings.
 */
export function givenNumber(format: string): (text: string) => bigint | null {
  const read = readNumberFormat(format)
  if (!read) return () => null
  const pattern = new RegExp(`^${around(read.before)}(\\d{1,18})${around(read.after)}$`)
  return (text) => {
    const digits = pattern.exec(text)?.[1]
    return digits === undefined ? null : BigInt(digits)
  }
}

/** The texts of a format as a pattern; the parts of a day are any digits. */
function around(text: string): string {
  return text
    .split(/(\{[YMD]+\})/)
    .map((part) =>
      /^\{[YMD]+\}$/.test(part) ? `\\d{${part.length - 2}}` : part.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'),
    )
    .join('')
}
