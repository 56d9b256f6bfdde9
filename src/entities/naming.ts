import { isStored, type Attribute } from '#attributes/attribute.ts'
import { attributeTypes, type AttributeTypeName } from '#attributes/types.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { formulaOf } from '#entities/formula.ts'
import type { Model } from '#entities/model.ts'
import type { Problem } from '#faults/fault.ts'

/** Result types of formulas that are readable as names. */
const namingResults: ReadonlySet<string | null> = new Set(['text', 'number', 'decimal', 'date'])

/** System fields, which are still empty when the name of a new record is computed. */
const filledFields: ReadonlySet<string> = new Set(
  'id name version created_on created_by updated_on updated_by owning_unit'.split(' '),
)

/**
 * The attribute whose value names the records of an entity (product ruling part 6, 2); undefined where people type the
 * names.
 */
export function namingOf({ naming, attributes }: EntityDefinition): Attribute | undefined {
  return naming === null ? undefined : attributes.find(({ id }) => id === naming)
}

/** Whether plain values of a type can be names. */
export function isNamingType(type: AttributeTypeName): boolean {
  return attributeTypes[type].naming
}

/** Whether the values of an attribute can be names: readable texts that are known at write time. */
export function mayName(model: Model, entity: EntityDefinition, attribute: Attribute): boolean {
  if (attribute.type !== 'formula') return isNamingType(attribute.type) && isStored(attribute)
  return namingResults.has(attribute.result) && isKnownAtWrite(model, entity, attribute)
}

/** Problems of an entity's naming rule. */
export function namingProblems(model: Model, entity: EntityDefinition): Problem[] {
  if (entity.naming === null) return []
  const attribute = namingOf(entity)
  if (!attribute) return [{ code: 'validation.unknown', target: 'naming', parameters: { name: entity.naming } }]
  if (mayName(model, entity, attribute)) return []
  return [{ code: 'naming.unfit', target: 'naming', parameters: { name: attribute.name } }]
}

/** Whether a formula reads only values that are known at write time: own values, records behind lookups, variables. */
function isKnownAtWrite(model: Model, entity: EntityDefinition, formula: Attribute): boolean {
  const read = formulaOf(model, entity, formula)
  if ('problems' in read) return false
  return read.expression.dependencies.fields.every(({ fields }) => {
    const names = fields.map(({ name }) => name)
    const own = entity.fields.find(({ uri }) => uri === names[0])
    if (!own || ('label' in own && filledFields.has(own.uri))) return false
    if (names.length > 1) return isOverRecords(model, entity, names)
    if (own.type === 'formula') return isKnownAtWrite(model, entity, own)
    return own.type !== 'rollup' && !(own.type === 'autonumber' && own.nogaps)
  })
}

/** Whether every step of a path leads to a record of a maker's entity. */
function isOverRecords(model: Model, entity: EntityDefinition, names: readonly string[]): boolean {
  let at: EntityDefinition | undefined = entity
  for (const name of names.slice(0, -1)) {
    const lookup: EntityDefinition['fields'][number] | undefined = at?.fields.find(({ uri }) => uri === name)
    at = lookup?.related_entity ? model.entities.get(lookup.related_entity) : undefined
  }
  return at !== undefined
}
