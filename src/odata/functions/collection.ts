import type { ScalarValue } from '#odata/evaluate.ts'

type Values = readonly ScalarValue[]
type AreSame = (left: ScalarValue, right: ScalarValue) => boolean

/** What a function of collections takes behind the first one: another collection, or numbers. */
type Parameters =
  | { readonly takes: 'collection'; readonly sql: (whole: string, part: string) => string }
  | { readonly takes: 'numbers'; readonly least: 0 | 1; readonly most: 0 | 2; readonly sql: Cut }

type Cut = (whole: string, from?: string, count?: string) => string

/** A function over ordered collections of values, of which the like is one over texts. Collections are never null. */
export type CollectionFunction = Parameters & {
  readonly result: 'Edm.Boolean' | 'Edm.Int32' | 'collection'
  readonly evaluate: (whole: Values, given: Values, areSame: AreSame) => Values | string | boolean
}

/** Part 2, 5.1.1.5: the functions of texts and collections, for collections. */
export const collectionFunctions: ReadonlyMap<string, CollectionFunction> = new Map<string, CollectionFunction>([
  [
    'concat',
    {
      takes: 'collection',
      result: 'collection',
      sql: (whole, part) => `(${whole} || ${part})`,
      evaluate: (whole, part) => [...whole, ...part],
    },
  ],
  [
    'contains',
    {
      takes: 'collection',
      result: 'Edm.Boolean',
      sql: (whole, part) => `(${placeText(whole, part)} >= 0)`,
      evaluate: (whole, part, areSame) => placeOf(whole, part, areSame) >= 0,
    },
  ],
  [
    'indexof',
    {
      takes: 'collection',
      result: 'Edm.Int32',
      sql: (whole, part) => placeText(whole, part),
      evaluate: (whole, part, areSame) => String(placeOf(whole, part, areSame)),
    },
  ],
  [
    'startswith',
    {
      takes: 'collection',
      result: 'Edm.Boolean',
      sql: (whole, part) => `(select z.a[:cardinality(z.b)] = z.b from (select ${whole} as a, ${part} as b) z)`,
      evaluate: (whole, part, areSame) => isAt(whole, part, 0, areSame),
    },
  ],
  [
    'endswith',
    {
      takes: 'collection',
      result: 'Edm.Boolean',
      sql: (whole, part) =>
        `(select z.a[greatest(cardinality(z.a) - cardinality(z.b), 0) + 1:] = z.b from (select ${whole} as a, ${part} as b) z)`,
      evaluate: (whole, part, areSame) =>
        whole.length >= part.length && isAt(whole, part, whole.length - part.length, areSame),
    },
  ],
  [
    'length',
    {
      takes: 'numbers',
      least: 0,
      most: 0,
      result: 'Edm.Int32',
      sql: (whole) => `cardinality(${whole})`,
      evaluate: (whole) => String(whole.length),
    },
  ],
  [
    'substring',
    {
      takes: 'numbers',
      least: 1,
      most: 2,
      result: 'collection',
      sql: cutText,
      evaluate: (whole, [from, ...count]) => cutOf(whole, from ?? null, count),
    },
  ],
])

// Nulls are the same here; the parts of an array begin at one.
function placeText(whole: string, part: string): string {
  return (
    `(select coalesce(min(i.i), -1) from (select ${whole} as a, ${part} as b) z ` +
    `cross join generate_series(0, cardinality(z.a) - cardinality(z.b)) as i(i) where z.a[i.i + 1:i.i + cardinality(z.b)] = z.b)`
  )
}

function placeOf(whole: Values, part: Values, areSame: AreSame): number {
  for (let at = 0; at + part.length <= whole.length; at += 1) if (isAt(whole, part, at, areSame)) return at
  return -1
}

function isAt(whole: Values, part: Values, at: number, areSame: AreSame): boolean {
  return at + part.length <= whole.length && part.every((value, index) => areSame(whole[at + index] ?? null, value))
}

// 4.01: a negative start counts from the end. Without a start or a number there is nothing.
function cutText(whole: string, from = '0', count?: string): string {
  const start = `case when z.s < 0 then greatest(cardinality(z.a) + z.s, 0) else least(z.s, cardinality(z.a)) end`
  const length = count === undefined ? '2147483647' : `(${count})::numeric`
  return (
    `coalesce((select y.a[y.s + 1:y.s + y.l] from (select z.a, (${start})::int as s, ` +
    `least(greatest(z.l, 0), cardinality(z.a))::int as l from (select ${whole} as a, (${from})::numeric as s, ${length} as l) z ` +
    `where z.s is not null and z.l is not null) y), '{}')`
  )
}

function cutOf(whole: Values, from: ScalarValue, [count]: Values): Values {
  if (from === null || count === null) return []
  const start = Number(from) < 0 ? Math.max(whole.length + Number(from), 0) : Number(from)
  return count === undefined ? whole.slice(start) : whole.slice(start, start + Math.max(Number(count), 0))
}
