import { serviceAbilities, setAbilities } from '#odata/metadata/capabilities.ts'
import type { Bindings, Container, OperationImport } from '#odata/metadata/csdl.ts'
import { setNamed, typeNameOf, typeOfSet, type VisibleModel } from '#odata/metadata/visible.ts'
import type { EntitySet, ODataOperation } from '#odata/model.ts'

/** What may be asked for by name, and what the service can do with it. */
export function containerOf(model: VisibleModel): Container {
  const { sets, singletons, operations } = model
  return {
    name: containerName(model),
    sets: sets.map((set) => ({
      name: set.name,
      type: typeOfSet(model, set),
      listed: !set.unlisted,
      bindings: bindingsOf(set),
      annotations: setAbilities(set),
    })),
    singletons: singletons.map(({ name, set }) => {
      const of = setNamed(model, set)
      return { name, type: typeOfSet(model, of), bindings: bindingsOf(of) }
    }),
    imports: importsOf(operations),
    annotations: serviceAbilities(model),
  }
}

/**
 * An unbound operation is called by its import, which has its name and stands for all functions of that name. Functions without
 * parameters can be looked up like a set.
 */
function importsOf(operations: readonly ODataOperation[]): readonly OperationImport[] {
  const overloads = Map.groupBy(
    operations.filter(({ binding }) => !binding),
    ({ name }) => name,
  )
  return [...overloads].flatMap(([name, [first, ...others]]): readonly OperationImport[] => {
    if (!first) return []
    const { kind, returns } = first
    const set = returns && 'set' in returns.of ? returns.of.set : undefined
    const listed = kind === 'function' && [first, ...others].some(({ parameters }) => parameters.size === 0)
    return [{ name, kind, operation: name, set, listed }]
  })
}

function bindingsOf(set: EntitySet): Bindings {
  return [...set.navigations.values(), ...(set.collections?.values() ?? [])].map(({ name, target }) => [name, target])
}

function containerName({ sets, operations }: VisibleModel): string {
  const taken = new Set([...sets.map(typeNameOf), ...operations.map(({ name }) => name)])
  let name = 'Container'
  while (taken.has(name)) name += '_'
  return name
}
