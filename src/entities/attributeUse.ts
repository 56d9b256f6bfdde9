import type { DefinitionDescriptor, DefinitionPlace, ReferenceUse } from '#changes/definition.ts'
import { indexReferences } from '#changes/references.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'

/** The kinds of uses that people read of, in their order. */
export const attributeUseKinds = [
  ...(['expression', 'check', 'choice', 'query', 'naming', 'relationship', 'view', 'role', 'test'] as const),
] as const
type AttributeUseKind = (typeof attributeUseKinds)[number]

// What an attribute belongs to and its texts in other languages are nothing beside it. The compiler asks of a new use of
// references whether people are told of it.
const internalUses: Readonly<Record<Exclude<ReferenceUse, AttributeUseKind>, true>> = {
  table: true,
  target: true,
  candidates: true,
  text: true,
  audience: true,
}

/** Something that uses an attribute: what it is, how it is called, and where its screen is below that of the environment. */
export type AttributeUse = {
  readonly kind: AttributeUseKind
  readonly id: string
  readonly name: string
  /** The other table that it belongs to; null where it is of the same. */
  readonly table: string | null
  readonly path: string
}

/** What uses each attribute of an entity, by its id. */
export type AttributeUses = ReadonlyMap<string, readonly AttributeUse[]>

/** Where definitions of some kinds name the attributes of an entity; each definition once for each kind of use. */
export function collectUses<Source>(
  descriptors: readonly DefinitionDescriptor<Source>[],
  source: Source,
  { model, entity }: { readonly model: Pick<Model, 'entities'>; readonly entity: EntityDefinition },
): AttributeUses {
  const index = indexReferences<Source, DefinitionDescriptor<Source>>(descriptors, source)
  return new Map(
    entity.attributes.map(({ id }) => {
      const uses = (index.get(id) ?? []).flatMap(({ descriptor, definition, reference: { use } }): AttributeUse[] => {
        const place = descriptor.place?.(source, definition, entity.id)
        if (!place || !isShownUse(use)) return []
        return [{ kind: use, id: descriptor.idOf(definition), ...linkTo(place) }]
      })
      return [id, [...new Map(uses.map((use) => [`${use.kind} ${use.id}`, use])).values()]]
    }),
  )

  function linkTo({ name, path, entityId }: DefinitionPlace): Pick<AttributeUse, 'name' | 'table' | 'path'> {
    const table = entityId === entity.id ? undefined : model.entities.get(entityId ?? '')?.name
    return { name, table: table ?? null, path }
  }
}

function isShownUse(use: ReferenceUse): use is AttributeUseKind {
  return !(use in internalUses)
}
