import { columnOf, isLink, isListed, valueTypeOf, type Field } from '#attributes/attribute.ts'
import type { ControlName } from '#attributes/type.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { filterFields, filterText, noFilter, type FilterGroup, type PlainFilter } from '#views/filter.ts'
import { mostSorts } from '#views/view.ts'

export type SortItem = { readonly column: string; readonly descending: boolean }

/** What a list of records shows: the part of its state that decides which records come, and with which values. */
export type ViewListing = {
  readonly filter: FilterGroup
  readonly sort: readonly SortItem[]
  /** The columns shown, in their order. */
  readonly columns: readonly string[]
  readonly search: string
  /** Records of one value of this field stand together, before any other order. */
  readonly group: SortItem | null
}

/** A listing whose filter was worked out for its reader: what queries are made of. */
export type PlainListing = Omit<ViewListing, 'filter'> & { readonly filter: PlainFilter }

/** Fields that come first where nobody has chosen: enough to tell records apart, few enough to be read. */
const firstAttributes = 8

/** The columns of an entity that nobody has chosen columns for. */
export function defaultColumns({ attributes }: Pick<EntityDefinition, 'attributes'>): readonly string[] {
  const shown = attributes.filter((attribute) => isListed(attribute) && attribute.type !== 'hidden')
  return ['name', ...shown.slice(0, firstAttributes).map(columnOf), 'status']
}

export function defaultListing(entity: Pick<EntityDefinition, 'attributes'>): ViewListing {
  return { filter: noFilter, sort: [], columns: defaultColumns(entity), search: '', group: null }
}

const longTexts: ReadonlySet<ControlName> = new Set<ControlName>(['textarea', 'markup', 'wysiwyg'])

/** Whether a list can be sorted by a field. Long texts are no order. */
export function isSortable(field: Field): boolean {
  const { edm, control } = valueTypeOf(field)
  return field.queryable && isListed(field) && !edm?.startsWith('Collection') && !longTexts.has(control)
}

/**
 * The query string (percent-encoded, without `?`) of a listing. Lookups bring the name of what they link to, so that a
 * page of records is one request whatever it links. `unseen` are columns that are needed beside those shown.
 */
export function listQuery(entity: ListedEntity, listing: PlainListing, unseen: readonly string[] = []): string {
  return queryOf(entity, listing, { unseen, order: orderOf(listing) })
}

/** The same records from the last one to the first. */
export function backwardQuery(entity: ListedEntity, listing: PlainListing, unseen: readonly string[] = []): string {
  const order = orderOf(listing).map(({ column, descending }) => ({ column, descending: !descending }))
  // Without any order records come by their key.
  return queryOf(entity, listing, { unseen, order, otherwise: 'id desc' })
}

type Order = { readonly unseen: readonly string[]; readonly order: readonly SortItem[]; readonly otherwise?: string }

function queryOf(entity: ListedEntity, listing: PlainListing, { unseen, order, otherwise }: Order): string {
  const byColumn = new Map(entity.fields.filter(isListed).map((field) => [columnOf(field), field]))
  const shown = listing.columns.flatMap((column) => byColumn.get(column) ?? [])
  const select = [...new Set(['id', 'name', 'status', 'version', ...shown.map(columnOf), ...unseen])]
  const options = [
    listingOption('select', select.join(',')),
    listingOption('expand', expandText(shown)),
    ...selectionOptions(entity, listing),
    listingOption('orderby', orderText(order, byColumn) ?? otherwise),
  ]
  return options.filter((part) => part !== undefined).join('&')
}

/** The part of the query that says which records, in no order: for counts, and for work on all of them. */
export function selectionQuery(entity: ListedEntity, listing: PlainListing): string {
  return selectionOptions(entity, listing)
    .filter((part) => part !== undefined)
    .join('&')
}

/** `$expand` for the names of lookups; undefined without any. */
export function expandText(fields: readonly Field[]): string | undefined {
  const lookups = fields.filter((field) => isLink(field) && (field.type !== 'N:1' || field.related_entity !== null))
  // The service expands at most 20; what is beyond keeps its id.
  const texts = lookups.slice(0, 20).map(({ uri }) => `${uri}($select=id,name)`)
  return texts.length === 0 ? undefined : texts.join(',')
}

/** One system query option, percent-encoded; undefined where there is nothing to say. */
export function listingOption(name: string, text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : `$${name}=${encodeURIComponent(text)}`
}

/**
 * Words to look for as `$search` takes them; undefined where nothing is left of what was typed. Where full-text search is on,
 * the last word may be the beginning of one.
 */
export function searchText(typed: string, { tsv = false }: { readonly tsv?: boolean } = {}): string | undefined {
  const given = typed.match(/"[^"]+"|[^\s"]+/g) ?? []
  const words = quoteOperators(isNested(typed) ? given : given.map(asWord))
  if (words.length === 0) return undefined
  const isOpen = tsv && /[\p{L}\p{N}]$/u.test(typed) && !words.at(-1)?.endsWith('"')
  return isOpen ? `${words.join(' ')}*` : words.join(' ')
}

// Parentheses that belong together join words; others are signs like any, as in what is still being typed.
function isNested(typed: string): boolean {
  let rest = typed.replaceAll(/"[^"]*"/g, 'x')
  for (let before = ''; before !== rest;) {
    before = rest
    rest = rest.replaceAll(/\(\s*[^\s()][^()]*\)/g, 'x')
  }
  return !/[()]/.test(rest)
}

/** AND and OR between two words, and NOT before one, are operators; anywhere else, as in what is still being typed, they are words. */
function quoteOperators(words: readonly string[]): readonly string[] {
  const said: string[] = []
  words.forEach((_word, back) => {
    const at = words.length - 1 - back
    const word = words[at] ?? ''
    const [, open, operator, close] = /^(\(*)(AND|OR|NOT)(\)*)$/.exec(word) ?? []
    const isJoining = operator === 'NOT' || !(open || /^$|^\(*(?:AND|OR|NOT)$|\($/.test(words[at - 1] ?? ''))
    const isOperator = isJoining && !close && !/^\)|^(?:AND|OR)$/.test(said[0] ?? ')')
    said.unshift(operator && !isOperator ? `${open}"${operator}"${close}` : word)
  })
  return said
}

function asWord(word: string): string {
  return /^[^"]*[()]/.test(word) ? `"${word.replaceAll('\\', '\\\\')}"` : word
}

/** What of an entity a query of its records needs. */
export type ListedEntity = Pick<EntityDefinition, 'fields'> & Partial<Pick<EntityDefinition, 'tsv'>>

function selectionOptions(entity: ListedEntity, listing: PlainListing): readonly (string | undefined)[] {
  return [
    listingOption('filter', filterText(listing.filter, filterFields(entity.fields))),
    listingOption('search', searchText(listing.search, entity)),
  ]
}

/** Groups first, then what was asked for; nothing is sorted by twice. */
function orderOf({ group, sort }: PlainListing): readonly SortItem[] {
  const wanted = sort.slice(0, mostSorts)
  return group ? [group, ...wanted.filter(({ column }) => column !== group.column)] : wanted
}

function orderText(sort: readonly SortItem[], byColumn: ReadonlyMap<string, Field>): string | undefined {
  const items = sort.flatMap(({ column, descending }) => {
    const field = byColumn.get(column)
    if (!field || !isSortable(field)) return []
    // A link is read by the name of what it links to, so it is sorted by that too.
    const path = isLink(field) ? `${field.uri}/name` : column
    return [`${path}${descending ? ' desc' : ''}`]
  })
  return items.length === 0 ? undefined : items.join(',')
}
