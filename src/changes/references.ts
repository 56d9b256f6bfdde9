import type { CascadeDescriptor, DefinitionDescriptor, Reference } from '#changes/definition.ts'
import type { DependantRecord } from '#changes/wire.ts'

/** A definition that refers to another definition. */
export type ReferringDefinition<Descriptor> = {
  readonly descriptor: Descriptor
  readonly definition: unknown
  readonly reference: Reference
}

type Index<Descriptor> = ReadonlyMap<string, readonly ReferringDefinition<Descriptor>[]>

/** The referring definitions of a source, by the id of the referenced definition. */
export function indexReferences<Source, Descriptor extends DefinitionDescriptor<Source>>(
  descriptors: readonly Descriptor[],
  source: Source,
): Index<Descriptor> {
  const index = new Map<string, ReferringDefinition<Descriptor>[]>()
  for (const descriptor of descriptors)
    for (const definition of descriptor.of(source))
      for (const reference of descriptor.references(source, definition)) {
        const known = index.get(reference.id)
        if (known) known.push({ descriptor, definition, reference })
        else index.set(reference.id, [{ descriptor, definition, reference }])
      }
  return index
}

/** References to missing definitions, except bonds that allow them; empty for a valid model. */
export function danglingReferences<Model>(
  descriptors: readonly DefinitionDescriptor<Model>[],
  model: Model,
): readonly Reference[] {
  const byKind = new Map(descriptors.map((descriptor) => [descriptor.kind, descriptor]))
  return [...indexReferences(descriptors, model).values()]
    .flat()
    .map(({ reference }) => reference)
    .filter(({ kind, id, bond }) => {
      const target = byKind.get(kind)
      return bond !== 'weak' && target !== undefined && target.find(model, id) === undefined
    })
}

/**
 * The dependents that prevent deletions but can be deleted as well, including their own dependents, in the order of
 * deletion. The undo of the whole change restores them. Definitions that follow automatically are not included.
 */
export function findDependents<Model>(
  descriptors: readonly CascadeDescriptor<Model>[],
  model: Model,
  operations: readonly unknown[],
): readonly DependantRecord[] {
  const ids = operations.flatMap((operation) => deletedId(descriptors, model, operation) ?? [])
  if (ids.length === 0) return []
  const index = indexReferences<Model, CascadeDescriptor<Model>>(descriptors, model)
  const found = new Map<string, DependantRecord>()
  const visited = new Set<string>()
  const collect = (id: string) => {
    if (visited.has(id)) return
    visited.add(id)
    const parts = partsOf(index, id)
    const named = [...parts].flatMap((part) => index.get(part) ?? [])
    for (const { descriptor, definition, reference } of byKind(named)) {
      if (reference.bond !== 'dependent') continue
      // A referrer of the deleted definition is deleted automatically only where it is a part of the definition.
      const isPart = reference.id === id ? belongsTo(descriptor, definition) : parts.has(descriptor.idOf(definition))
      const removal = isPart ? undefined : descriptor.removal?.(model, definition)
      if (!removal || found.has(removal.id)) continue
      collect(removal.id)
      found.set(removal.id, removal)
    }

    function belongsTo({ references }: CascadeDescriptor<Model>, definition: unknown): boolean {
      return references(model, definition).some((each) => each.bond === 'part' && each.id === id)
    }
  }
  ids.forEach(collect)
  for (const id of ids) found.delete(id)
  return [...found.values()]
}

/** The ids of a definition and all its parts. */
function partsOf<Model>(index: Index<CascadeDescriptor<Model>>, id: string): ReadonlySet<string> {
  const parts = new Set([id])
  for (const part of parts)
    for (const { descriptor, definition, reference } of index.get(part) ?? [])
      if (reference.bond === 'part') parts.add(descriptor.idOf(definition))
  return parts
}

/** Expressions first: an expression that reads a lookup is deleted before the lookup. */
function byKind<Descriptor extends { readonly kind: string }>(
  named: readonly ReferringDefinition<Descriptor>[],
): readonly ReferringDefinition<Descriptor>[] {
  return named.toSorted(
    (a, b) => Number(b.descriptor.kind === 'expression') - Number(a.descriptor.kind === 'expression'),
  )
}

/**
 * The id of a deletion that names a definition of its own kind. Only the activity of that kind is asked of a member, who may
 * not learn by it what holds definitions of other kinds up.
 */
function deletedId<Model>(
  descriptors: readonly CascadeDescriptor<Model>[],
  model: Model,
  operation: unknown,
): string | undefined {
  if (typeof operation !== 'object' || operation === null || !('kind' in operation) || !('id' in operation)) return
  const { kind, id } = operation
  const descriptor = descriptors.find((each) => `${each.kind}.delete` === kind)
  return typeof id === 'string' && descriptor?.find(model, id) !== undefined ? id : undefined
}
