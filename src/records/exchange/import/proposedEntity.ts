import { nameLength } from '#text/name.ts'
import { beginningOf } from '#text/storable.ts'
import { proposeUri } from '#text/uri.ts'

/** A new entity for a file, as far as an import asks for it. */
export type ProposedEntity = { readonly name: string; readonly collectionname: string; readonly uri: string }

/** An entity called like its file: `daily_orders-2024.csv` becomes `Daily orders 2024`. */
export function proposedEntity(file: string, isTaken: (uri: string) => boolean): ProposedEntity {
  const words = file
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[\s_.-]+/g, ' ')
    .trim()
  const name = fit(words.charAt(0).toUpperCase() + words.slice(1))
  return { name, collectionname: name, uri: proposeUri(name, isTaken) }
}

/** At most 24 characters, cut between words where that keeps more than half. */
function fit(words: string): string {
  if (words.length <= nameLength.max) return words
  const cut = beginningOf(words, nameLength.max)
  const space = cut.lastIndexOf(' ')
  return space >= nameLength.max / 2 ? cut.slice(0, space) : cut.trim()
}
