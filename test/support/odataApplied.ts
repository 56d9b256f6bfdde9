import fc from 'fast-check'
import type { Row } from './odataRows.ts'

type Value = bigint | boolean | null
type Group = Readonly<Record<string, Value>>

/** A step of `$apply` over invoices, or over groups of them which all have a number `n`. */
export type Step =
  | { readonly kind: 'found'; readonly least: number }
  | { readonly kind: 'groupby'; readonly by: readonly string[]; readonly values: readonly (keyof typeof aggregates)[] }
  | { readonly kind: 'filter'; readonly more: number }
  | { readonly kind: 'orderby'; readonly descending: boolean }
  | { readonly kind: 'top' | 'skip' | 'topcount' | 'bottomcount'; readonly count: number }
  | { readonly kind: 'concat'; readonly of: readonly (readonly Step[])[] }

const aggregates = {
  s: ['units with sum as s', (rows: readonly Group[]) => sumOf(valuesOf(rows, 'units'))],
  m: ['units with max as m', (rows: readonly Group[]) => mostOf(valuesOf(rows, 'units'))],
  u: ['rank with countdistinct as u', (rows: readonly Group[]) => BigInt(new Set(valuesOf(rows, 'rank')).size)],
  w: [
    'units with sum from rank with max as w',
    (rows: readonly Group[]) => {
      const sums = [...Map.groupBy(rows, (row) => row['rank']).values()].map((each) => sumOf(valuesOf(each, 'units')))
      return mostOf(sums.filter((sum) => sum !== null))
    },
  ],
} as const

const groupby = fc.record({
  kind: fc.constant('groupby' as const),
  by: fc.constantFrom(['rank', 'done'], ['done', 'rank'], ['rank'], ['done']),
  values: fc.subarray(['s', 'm', 'u', 'w'] as const),
})
const count = fc.nat(8)
const later: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('filter' as const), more: fc.nat(30) }),
  fc.record({ kind: fc.constant('orderby' as const), descending: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('top', 'skip'), count }),
  fc.record({ kind: fc.constantFrom('topcount', 'bottomcount'), count: fc.integer({ min: 1, max: 8 }) }),
)
const branch: fc.Arbitrary<readonly Step[]> = fc.array(later, { maxLength: 3 })

/** Steps that end with an order, so that there is one right answer. */
export const pipeline: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    fc.option(fc.record({ kind: fc.constant('found' as const), least: fc.nat(2) }), { nil: undefined }),
    groupby,
    fc.array(later, { maxLength: 3 }),
    fc.option(fc.record({ kind: fc.constant('concat' as const), of: fc.tuple(branch, branch) }), { nil: undefined }),
    fc.array(later, { maxLength: 2 }),
    fc.record({ kind: fc.constant('orderby' as const), descending: fc.boolean() }),
  )
  .map(([found, group, before, concat, behind, last]) => {
    return [...(found ? [found] : []), group, ...before, ...(concat ? [concat] : []), ...behind, last]
  })

/** The steps as `$apply` says them. */
export function textOfSteps(steps: readonly Step[]): string {
  return steps.length === 0 ? 'identity' : steps.map(textOf).join('/')
}

function textOf(step: Step): string {
  switch (step.kind) {
    case 'found':
      return `filter(rank ge ${step.least})`
    case 'groupby': {
      const values = ['$count as n', ...step.values.map((name) => aggregates[name][0])]
      return `groupby((${step.by.join()}),aggregate(${values.join()}))`
    }
    case 'filter':
      return `filter(n gt ${step.more})`
    case 'orderby':
      return `orderby(n${step.descending ? ' desc' : ''})`
    case 'topcount':
    case 'bottomcount':
      return `${step.kind}(${step.count},n)`
    case 'concat':
      return `concat(${step.of.map(textOfSteps).join()})`
    default:
      return `${step.kind}(${step.count})`
  }
}

/** The same in JavaScript, as JSON shows it with exact numbers. */
export function appliedRows(invoices: readonly Row[], steps: readonly Step[]): readonly Record<string, unknown>[] {
  const start = invoices.map((row): Group => {
    const number = (name: string) => (row[name] === null ? null : BigInt(String(row[name])))
    return { rank: number('rank'), units: number('units'), done: row['done'] === null ? null : row['done'] === true }
  })
  return applied(start, steps).map((row) => {
    const shown = ([name, value]: [string, Value]) => [name, typeof value !== 'bigint' ? value : name === 'rank' ? Number(value) : String(value)] // prettier-ignore
    return Object.fromEntries(Object.entries(row).map(shown)) as Record<string, unknown>
  })
}

function applied(rows: readonly Group[], steps: readonly Step[]): readonly Group[] {
  return steps.reduce(step, rows)
}

function step(rows: readonly Group[], each: Step): readonly Group[] {
  switch (each.kind) {
    case 'found':
      return rows.filter((row) => row['rank'] !== null && BigInt(row['rank'] ?? 0) >= BigInt(each.least))
    case 'groupby':
      return grouped(rows, each)
    case 'filter':
      return rows.filter((row) => compared(row['n'], BigInt(each.more)) > 0)
    case 'orderby':
      return rows.toSorted((a, b) => compared(a['n'], b['n']) * (each.descending ? -1 : 1))
    case 'top':
      return rows.slice(0, each.count)
    case 'skip':
      return rows.slice(each.count)
    case 'topcount':
      return rows.toSorted((a, b) => compared(b['n'], a['n'])).slice(0, each.count)
    case 'bottomcount':
      return rows.toSorted((a, b) => compared(a['n'], b['n'])).slice(0, each.count)
    case 'concat':
      return each.of.flatMap((branch) => applied(rows, branch))
  }
}

// Groups follow each other by what they are made by.
function grouped(rows: readonly Group[], { by, values }: Step & { kind: 'groupby' }): readonly Group[] {
  const groups = [...Map.groupBy(rows, (row) => by.map((name) => String(row[name])).join()).values()]
  return groups
    .map((those): Group => {
      const own = by.map((name) => [name, those[0]?.[name] ?? null] as const)
      const made = values.map((name) => [name, aggregates[name][1](those)] as const)
      return Object.fromEntries([...own, ['n', BigInt(those.length)], ...made])
    })
    .toSorted((a, b) => by.reduce((order, name) => order || compared(a[name], b[name]), 0))
}

// Null is the lowest value.
function compared(a: Value | undefined = null, b: Value | undefined = null): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? -1 : 1
  return a < b ? -1 : 1
}

function valuesOf(rows: readonly Group[], name: string): readonly bigint[] {
  return rows.map((row) => row[name]).filter((value) => typeof value === 'bigint')
}

function sumOf(values: readonly bigint[]): bigint | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0n)
}

function mostOf(values: readonly bigint[]): bigint | null {
  return values.length === 0 ? null : values.reduce((most, value) => (value > most ? value : most))
}
