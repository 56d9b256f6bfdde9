import type { BoundNode, BoundStop } from '#odata/bind/bound.ts'
import { bindFilter } from '#odata/bind/filter.ts'
import { refuseUnknownName } from '#odata/bind/refusals.ts'
import { querySetScope, throughTable, type QueryScope } from '#odata/bind/scope.ts'
import type { EntitySet, ODataModel } from '#odata/model.ts'
import type { LiteralEntry } from '#odata/syntax/node.ts'
import { endOf, resourcePathOf, type Stop, type ResourcePath } from '#odata/resourcePath.ts'

/** The set with a name. Fault `query.unknownName`. */
export function entitySetOf(model: ODataModel, name: string): EntitySet {
  const set = model.entitySets.get(name)
  if (!set) throw refuseUnknownName({ text: name, at: 0 }, model.entitySets.keys(), name)
  return set
}

/** A path; the name of a set means all its rows. */
export function resourcePathAt(model: ODataModel, place: string | ResourcePath): ResourcePath {
  return typeof place === 'string' ? resourcePathOf(entitySetOf(model, place)) : place
}

/** A scope whose root is the end of a path; the preceding rows are further tables. */
export function bindResourcePath(
  model: ODataModel,
  resourcePath: ResourcePath,
  literals: readonly LiteralEntry[],
): { readonly scope: QueryScope; readonly root: BoundStop } {
  const scope = querySetScope(model, endOf(resourcePath).set)
  const bind = (index: number): BoundStop => {
    const stop = resourcePath.stops[index] ?? resourcePath.stops[0]
    const isRoot = index === resourcePath.stops.length - 1
    const table = isRoot ? 0 : scope.tables.push({ set: stop.set, alias: `o${scope.tables.length}` }) - 1
    const { link } = stop
    const through = link?.through && throughTable(scope, link.through)
    const before = resourcePath.stops.slice(0, index).reduce((count, { key }) => count + key.length, 0)
    return {
      table,
      key: stop.key.map(({ property }, at) => ({ property, value: before + at })),
      filter: filterOf(scope, table, stop, literals),
      ...(link && {
        from: { stop: bind(index - 1), own: link.own, theirs: link.theirs, ...(through && { through }) },
      }),
    }
  }
  return { scope, root: bind(resourcePath.stops.length - 1) }
}

function filterOf(
  scope: QueryScope,
  base: number,
  { filters }: Stop,
  literals: readonly LiteralEntry[],
): BoundNode | undefined {
  const [first, ...others] = filters.map((filter) => {
    return bindFilter({ scope, literals, option: '$filter', place: { base } }, filter)
  })
  return first && others.length > 0 ? { kind: 'and', of: [first, ...others] } : first
}
