import type { Model } from '#entities/model.ts'
import type { RoleDetail } from '#security/role.ts'
import type { SecurityFacts } from '#security/securityEvent.ts'

/** A role as the history of rights shows it: by names, which stay readable after the things are deleted. */
export function factsOfRole(model: Model, role: RoleDetail): SecurityFacts {
  const attributes = new Map(
    [...model.entities.values()].flatMap((entity) =>
      entity.attributes.map(({ id, name }) => [id, `${entity.name}: ${name}`] as const),
    ),
  )
  const privileges: Record<string, Record<string, string>> = {}
  for (const { entity_id, action, scope } of role.privileges) {
    const name = model.entities.get(entity_id)?.name ?? entity_id
    privileges[name] = { ...privileges[name], [action]: scope }
  }
  const rules = role.fields.map(({ attribute_id, may_read }) => [
    attributes.get(attribute_id) ?? attribute_id,
    may_read ? 'read' : 'none',
  ])
  const { name, description, activities } = role
  return { name, description, privileges, fields: Object.fromEntries(rules) as object, activities }
}
