/** A property that two makers changed to different values. */
export type MergeConflict<Thing> = {
  readonly property: keyof Thing & string
  /** The common original value. */
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
}

export type Merged<Thing> = {
  /** Changes still to be sent: own changes without those already made by others, and without conflicts. */
  readonly changes: Partial<Thing>
  readonly conflicts: readonly MergeConflict<Thing>[]
}

/**
 * Rebases own changes onto the current definition (product ruling 6, 8: the client rebases, the server never merges).
 * Lists whose items have a value or a name, such as choices, are merged item by item.
 */
export function mergeDefinition<Thing extends object>(base: Thing, mine: Partial<Thing>, theirs: Thing): Merged<Thing> {
  const changes: Partial<Thing> = {}
  const conflicts: MergeConflict<Thing>[] = []
  for (const property of Object.keys(mine) as (keyof Thing & string)[]) {
    const wanted = mine[property]
    if (same(wanted, theirs[property])) continue
    if (same(base[property], theirs[property])) {
      changes[property] = wanted
      continue
    }
    const merged = mergeLists(base[property], wanted, theirs[property])
    if (!merged) conflicts.push({ property, base: base[property], mine: wanted, theirs: theirs[property] })
    else if (!same(merged, theirs[property])) changes[property] = merged as Thing[keyof Thing & string]
  }
  return { changes, conflicts }
}

/** The properties of `next` that differ from `base`. */
export function changedProperties<Thing extends object>(base: Thing, next: Partial<Thing>): Partial<Thing> {
  const names = (Object.keys(next) as (keyof Thing)[]).filter((name) => !same(base[name], next[name]))
  return Object.fromEntries(names.map((name) => [name, next[name]])) as Partial<Thing>
}

type Keyed = { readonly [property: string]: unknown }

/**
 * Merges two lists: additions, removals and changes of both sides, in the own order, with the other side's items last.
 * Undefined when both sides changed an item differently, or one changed an item that the other removed.
 */
function mergeLists(base: unknown, mine: unknown, theirs: unknown): readonly unknown[] | undefined {
  const [was, own, other] = [byKey(base), byKey(mine), byKey(theirs)]
  if (!was || !own || !other) return undefined
  const merged: unknown[] = []
  for (const key of new Set([...own.keys(), ...other.keys()])) {
    const [before, here, there] = [was.get(key), own.get(key), other.get(key)]
    if (same(here, there)) merged.push(here)
    else if (same(before, there)) push(merged, here)
    else if (same(before, here)) push(merged, there)
    else if (before && here && there) {
      const { changes, conflicts } = mergeDefinition(before, here, there)
      if (conflicts.length > 0) return undefined
      merged.push({ ...there, ...changes })
    } else return undefined
  }
  return merged
}

function push(list: unknown[], thing: unknown): void {
  if (thing !== undefined) list.push(thing)
}

/** List items by their value or name; undefined for other lists and for duplicates. */
function byKey(list: unknown): ReadonlyMap<string, Keyed> | undefined {
  if (!Array.isArray(list)) return undefined
  const entries = list.map((each: unknown): [unknown, Keyed] => {
    const thing = (typeof each === 'object' && each !== null ? each : {}) as Keyed
    return [thing['value'] ?? thing['name'], thing]
  })
  const known = new Map(entries.filter((entry): entry is [string, Keyed] => typeof entry[0] === 'string'))
  return known.size === list.length ? known : undefined
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}
