import { usesAmongDefinitions, type AttributeUse, type AttributeUses } from '#entities/attributeUse.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { EntityRoleRecord } from '#security/role.ts'
import { viewsOf } from '#views/model.ts'
import { fieldsNamed } from '#views/fieldsNamed.ts'

/** A sentence about rights, as people read it. */
export type SaidTest = { readonly id: string; readonly attribute_id: string | null; readonly text: string }

/** What rights say of the attributes of an entity. */
export type RightsOfAttributes = { readonly roles: readonly EntityRoleRecord[]; readonly tests: readonly SaidTest[] }

/**
 * What uses each attribute of an entity: definitions, the views that one may see, rules of roles for the attribute, and
 * sentences about rights that name it.
 */
export function attributeUses(
  model: Model,
  entity: EntityDefinition,
  { roles, tests }: RightsOfAttributes,
): AttributeUses {
  const uses = new Map([...usesAmongDefinitions(model, entity)].map(([id, found]) => [id, [...found]]))
  const add = (attributeId: string, use: Omit<AttributeUse, 'table'>) =>
    uses.get(attributeId)?.push({ ...use, table: null })
  const place = `/entity/${entity.id}`
  for (const view of viewsOf(model, entity.id)) {
    const { id, name } = view
    for (const field of fieldsNamed(view)) add(field, { kind: 'view', id, name, path: `${place}?view=${id}` })
  }
  for (const { role_id: id, role: name, fields } of roles)
    for (const rule of fields) add(rule.attribute_id, { kind: 'role', id, name, path: `/role/${id}` })
  for (const { id, attribute_id, text } of tests)
    if (attribute_id !== null) add(attribute_id, { kind: 'test', id, name: text, path: `${place}/security?tab=tests` })
  return uses
}
