import type { DefinitionDescriptor, DefinitionPlace, ReferenceUse } from '#changes/definition.ts'
import { indexReferences } from '#changes/references.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'

/** Kinds of attribute uses shown to people, in display order. */
export const attributeUseKinds = [
  ...(['expression', 'check', 'choice', 'query', 'naming', 'relationship', 'view', 'role', 'test'] as const),
] as const
type AttributeUseKind = (typeof attributeUseKinds)[number]

// References that are not shown as uses: ownership and translations. The compiler requires a decision for every new
// kind of reference.
const internalUses: Readonly<Record<Exclude<ReferenceUse, AttributeUseKind>, true>> = {
  table: true,
  target: true,
  candidates: true,
  text: true,
  audience: true,
}

/** A use of an attribute: kind, name, and the path of its screen within the environment. */
export type AttributeUse = {
  readonly kind: AttributeUseKind
  readonly id: string
  readonly name: string
  /** The name of the using definition's entity; null for the attribute's own entity. */
  readonly table: string | null
  readonly path: string
}

/** Uses of an entity's attributes, by attribute id. */
export type AttributeUses = ReadonlyMap<string, readonly AttributeUse[]>

/** The uses of an entity's attributes in definitions of the given kinds; each definition once per kind of use. */
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
