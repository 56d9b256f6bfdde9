import type { Operator } from '#attributes/type.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { columnOf } from '#attributes/attribute.ts'
import { isDynamic, personValues, type FilterValue } from '#views/dynamic.ts'
import { periodUnits } from '#dates/periodUnit.ts'
import type { FilterGroup, FilterNode } from '#views/filter.ts'
import type { ViewListing, SortItem } from '#views/listing.ts'
import { deepestFilter, mostColumns, mostConditions, mostSorts } from '#views/view.ts'

/** Names of a listing's parts as URL parameters. */
export type ListingAddress = {
  readonly filter?: string
  readonly sort?: string
  readonly columns?: string
  readonly group?: string
  readonly q?: string
}

/** Marks a part that the view sets and the page clears; no column has this name. */
const none = '-'

/**
 * A listing as URL parameters; parts equal to the view's are omitted. A filter is compact JSON
 * (`["and",["total","gt","100"]]`), a sort is `due,-total`, no sort is `-`.
 */
export function writeListing(listing: ViewListing, view: ViewListing): ListingAddress {
  const written = { now: parts(listing), view: parts(view) }
  const changed = (['filter', 'sort', 'columns', 'group'] as const).filter(
    (name) => written.now[name] !== written.view[name],
  )
  return {
    ...Object.fromEntries(changed.map((name) => [name, written.now[name]])),
    ...(listing.search === '' ? {} : { q: listing.search }),
  }
}

/** URL parameters of a list of all records that point to a record through one of the given lookup columns. */
export function linkedListAddress(columns: readonly string[], id: string): string {
  const conditions = columns.map((column) => [column, 'eq', id])
  return `filter=${encodeURIComponent(JSON.stringify(['or', ...conditions]))}`
}

/** Whether a listing differs from its view in a part that the view can store. */
export function isChanged(listing: ViewListing, view: ViewListing): boolean {
  return Object.keys(writeListing({ ...listing, search: '' }, view)).length > 0
}

function parts({ filter, sort, columns, group }: ViewListing) {
  return {
    filter: JSON.stringify(compact(filter)),
    sort: sort.map(writeSort).join(',') || none,
    columns: columns.join(','),
    group: group ? writeSort(group) : none,
  }
}

/** The listing of a URL, based on the view's. Unreadable parts and parts with deleted fields are ignored. */
export function readListing(address: ListingAddress, entity: EntityDefinition, view: ViewListing): ViewListing {
  const known = new Set(entity.fields.map(columnOf))
  const columns = [...new Set((address.columns ?? '').split(','))].filter((column) => known.has(column))
  const sort = readSort(address.sort, known)
  const [group] = readSort(address.group, known)
  return {
    filter: readFilter(address.filter, known) ?? view.filter,
    sort: sort.length > 0 || address.sort === none ? sort : view.sort,
    columns: columns.length === 0 ? view.columns : columns.slice(0, mostColumns),
    search: address.q ?? '',
    group: group ?? (address.group === none ? null : view.group),
  }
}

function writeSort({ column, descending }: SortItem): string {
  return descending ? `-${column}` : column
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
    const node = expand(JSON.parse(text), known, deepestFilter + 1, count)
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
  if (typeof first !== 'string' || !known.has(first) || !isOperator(second) || !values.every(isValue)) return undefined
  return { kind: 'condition', column: first, operator: second, values }
}

const operators: ReadonlySet<unknown> = new Set<Operator>([
  ...(['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const),
  ...(['contains', 'startswith', 'in', 'isnull', 'notnull'] as const),
])

function isOperator(value: unknown): value is Operator {
  return operators.has(value)
}

function isValue(value: unknown): value is FilterValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  return typeof value === 'object' && !Array.isArray(value) && isDynamic(value as FilterValue) && isKnown(value)
}

/** Validates a dynamic value from a URL, which anybody may have edited. */
function isKnown(value: object): boolean {
  const { dynamic, unit, shift, key } = value as Record<string, unknown>
  if (dynamic === 'variable') return typeof key === 'string'
  if (dynamic === 'period') return periodUnits.some((each) => each === unit) && Number.isInteger(shift)
  return personValues.some((each) => each === dynamic)
}
