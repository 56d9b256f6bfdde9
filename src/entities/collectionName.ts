import type { Locale } from '#language/locale.ts'
import { nameLength } from '#text/name.ts'

/** Proposed collection name of an entity: the plural in languages with regular plurals, otherwise the name. */
export function proposeCollectionName(name: string, locale: Locale): string {
  const plain = name.trim()
  if (plain === '') return ''
  const plural = plurals[locale]?.(plain) ?? plain
  return plural.length > nameLength.max ? plain.slice(0, nameLength.max) : plural
}

const plurals: Partial<Record<Locale, (name: string) => string>> = { en: englishPlural, es: spanishPlural }

function englishPlural(name: string): string {
  if (/[^aeiou\d\s]y$/i.test(name)) return `${name.slice(0, -1)}ies`
  if (/(?:[sxz]|[cs]h)$/i.test(name)) return /s$/i.test(name) && !/(?:ss|us)$/i.test(name) ? name : `${name}es`
  return /[a-z]$/i.test(name) ? `${name}s` : name
}

function spanishPlural(name: string): string {
  // Only for single words: in longer names, choosing the word to inflect requires grammar.
  if (/\s/.test(name) || /s$/i.test(name)) return name
  if (/z$/i.test(name)) return `${name.slice(0, -1)}ces`
  if (/ión$/i.test(name)) return `${name.slice(0, -2)}ones`
  if (/[aeiouáéó]$/i.test(name)) return `${name}s`
  return /[a-zíú]$/i.test(name) ? `${name}es` : name
}
