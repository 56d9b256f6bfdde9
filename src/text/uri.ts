import * as z from 'zod/mini'

/** Specification 5 and product ruling part 3, 9: a lowercase English letter, then letters and digits, 3 to 24 in all. */
export const uriPattern = /^[a-z][a-z0-9]{2,23}$/

/** The uri of an environment, entity or attribute. What is reserved or taken is checked where the neighbours are known. */
export const uriSchema = z.string().check(z.regex(uriPattern, 'validation.uri'))

/**
 * A uri proposed for a name: lowercase letters and digits without accents, cut at 24 characters, made unique by a
 * number behind it. Returns '' when the name holds no letter that a uri can start with.
 */
export function proposeUri(name: string, taken: (uri: string) => boolean = () => false): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/^[0-9]+/, '')
    .slice(0, 24)
  if (plain === '') return ''
  const base = plain.padEnd(3, 'x')
  if (!taken(base)) return base
  for (let number = 2; ; number++) {
    const candidate = base.slice(0, 24 - String(number).length) + number
    if (!taken(candidate)) return candidate
  }
}
