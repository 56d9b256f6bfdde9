import { columnOf, type Attribute } from '#attributes/attribute.ts'
import { readDataQuery } from '#attributes/dataQueryText.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { usesByField } from '#entities/expressionUse.ts'
import type { Model } from '#entities/model.ts'

export const attributeUseKinds = [
  ...(['expression', 'check', 'choice', 'query', 'naming', 'relationship', 'view', 'role', 'test'] as const),
] as const

/** Something that uses an attribute: what it is, how it is called, and where its screen is below that of the environment. */
export type AttributeUse = {
  readonly kind: (typeof attributeUseKinds)[number]
  readonly id: string
  readonly name: string
  /** The other table that it belongs to; null where it is of the same. */
  readonly table: string | null
  readonly path: string
}

/** What uses each attribute of an entity, by its id. */
export type AttributeUses = ReadonlyMap<string, readonly AttributeUse[]>

/**
 * Where definitions use the attributes of an entity: expressions and rollups by the rule that holds their deletion up,
 * checks against another attribute, dependent choices, data queries, the naming of records and relationships.
 */
export function usesAmongDefinitions(model: Model, entity: EntityDefinition): AttributeUses {
  const read = usesByField(model)
  return new Map(
    entity.attributes.map((attribute) => {
      const expressions = (read.get(attribute.id) ?? []).map((use): AttributeUse => ({
        kind: 'expression',
        id: use.attribute_id,
        name: use.attribute,
        table: use.entity_id === entity.id ? null : use.entity,
        path: attributePath(use.entity_id, use.attribute_id),
      }))
      return [attribute.id, [...expressions, ...neighbourUses(entity, attribute), ...ownUses(model, entity, attribute)]]
    }),
  )
}

function neighbourUses(entity: EntityDefinition, attribute: Attribute): AttributeUse[] {
  return entity.attributes.flatMap((other) => {
    if (other.id === attribute.id) return []
    const use = (kind: AttributeUse['kind'], isSo: boolean | undefined): AttributeUse[] => {
      const path = attributePath(entity.id, other.id)
      return isSo ? [{ kind, id: other.id, name: other.name, table: null, path }] : []
    }
    return [
      ...use(
        'check',
        other.validators.some((each) => each.attribute === attribute.id),
      ),
      ...use('choice', other.parent_attribute === attribute.id),
      ...use(
        'query',
        other.query !== null && readDataQuery(other.query.text)?.placeholders.includes(columnOf(attribute)),
      ),
    ]
  })
}

function ownUses(model: Model, entity: EntityDefinition, { id, relationship_id }: Attribute): AttributeUse[] {
  const path = `/entity/${entity.id}/settings`
  const naming: AttributeUse = { kind: 'naming', id: entity.id, name: entity.name, table: null, path }
  const relationship = model.relationships.get(relationship_id ?? '')
  const isLived = relationship?.attribute_id === id
  return [
    ...(entity.naming === id ? [naming] : []),
    ...(isLived ? [{ ...relationshipUse(model, entity, relationship.id), name: relationship.name }] : []),
  ]
}

/** A relationship goes with the attribute that it lives with; at its other end there may be one to look at. */
function relationshipUse(model: Model, entity: EntityDefinition, id: string): Omit<AttributeUse, 'name'> {
  const { from_entity, to_entity } = model.relationships.get(id) ?? {}
  const other = model.entities.get((from_entity === entity.id ? to_entity : from_entity) ?? '')
  const end = other?.attributes.find((each) => each.relationship_id === id && each.entity_id !== entity.id)
  const path = other && end ? attributePath(other.id, end.id) : '/entity?view=diagram'
  return { kind: 'relationship', id, table: other && other !== entity ? other.name : null, path }
}

function attributePath(entityId: string, attributeId: string): string {
  return `/entity/${entityId}/attribute?attribute=${attributeId}`
}
