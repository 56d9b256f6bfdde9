import type { NumberSigns } from '#decimals/numberText.ts'

const known = new Map<string, NumberSigns>()

/** The decimal and group signs of a region such as `lv-LV`. */
export function numberSigns(region: string): NumberSigns {
  const found = known.get(region) ?? signsOf(region)
  known.set(region, found)
  return found
}

function signsOf(region: string): NumberSigns {
  const parts = new Intl.NumberFormat(region, { useGrouping: true }).formatToParts(1234567.8)
  const sign = (type: string, otherwise: string) => parts.find((part) => part.type === type)?.value ?? otherwise
  return { decimal: sign('decimal', '.'), group: sign('group', ',') }
}

/**
 * Parses typed or pasted text to a plain decimal text such as `-1234.50`; undefined if the text is no number. Stays
 * text throughout, so that no digit of a long number is lost.
 */
export function parseNumberText(typed: string, { decimal, group }: NumberSigns): string | undefined {
  const compact = typed
    .trim()
    .replaceAll(/[\s\u00a0\u202f'’]/gu, '')
    .replace(/^[−–]/u, '-')
  const plain = compact.replaceAll(/\s/.test(group) ? '' : group, '').replace(decimal, '.')
  // Where the comma is the decimal sign people still type a point, and the other way round when no group fits.
  const candidate = numeric.test(plain) && groupsFit(compact, group, decimal) ? plain : compact.replace(',', '.')
  if (!numeric.test(candidate)) return undefined
  const [, sign = '', whole = '', fraction] = /^([-+]?)(\d*)(?:\.(\d*))?$/.exec(candidate) ?? []
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return `${sign === '-' ? '-' : ''}${digits}${fraction ? `.${fraction}` : ''}`
}

const numeric = /^[-+]?(?:\d+\.?\d*|\.\d+)$/

function groupsFit(compact: string, group: string, decimal: string): boolean {
  const [whole = '', fraction = ''] = compact.split(decimal)
  // `1.234,56` where the point is the decimal sign is another way to write, of another number.
  if (fraction.includes(group)) return false
  if (!whole.includes(group)) return true
  return whole
    .replace(/^[-+]/, '')
    .split(group)
    .every((part, at) => (at === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(part))
}
