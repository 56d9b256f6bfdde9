import type { Enumeration } from '#odata/model.ts'

const numberPattern = /^[+-]?\d{1,15}$/

/**
 * The number of an enumeration text: a member's name or number; with flags, several members separated by commas.
 * Undefined for other texts.
 */
export function memberNumber(enumeration: Enumeration, text: string): number | undefined {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.length > 1 && !enumeration.flags) return undefined
  const numbers = parts.map((part) => numberOfPart(enumeration, part))
  // BigInt, because JavaScript's bit operators only handle 32 bits.
  return numbers.some((number) => number === undefined)
    ? undefined
    : Number(numbers.reduce((all, number) => all | BigInt(number ?? 0), 0n))
}

function numberOfPart(enumeration: Enumeration, part: string): number | undefined {
  const named = enumeration.members.get(part)
  if (named !== undefined || !numberPattern.test(part)) return named
  const number = Number(part)
  const known = [...enumeration.members.values()]
  if (!enumeration.flags) return known.includes(number) ? number : undefined
  const all = known.reduce((bits, each) => bits | BigInt(each), 0n)
  return number >= 0 && (BigInt(number) & ~all) === 0n ? number : undefined
}

/** A number as comma-separated member names; as digits where no combination of members matches. */
export function textOfMembers(enumeration: Enumeration, number: number): string {
  for (const [name, value] of enumeration.members) if (value === number) return name
  const named = singleFlags(enumeration).filter(([, value]) => (BigInt(number) & BigInt(value)) === BigInt(value))
  const bits = named.reduce((all, [, value]) => all | BigInt(value), 0n)
  return number > 0 && bits === BigInt(number) ? named.map(([name]) => name).join(',') : String(number)
}

/** The flag members that are not combinations of others; empty for enumerations without flags. */
export function singleFlags({ flags, members }: Enumeration): readonly (readonly [string, number])[] {
  if (!flags) return []
  const all = [...members]
  return all.filter(([, value]) => {
    const within = all.filter(([, other]) => other !== value && (BigInt(other) & ~BigInt(value)) === 0n)
    const bits = within.reduce((sum, [, other]) => sum | BigInt(other), 0n)
    return value > 0 && bits !== BigInt(value)
  })
}
