import { collectUses, type AttributeUses } from '#entities/attributeUse.ts'
import { modelDescriptors } from '#entities/descriptors/modelDescriptors.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { definitionDescriptors } from '#security/definitionDescriptors.ts'
import type { RightsOfAttributes } from '#security/roleDescriptor.ts'
import { viewsOf } from '#views/model.ts'

/**
 * The uses of each attribute of an entity: definitions, the views visible to the asker in menu order, roles' rules for
 * the attribute, and sentences about rights that name the attribute.
 */
export function attributeUses(model: Model, entity: EntityDefinition, rights: RightsOfAttributes): AttributeUses {
  const views = { ...definitionDescriptors.view, of: () => viewsOf(model, entity.id) }
  const found = [
    collectUses([...modelDescriptors, views], model, { model, entity }),
    collectUses([definitionDescriptors.role, definitionDescriptors.permissionTest], rights, { model, entity }),
  ]
  return new Map(entity.attributes.map(({ id }) => [id, found.flatMap((uses) => uses.get(id) ?? [])]))
}
