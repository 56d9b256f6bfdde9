import type { Operator, WireValue } from '#attributes/type.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { columnOf } from '#attributes/attribute.ts'
import type { FilterGroup, FilterNode } from '#views/filter.ts'
import { defaultListing, mostColumns, mostSorts, type Listing, type SortItem } from '#views/listing.ts'

/** The names of a listing's parts in the address of its page. */
export type ListingAddress = {
  readonly filter?: string
  readonly sort?: string
  readonly columns?: string
  readonly q?: string
}

const deepest = 5
const mostConditions = 100

/**
 * A listing as the parameters of its page's address; what nobody changed is left out. A filter is compact JSON
 * (`["and",["total","gt","100"]]`), a sort is `due,-total`.
 */
export function writeListing(listing: Listing, entity: EntityDefinition): ListingAddress {
  const usual = defaultListing(entity)
  const { filter, sort, columns, search } = listing
  return {
    ...(filter.of.length > 0 ? { filter: JSON.stringify(compact(filter)) } : {}),
    ...(sort.length > 0
      ? { sort: sort.map(({ column, descending }) => (descending ? `-${column}` : column)).join(',') }
      : {}),
    ...(columns.join() === usual.columns.join() ? {} : { columns: columns.join(',') }),
    ...(search === '' ? {} : { q: search }),
  }
}

/** The listing that an address tells of. What cannot be read, or names a field that is gone, counts as not said. */
export function readListing(address: ListingAddress, entity: EntityDefinition): Listing {
  const usual = defaultListing(entity)
  const known = new Set(entity.fields.map(columnOf))
  const columns = [...new Set((address.columns ?? '').split(','))].filter((column) => known.has(column))
  return {
    filter: readFilter(address.filter, known) ?? usual.filter,
    sort: readSort(address.sort, known),
    columns: columns.length === 0 ? usual.columns : columns.slice(0, mostColumns),
    search: address.q ?? '',
  }
}

function readSort(text: string | undefined, known: ReadonlySet<string>): readonly SortItem[] {
  const items = (text ?? '').split(',').map((item) => {
    const descending = item.startsWith('-')
    return { column: descending ? item.slice(1) : item, descending }
  })
  const seen = new Set<string>()
  return items.filter(({ column }) => known.has(column) && !seen.has(column) && seen.add(column)).slice(0, mostSorts)
}

function readFilter(text: string | undefined, known: ReadonlySet<string>): FilterGroup | undefined {
  if (!text) return undefined
  try {
    const count = { left: mostConditions }
    const node = expand(JSON.parse(text), known, deepest, count)
    if (!node) return undefined
    return node.kind === 'condition' ? { kind: 'and', of: [node] } : node
  } catch {
    return undefined
  }
}

function compact(node: FilterNode): unknown[] {
  if (node.kind === 'condition') return [node.column, node.operator, ...node.values]
  return [node.kind, ...node.of.map(compact)]
}

function expand(
  given: unknown,
  known: ReadonlySet<string>,
  depth: number,
  count: { left: number },
): FilterNode | undefined {
  if (!Array.isArray(given) || depth === 0 || (count.left -= 1) < 0) return undefined
  const [first, second, ...values] = given as readonly unknown[]
  if (first === 'and' || first === 'or') {
    const of = given.slice(1).flatMap((part) => expand(part, known, depth - 1, count) ?? [])
    return { kind: first, of }
  }
  if (typeof first !== 'string' || !known.has(first) || !isOperator(second) || !values.every(isWire)) return undefined
  return { kind: 'condition', column: first, operator: second, values }
}

const operators: ReadonlySet<unknown> = new Set<Operator>([
  ...(['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const),
  ...(['contains', 'startswith', 'in', 'isnull', 'notnull'] as const),
])

function isOperator(value: unknown): value is Operator {
  return operators.has(value)
}

function isWire(value: unknown): value is WireValue {
  return value === null || typeof value === 'string' || typeof value === 'boolean'
}
