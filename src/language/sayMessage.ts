import type { CompiledIcuChoices, CompiledMessage, CompiledMessageToken } from '@lingui/message-utils/compileMessage'

type Values = Readonly<Record<string, unknown>>

const numbers = new Map<string, Intl.NumberFormat>()
const plurals = new Map<string, Intl.PluralRules>()

/** A compiled ICU message with its values filled in, as the language of a region says plurals and that of `digits` numbers. */
export function sayMessage(message: CompiledMessage, region: string, values: Values = {}, digits = region): string {
  return say(message, undefined)

  /** `counted` is the number that replaces #. */
  function say(part: CompiledMessage, counted: number | undefined): string {
    return part.map((token) => sayToken(token, counted)).join('')
  }

  function sayToken(token: CompiledMessageToken, counted: number | undefined): string {
    if (token === '#' && counted !== undefined) return numberOf(digits).format(counted)
    if (typeof token === 'string') return token
    const [name, kind, cases] = token
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (kind === 'plural') return sayPlural(Number(value), cases as CompiledIcuChoices)
    if (kind === 'select') return say(chosen(cases as CompiledIcuChoices, String(value)), counted)
    if (kind === 'number') return numberOf(digits).format(Number(value))
    return value === undefined || value === null ? '' : String(value)
  }

  function sayPlural(value: number, cases: CompiledIcuChoices): string {
    return say(cases[value] ?? chosen(cases, pluralsOf(region).select(value)), value)
  }
}

/** The part for a case; that for all others where there is none. */
function chosen(cases: CompiledIcuChoices, name: string): CompiledMessage {
  return (Object.hasOwn(cases, name) ? cases[name] : cases['other']) ?? []
}

function numberOf(region: string): Intl.NumberFormat {
  return kept(numbers, region, () => new Intl.NumberFormat(region))
}

function pluralsOf(region: string): Intl.PluralRules {
  return kept(plurals, region, () => new Intl.PluralRules(region))
}

/** Intl objects are slow to create and often used, so they are cached. */
function kept<Thing>(all: Map<string, Thing>, region: string, make: () => Thing): Thing {
  const known = all.get(region) ?? make()
  all.set(region, known)
  return known
}
