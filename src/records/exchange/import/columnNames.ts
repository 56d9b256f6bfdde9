import { descriptionLength, nameLength } from '#text/name.ts'
import { proposeUri } from '#text/uri.ts'
import { beginningOf } from '#text/storable.ts'

/** What a header becomes (product ruling 6.15). */
export type NamedColumn = {
  /** The header as it stands in the file. */
  readonly header: string
  /** The attribute's name, or the record's own name. */
  readonly kind: 'attribute' | 'name'
  readonly name: string
  readonly uri: string
  /** The whole header where the name could not hold it. */
  readonly description: string | null
}

export type NamingRules = {
  /** Whether an attribute may not have this uri: the system's own fields. */
  readonly reserved: (uri: string) => boolean
  /** The name of a column by its position or by a header too short for a name, such as `Column 3` and `Column a`. */
  readonly unnamed: (position: number | string) => string
}

/**
 * Names the columns of a file after its headers: names of 3 to 24 characters, unique, uris that are free. `name` (any case)
 * fills the record's own name; `id` becomes `sourceid`, since ids are ours; an empty header is named by its position.
 */
export function nameColumns(headers: readonly string[], rules: NamingRules): NamedColumn[] {
  const uris = new Set<string>()
  const names = new Set<string>()
  let nameTaken = false
  return headers.map((raw, index) => {
    const header = raw.trim().replaceAll(/\s+/g, ' ')
    if (!nameTaken && /^name$/i.test(header)) {
      nameTaken = true
      return { header: raw, kind: 'name', name: header, uri: 'name', description: null }
    }
    const name = freeName(names, fitName(header, index + 1, rules))
    const uri = freeUri(uris, header, name, index + 1, rules)
    const full = beginningOf(header, descriptionLength.max)
    return { header: raw, kind: 'attribute', name, uri, description: full !== name && full.length >= 3 ? full : null }
  })
}

function fitName(header: string, position: number, rules: NamingRules): string {
  if (header === '') return beginningOf(rules.unnamed(position), nameLength.max)
  if (/^id$/i.test(header)) return 'Source id'
  if (header.length > nameLength.max) return cutAtWord(header)
  if (header.length >= nameLength.min) return header
  return beginningOf(rules.unnamed(header), nameLength.max)
}

/** At most 24 characters, cut between words where that keeps more than half. */
function cutAtWord(header: string): string {
  const cut = beginningOf(header, nameLength.max)
  const space = cut.search(/[\s_,.;:(/-][^\s_,.;:(/-]*$/)
  return (space >= nameLength.max / 2 ? cut.slice(0, space) : cut).trim()
}

function freeName(taken: Set<string>, name: string): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${beginningOf(name, nameLength.max - String(number).length - 1)} ${number}`
    const key = candidate.toLowerCase()
    if (taken.has(key)) continue
    taken.add(key)
    return candidate
  }
}

function freeUri(taken: Set<string>, header: string, name: string, position: number, rules: NamingRules): string {
  const isTaken = (uri: string) => taken.has(uri) || rules.reserved(uri)
  const uri =
    proposeUri(wantedUri(header), isTaken) ||
    (header === '' && proposeUri(name, isTaken)) ||
    proposeUri(`column${position}`, isTaken)
  taken.add(uri)
  return uri
}

/** What a uri is made of: the header, behind `column` where too few of its letters can stand in a uri; '' where none can. */
function wantedUri(header: string): string {
  if (/^id$/i.test(header)) return 'sourceid'
  const letters = header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
  if (letters === '') return ''
  return letters.replace(/^[0-9]+/, '').length < 3 ? `column${letters}` : header
}
