import type { Field } from '#attributes/attribute.ts'
import type { Validator } from '#attributes/properties.ts'
import type { AttributeTypeName } from '#attributes/types.ts'
import { refuse, type Refusal, type WireValue } from '#attributes/type.ts'

/** A named check of one value; null where it holds. */
export type ValueCheck = (value: WireValue) => Refusal | null

const textual = ['text', 'tel', 'search', 'hidden', 'textarea'] as const satisfies readonly AttributeTypeName[]
const timely = ['date', 'datetime', 'month'] as const satisfies readonly AttributeTypeName[]

/** The types whose values each named check understands; the others may stand with every type that has a value. */
const understands: Readonly<Partial<Record<Validator['name'], readonly AttributeTypeName[]>>> = {
  iban: textual,
  'vat-eu': textual,
  'phone-e164': textual,
  luhn: [...textual, 'number'],
  future: timely,
  past: timely,
}

/** Whether a named check may stand with attributes of a type. */
export function understandsType(name: Validator['name'], type: AttributeTypeName): boolean {
  return understands[name]?.includes(type) ?? true
}

/** The named checks of a field that look at nothing but its value. */
export function valueChecks({ validators }: Pick<Field, 'validators'>): readonly ValueCheck[] {
  return validators.flatMap(({ name }) => {
    const check = checks[name]
    return check ? [(value: WireValue) => (typeof value === 'string' ? check(value) : null)] : []
  })
}

const checks: Readonly<Partial<Record<Validator['name'], (text: string) => Refusal | null>>> = {
  iban: (text) => (isIban(text) ? null : refuse('validation.iban')),
  'vat-eu': (text) => (isVat(text) ? null : refuse('validation.vat')),
  'phone-e164': (text) =>
    /^\+[1-9]\d{6,14}$/.test(text.replaceAll(/[ ()./-]/g, '')) ? null : refuse('validation.phone'),
  luhn: (text) => (isLuhn(text) ? null : refuse('validation.luhn')),
}

/** ISO 13616: the letters count as numbers, and the whole leaves 1 when it is divided by 97. */
function isIban(text: string): boolean {
  const bare = text.replaceAll(' ', '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(bare)) return false
  let rest = 0
  for (const sign of bare.slice(4) + bare.slice(0, 4)) {
    for (const digit of String(Number.parseInt(sign, 36))) rest = (rest * 10 + Number(digit)) % 97
  }
  return rest === 1
}

/** ISO 7812: of cards, and of many numbers beside them. */
function isLuhn(text: string): boolean {
  const digits = text.replaceAll(/[ -]/g, '')
  if (!/^\d{2,40}$/.test(digits)) return false
  const sum = [...digits].toReversed().reduce((all, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return all + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** The forms that the member states of the European Union, and Northern Ireland, give to their numbers. */
const vatForms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{12}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/,
}

function isVat(text: string): boolean {
  const bare = text.replaceAll(/[ .-]/g, '').toUpperCase()
  return vatForms[bare.slice(0, 2)]?.test(bare.slice(2)) ?? false
}
