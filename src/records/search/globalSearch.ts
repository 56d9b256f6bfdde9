import { columnOf, type Field } from '#attributes/attribute.ts'
import { listMetadata } from '#attributes/listMetadata.ts'
import { searchFields } from '#entities/searchFields.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { digitsIn, soughtDigits } from '#platform/telephone.ts'

/** A record that the search over all tables found; `place` is what it was found by where that is not its name. */
export type SearchHit = { readonly id: string; readonly name: string | null; readonly place: HitField | null }
export type HitField = { readonly column: string; readonly text: string }
/** What was found in an entity; `more` where there is more than that. */
export type FoundIn = { readonly entity_id: string; readonly records: readonly SearchHit[]; readonly more: boolean }
/**
 * `unfinished`: the entities that did not answer in time. `building`: those whose index of words is being built, so that parts
 * of texts were looked for.
 */
export type SearchAnswer = {
  readonly value: readonly FoundIn[]
  readonly unfinished: readonly string[]
  readonly building: readonly string[]
}
/** The entities of `building`, of all that the member sees. */
export type WordsAnswer = { readonly building: readonly string[] }

export const longestSearch = 250
const mostWords = 10
/** How much of a text is looked at for the place of a hit, and how much of it is shown. */
const looked = 2000
const shown = 80
const mostPlaces = 20

/**
 * What was typed as `$search` takes it: each word as it stands, whatever signs it has. With `words` (full-text search) the
 * last one is a beginning, since it may still be typed. Undefined where there is nothing to look for.
 */
export function searchOf(typed: string, { words }: { readonly words: boolean }): string | undefined {
  const parts = wordsIn(words ? typed.replaceAll(/["'();\\*]/g, ' ') : typed)
  if (parts.length === 0) return undefined
  return parts
    .map((part, at) => (words && at === parts.length - 1 ? `${part}*` : `"${part.replaceAll(/["\\]/g, '\\$&')}"`))
    .join(' ')
}

/** What is read of the records of an entity: their names, and the texts that a hit may stand in, cut where they are long. */
export function readTexts(entity: EntityDefinition): { readonly select: string; readonly compute: string } {
  const others = textsOf(entity)
  const isLong = (field: Field) => (field.maxlength ?? Infinity) > looked
  const names = others.map((field, at) => (isLong(field) ? cutName(at) : columnOf(field)))
  const cuts = others.flatMap((field, at) =>
    isLong(field) ? [`substring(${columnOf(field)},0,${looked}) as ${cutName(at)}`] : [],
  )
  return { select: ['id', 'name', ...names].join(','), compute: cuts.join(',') }
}

/** A record as the search shows it. */
export function foundIn(entity: EntityDefinition, row: Readonly<Record<string, unknown>>, typed: string): SearchHit {
  const name = typeof row['name'] === 'string' ? row['name'] : null
  const found = { id: String(row['id']), name }
  const words = wordsIn(typed).map((word) => word.toLowerCase())
  const places = textsOf(entity).map((field, at) => {
    const value = row[cutName(at)] ?? row[columnOf(field)]
    const text = typeof value === 'string' ? plain(field, value) : ''
    return { column: columnOf(field), text, isTelephone: listMetadata[field.type].words === 'telephone' }
  })
  // A word may be found by its stem: then as much of it as stands there tells the place.
  for (const sought of [words, words.map((word) => word.slice(0, Math.max(3, Math.ceil(word.length * 0.6))))]) {
    if (sought.every((word) => name?.toLowerCase().includes(word))) return { ...found, place: null }
    for (const { column, text } of places) {
      const folded = text.toLowerCase()
      const at = Math.min(...sought.map((word) => folded.indexOf(word)).filter((each) => each >= 0))
      if (at !== Infinity) return { ...found, place: { column, text: around(text, at) } }
    }
  }
  const numbers = [typed, ...words].flatMap((each) => soughtDigits(each) ?? [])
  const place = places.find(
    ({ text, isTelephone }) => isTelephone && numbers.some((digits) => digitsIn(text).includes(digits)),
  )
  return { ...found, place: place ? { column: place.column, text: place.text } : null }
}

/**
 * Those that were more likely meant come first: called exactly so, then with a name that begins so, with words that begin so,
 * with the words anywhere in it, and last those found by something else. Among equals the order stays.
 */
export function byRelevance(records: readonly SearchHit[], typed: string): readonly SearchHit[] {
  const words = wordsIn(typed.toLowerCase())
  const ranked = records.map((record) => ({ record, rank: rankOf(record, words) }))
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ record }) => record)
}

function rankOf({ name, place }: SearchHit, words: readonly string[]): number {
  if (place !== null || name === null) return 4
  const said = wordsIn(name.toLowerCase())
  const [whole, sought] = [said.join(' '), words.join(' ')]
  if (whole === sought) return 0
  if (whole.startsWith(sought)) return 1
  return words.every((word) => said.some((each) => each.startsWith(word))) ? 2 : 3
}

// No uri of a maker's holds an underscore.
const cutName = (at: number) => `_text${at}`

function textsOf(entity: EntityDefinition): readonly Field[] {
  return searchFields(entity)
    .filter(({ uri }) => uri !== 'name')
    .slice(0, mostPlaces)
}

function wordsIn(typed: string): readonly string[] {
  return (typed.match(/\S+/g) ?? []).slice(0, mostWords)
}

function plain({ type }: Field, text: string): string {
  const untagged = listMetadata[type].words === 'html' ? text.replaceAll(/<[^>]*>?/g, ' ') : text
  return untagged.replaceAll(/\s+/g, ' ').trim()
}

/** The surroundings of a hit, cut at words. */
function around(text: string, at: number): string {
  if (text.length <= shown) return text
  const from = at < 20 ? 0 : text.lastIndexOf(' ', at - 16) + 1
  const start = at - from > 40 ? at : from
  const end = Math.min(text.length, start + shown)
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}
