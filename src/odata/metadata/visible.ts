import type { EntitySet, Enumeration, ODataOperation, OperationType, Singleton } from '#odata/model.ts'
import { byName, type ODataModel } from '#odata/model.ts'

/** What a description shows of a model: all but hidden sets and what leads to them. */
export type VisibleModel = {
  readonly namespace: string
  readonly sets: readonly EntitySet[]
  readonly byName: ReadonlyMap<string, EntitySet>
  readonly singletons: readonly Singleton[]
  readonly operations: readonly ODataOperation[]
  readonly emptyTextIsNull: boolean
}

export function visibleModel(model: ODataModel): VisibleModel {
  const { namespace = 'Model', entitySets, singletons, operations = [], emptyTextIsNull = false } = model
  const isShown = (set: string) => entitySets.get(set)?.hidden !== true && entitySets.has(set)
  const isUsable = ({ of }: OperationType) => !('set' in of) || isShown(of.set)
  const sets = [...entitySets.values()]
    .filter(({ name }) => isShown(name))
    .map((set) => ({
      ...set,
      navigations: byName([...set.navigations.values()].filter(({ target }) => isShown(target))),
      collections: byName([...(set.collections?.values() ?? [])].filter(({ target }) => isShown(target))),
    }))
  return {
    namespace,
    sets,
    byName: byName(sets),
    singletons: [...(singletons?.values() ?? [])].filter(({ set }) => isShown(set)),
    operations: operations.filter(
      ({ binding, parameters, returns }) =>
        (!binding || isShown(binding.set)) &&
        [...parameters.values()].every(isUsable) &&
        (!returns || isUsable(returns)),
    ),
    emptyTextIsNull,
  }
}

/** The qualified name of the type of a set's rows. */
export function typeOfSet({ namespace }: VisibleModel, set: EntitySet): string {
  return `${namespace}.${typeNameOf(set)}`
}

export function typeNameOf({ name, typeName }: EntitySet): string {
  return typeName ?? name
}

/** The set of that name, which is there because only what leads to visible sets is visible. */
export function setNamed(model: VisibleModel, name: string): EntitySet {
  const set = model.byName.get(name)
  if (!set) throw new Error(`no set ${name}`)
  return set
}

/** The qualified name of a value's type: an enumeration's, or the primitive one. */
export function edmTypeName(
  { namespace }: VisibleModel,
  { type, enumeration }: { readonly type: string; readonly enumeration?: Enumeration | undefined },
): string {
  return enumeration ? `${namespace}.${enumeration.name}` : type
}
