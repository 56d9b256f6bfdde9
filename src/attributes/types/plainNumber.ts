import type { TextFormat } from '#attributes/type.ts'

/** A number as people write it in a format (`1 234,50`) with a plain point and no groups; null when it breaks the format. */
export function plainNumber(text: string, format: TextFormat): string | null {
  const [whole = '', fraction, ...rest] = text.replace(/[\u00a0\u202f]/g, ' ').split(format.decimal)
  if (rest.length > 0) return null
  const digits = format.group === '' ? whole : ungrouped(whole, format.group)
  if (digits === null) return null
  return fraction === undefined ? digits : `${digits}.${fraction}`
}

function ungrouped(whole: string, group: string): string | null {
  const [first = '', ...groups] = whole.split(group)
  if (groups.some((each) => !/^\d{3}$/.test(each))) return null
  if (groups.length > 0 && !/^[+-]?\d{1,3}$/.test(first)) return null
  return first + groups.join('')
}
