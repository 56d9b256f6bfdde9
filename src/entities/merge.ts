/** A property that two makers changed to different values. */
export type Conflict<Thing> = {
  readonly property: keyof Thing & string
  readonly mine: unknown
  readonly theirs: unknown
}

export type Merged<Thing> = {
  /** What is still to be sent: my changes that are not in theirs already, without those in conflict. */
  readonly changes: Partial<Thing>
  readonly conflicts: readonly Conflict<Thing>[]
}

/** My changes of a definition on top of what it has become (product ruling 6, 8: the client rebases, the server never merges). */
export function mergeDefinition<Thing extends object>(base: Thing, mine: Partial<Thing>, theirs: Thing): Merged<Thing> {
  const changes: Partial<Thing> = {}
  const conflicts: Conflict<Thing>[] = []
  for (const property of Object.keys(mine) as (keyof Thing & string)[]) {
    const wanted = mine[property]
    if (same(wanted, theirs[property])) continue
    if (same(base[property], theirs[property])) changes[property] = wanted
    else conflicts.push({ property, mine: wanted, theirs: theirs[property] })
  }
  return { changes, conflicts }
}

/** The properties of `next` that differ from `base`. */
export function changedProperties<Thing extends object>(base: Thing, next: Partial<Thing>): Partial<Thing> {
  const names = (Object.keys(next) as (keyof Thing)[]).filter((name) => !same(base[name], next[name]))
  return Object.fromEntries(names.map((name) => [name, next[name]])) as Partial<Thing>
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}
