import type { Problem } from '#faults/fault.ts'
import type { Author } from '#changes/operation.ts'
import { isStored, type Attribute } from '#attributes/attribute.ts'
import { commonProperties, neutralProperties, type PropertyName } from '#attributes/properties.ts'
import { isRefusal } from '#attributes/type.ts'
import { attributeTypes } from '#attributes/types.ts'
import { tsvLimit, type EntityDefinition } from '#entities/entity.ts'
import { isOpen } from '#entities/extension.ts'
import type { Model } from '#entities/model.ts'
import { neighbourProblems } from '#entities/neighbourRules.ts'
import { reservedAttributeUris } from '#entities/system.ts'

/** Keywords of the query language, which no entity set may use as a name. */
const reservedEntityUris: ReadonlySet<string> = new Set('and or not null true false any all in'.split(' '))

/** Specification 5: an entity's uri is unique in its environment. */
export function entityUriProblems(model: Model, uri: string): Problem[] {
  if (reservedEntityUris.has(uri)) return [{ code: 'validation.uriReserved', target: 'uri', parameters: { uri } }]
  if (model.entitiesByUri.has(uri)) return [{ code: 'validation.uriTaken', target: 'uri', parameters: { uri } }]
  return []
}

/** Specification 9: at most 3 entities with full-text search. `id` is the entity to enable. */
export function tsvProblems(model: Model, id: string): Problem[] {
  const used = [...model.entities.values()].filter((entity) => entity.tsv && entity.id !== id).length
  return used < tsvLimit ? [] : [{ code: 'entity.tsvLimit', target: 'tsv', parameters: { max: tsvLimit, used } }]
}

/** Specification 5: an attribute's uri is unique within its entity. */
export function attributeUriProblems(uri: string, neighbours: readonly Attribute[]): Problem[] {
  if (reservedAttributeUris.has(uri)) return [{ code: 'validation.uriReserved', target: 'uri', parameters: { uri } }]
  if (neighbours.some((attribute) => attribute.uri === uri))
    return [{ code: 'validation.uriTaken', target: 'uri', parameters: { uri } }]
  return []
}

/**
 * Problems of an attribute, alone and with the other attributes of its entity. `known` tells whether a lookup's target
 * exists.
 */
export function attributeProblems(
  attribute: Attribute,
  known: (entityId: string) => boolean,
  neighbours: readonly Attribute[],
): Problem[] {
  const type = attributeTypes[attribute.type]
  const problems = [...inapplicable(attribute), ...type.check(attribute), ...neighbourProblems(attribute, neighbours)]
  if (!type.offered && isStored(attribute)) problems.push({ code: 'validation.option', target: 'type' })
  const target = attribute.related_entity
  if (target !== null && attribute.type === 'N:1' && !known(target))
    problems.push({ code: 'validation.unknown', target: 'related_entity', parameters: { name: target } })
  if (problems.length === 0 && attribute.default !== null) {
    const read = type.reader(attribute)(attribute.default)
    if (isRefusal(read)) problems.push({ ...read, target: 'default' })
  }
  return problems
}

/** Problems that forbid any change of a definition: the definition is managed, or its version has changed. */
export function touchProblems(
  definition: { readonly managed: boolean; readonly version: number },
  expected: number | undefined,
  author: Author,
  doing: 'update' | 'delete',
): Problem[] {
  return [...managedProblems(definition, author, doing), ...staleProblems(expected, definition.version)]
}

/** Managed definitions belong to the system (specification 8); `doing` chooses the specified sentence. */
export function managedProblems(
  { managed }: { readonly managed?: boolean | undefined },
  author: Author,
  doing: 'create' | 'update' | 'delete',
): Problem[] {
  return managed && author === 'maker' ? [{ code: `managed.${doing}` }] : []
}

/** Product ruling 2.4: makers may extend a managed entity, unless its package forbids extensions. */
export function closedProblems(entity: Pick<EntityDefinition, 'managed' | 'extendable'>, author: Author): Problem[] {
  return author === 'maker' && !isOpen(entity) ? [{ code: 'managed.create' }] : []
}

/** Quality 2, 10: of two concurrent editors, the second gets a conflict. */
function staleProblems(expected: number | undefined, version: number): Problem[] {
  return expected === undefined || expected === version
    ? []
    : [{ code: 'definition.stale', parameters: { version, expected } }]
}

function inapplicable(attribute: Attribute): Problem[] {
  const { properties } = attributeTypes[attribute.type]
  return (Object.keys(neutralProperties) as PropertyName[])
    .filter((name) => !isApplicable(properties, name) && !isNeutral(attribute, name))
    .map((name) => ({ code: 'attribute.notApplicable', target: name, parameters: { type: attribute.type } }))
}

/** Properties of types whose values are entered by makers or members. */
const valueProperties: ReadonlySet<PropertyName> = new Set<PropertyName>([
  'default',
  'default_expression',
  'validators',
  'input_trigger',
])

/** Switched-off properties of every type may always be said. */
export function isApplicable(properties: readonly PropertyName[], name: PropertyName): boolean {
  return properties.includes(name) || (commonProperties.includes(name) && !valueProperties.has(name))
}

function isNeutral(attribute: Attribute, name: PropertyName): boolean {
  return JSON.stringify(attribute[name]) === JSON.stringify(neutralProperties[name])
}
