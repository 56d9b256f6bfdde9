/**
 * Text forms of values for casts. The patterns mean the same in JavaScript and PostgreSQL; both can cast every text
 * that a pattern accepts.
 */
const date = '[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])'
const time = '(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]{1,12})?)?'
const offset = '(?:[Zz]|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))'
const exponent = '[eE][+-]?(?:[0-2]?[0-9]{1,2}|3[0-2][0-9])'
const hex = '[0-9A-Fa-f]'

export const writing = {
  whole: '^[+-]?[0-9]{1,150}$',
  decimal: `^[+-]?[0-9]{1,150}(?:\\.[0-9]{1,150})?(?:${exponent})?$`,
  special: '^(?:-?INF|NaN)$',
  yes: '^[Tt][Rr][Uu][Ee]$',
  no: '^[Ff][Aa][Ll][Ss][Ee]$',
  guid: `^${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}$`,
  date: `^(?!0000)${date}$`,
  time: `^${time}$`,
  moment: `^(?!0000)${date}[Tt]${time}${offset}$`,
  duration:
    '^[+-]?P(?=.*[0-9][DHMS]$)(?:([0-9]{1,9})D)?(?:T(?:([0-9]{1,9})H)?(?:([0-9]{1,9})M)?(?:([0-9]{1,12}(?:\\.[0-9]{1,12})?)S)?)?$',
  binary: '^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2}(?:==)?|[A-Za-z0-9_-]{3}=?)?$',
} as const

export type WritingName = keyof typeof writing

const patterns = new Map(Object.entries(writing).map(([name, text]) => [name, new RegExp(text, 'u')]))

/** Whether a text has the given form. */
export function isWritten(name: WritingName, text: string): boolean {
  return patterns.get(name)?.test(text) ?? false
}
