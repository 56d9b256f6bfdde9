import { keyOfText } from '#odata/bind/key.ts'
import { entitySetOf } from '#odata/bind/resourcePath.ts'
import type { EntitySet, ODataModel } from '#odata/model.ts'
import { rowAddress } from '#odata/serialize/address.ts'
import { writeToken, type Sign } from '#odata/serialize/token.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'
import type { ExpandItem } from '#odata/syntax/node.ts'
import { parseQuery } from '#odata/syntax/query.ts'
import { followed, identityOf, pathToKey, referring, resourcePathOf } from '#odata/resourcePath.ts'

/** Number of rows shown of an expanded collection, and whether these are all requested rows. */
export function pageOfExpanded(
  { top }: { readonly top: number | undefined },
  maxPageSize: number | undefined,
): { readonly limit: number; readonly isLast: boolean } {
  const own = top === undefined ? queryLimits.expandedPageSize : queryLimits.pageSize
  const most = Math.min(Math.max(maxPageSize ?? own, 1), queryLimits.pageSize)
  return top !== undefined && top <= most ? { limit: top, isLast: true } : { limit: most, isLast: false }
}

/** Input for turning page marks in an answer into links. */
export type ExpandContext = {
  readonly model: ODataModel
  /** The set of the answer's rows. */
  readonly set: EntitySet
  readonly expand: readonly ExpandItem[]
  /** The query string of the request, for its parameter aliases. */
  readonly rawQuery: string
  /** Path of the service root. */
  readonly root: string
  readonly maxPageSize: number | undefined
  readonly sign: Sign
}

/** Answer of a statement with too many expanded rows; no JSON starts with this character. */
export const tooHeavy = '!'

// Quotes in texts are escaped, so no stored text contains this mark.
const mark = ',{"@next":'

/** The JSON of rows with the marks of incomplete pages (`compile/continued.ts`) replaced by `nextLink`s. */
export function continueExpanded(value: string, around: ExpandContext): string {
  if (value === tooHeavy) throw overLimit('expandedRows', '$expand')
  const parts: string[] = []
  let from = 0
  for (let at = value.indexOf(mark); at >= 0; at = value.indexOf(mark, from)) {
    const start = at + mark.length
    const end = endOfArray(value, start)
    const [path, key, keys] = JSON.parse(value.slice(start, end)) as [string, string, (string | null)[]]
    // The options of `$expand=*` would have another meaning in a URL of their own.
    if (path === '') throw overLimit('expandedPageSize', '$expand')
    const name = path.slice(path.lastIndexOf('/') + 1)
    const link = JSON.stringify(linkOf(path.split('/'), key, JSON.stringify(keys), around))
    parts.push(value.slice(from, at), `],${JSON.stringify(`${name}@odata.nextLink`)}:${link}`)
    from = end + '}]'.length
  }
  return from === 0 ? value : parts.join('') + value.slice(from)
}

function endOfArray(value: string, start: number): number {
  let open = 0
  const token = /"(?:[^"\\]|\\.)*"|[[\]]/gsu
  token.lastIndex = start
  for (let found = token.exec(value); found; found = token.exec(value)) {
    if (found[0] === '[') open += 1
    if (found[0] === ']') open -= 1
    if (open === 0) return token.lastIndex
  }
  throw new Error('a mark has no end')
}

function linkOf(path: readonly string[], key: string, keys: string, around: ExpandContext): string {
  const { model, rawQuery, root, maxPageSize, sign } = around
  const { set, item } = itemAt(path, around)
  const name = path.at(-1) ?? ''
  const rows = followed(model, pathToKey(resourcePathOf(set), keyOfText(set, key)), name)
  if (!rows) throw new Error(`${set.name} has no ${name}`)
  const isReference = item?.as === 'ref'
  const resourcePath = isReference ? referring(rows) : rows
  const given = (item?.written ?? []).filter(([option]) => option !== '$skip')
  const aliases = rawQuery.split('&').filter((part) => /^(?:@|%40)/.test(part))
  const query = [...given.map(([option, text]) => `${option}=${encoded(text)}`), ...aliases].join('&')
  const { limit } = pageOfExpanded({ top: item?.top }, maxPageSize)
  const left = item?.top === undefined ? undefined : item.top - limit
  const identity = `${identityOf(resourcePath)}\u0001${parseQuery(query).identity}`
  const token = writeToken(keys, { backward: false, left }, identity, sign)
  const address = `${root}${rowAddress(set, key)}/${name}${isReference ? '/$ref' : ''}`
  return `${address}?${query}${query === '' ? '' : '&'}$skiptoken=${token}`
}

// The set of the row that holds the collection, and its `$expand` item; no item for `$expand=*`.
function itemAt(
  path: readonly string[],
  around: ExpandContext,
): { readonly set: EntitySet; readonly item?: ExpandItem } {
  let { set, expand } = around
  for (const name of path.slice(0, -1)) {
    const target = set.navigations.get(name)?.target ?? set.collections?.get(name)?.target ?? ''
    set = entitySetOf(around.model, target)
    expand = itemOf(expand, name)?.expand ?? []
  }
  const item = itemOf(expand, path.at(-1) ?? '')
  return item ? { set, item } : { set }
}

function itemOf(items: readonly ExpandItem[], name: string): ExpandItem | undefined {
  const shown = items.filter(({ as }) => as !== 'count')
  return shown.find((item) => item.name.text === name) ?? shown.find((item) => item.name.text === '*')
}

// Characters without a meaning inside an option stay readable.
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/%(?:24|2C|2F|3A|40)/g, decodeURIComponent)
}
