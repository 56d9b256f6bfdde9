import { listMetadata } from '#attributes/listMetadata.ts'
import { attributeTypes } from '#attributes/types.ts'
import { valueTypeName, type Field as AttributeField } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { principalTarget } from '#entities/system.ts'
import { noFields, type ScopeField, type Fields, type Type } from '#expressions/type.ts'
import { variableField } from '#expressions/variable.ts'
import { memoize } from '#platform/memoize.ts'

/** Maximum number of lookups in a path: `customer.country.region.name`. */
export const lookupDepth = 3

/** Name of the form's record in conditions on the candidates of a lookup. */
export const formRoot = 'form'

const scopesOf = memoize((_model: Model) => new Map<string, Fields>())

/** The names available to expressions on an entity's records: its fields, paths over lookups, and variables. */
export function recordScope(model: Model, entity: EntityDefinition): Fields {
  const known = scopesOf(model)
  let scope = known.get(entity.id)
  if (!scope || entity !== model.entities.get(entity.id)) {
    scope = withFields(fieldsOf(model, entity, lookupDepth), [variableField(model.variables.values())])
    if (entity === model.entities.get(entity.id)) known.set(entity.id, scope)
  }
  return scope
}

/** The scope of a condition on candidates: the candidate's fields, and the fields of the form's record. */
export function candidateScope(model: Model, candidate: EntityDefinition, form: EntityDefinition): Fields {
  const fields = () => withoutComputed(form, fieldsOf(model, form, 0))
  return withFields(recordScope(model, candidate), [{ name: formRoot, type: { kind: 'record', entity: null, fields } }])
}

/** A scope without computed fields, which have no value while a record is being written. */
export function withoutComputed({ attributes }: EntityDefinition, scope: Fields): Fields {
  const computed = new Set(
    attributes.filter(({ type }) => listMetadata[type].holds === 'computed').map(({ uri }) => uri),
  )
  return new Map([...scope].filter(([name]) => !computed.has(name)))
}

/** A scope with additional names, which take precedence over attributes. */
export function withFields(scope: Fields, further: readonly ScopeField[]): Fields {
  return new Map([...scope, ...further.map((field) => [field.name, field] as const)])
}

/** The expression type of a field; undefined for unreadable types such as passwords, files and lists of records. */
export function typeOfField(model: Model, field: AttributeField, depth = lookupDepth): Type | undefined {
  const kind = attributeTypes[valueTypeName(field)].expressionKind
  switch (kind) {
    case null:
      return undefined
    case 'choice':
      return { kind, options: field.options.map(({ value, label }) => ({ value, label })) }
    case 'list':
      return { kind, of: { kind: 'text' } }
    case 'record':
      return recordType(model, field, depth)
    default:
      return { kind }
  }
}

function recordType(model: Model, { related_entity: target, type }: AttributeField, depth: number): Type | undefined {
  if (type !== 'N:1') return { kind: 'record', entity: principalTarget, fields: () => noFields }
  if (target === principalTarget) return { kind: 'record', entity: principalTarget, fields: principal }
  const entity = target === null ? undefined : model.entities.get(target)
  if (!entity) return undefined
  const fields = () => (depth > 0 ? fieldsOf(model, entity, depth - 1) : noFields)
  return { kind: 'record', entity: entity.id, fields }
}

function fieldsOf(model: Model, entity: EntityDefinition, depth: number): Fields {
  const fields = entity.fields.flatMap((field): ScopeField[] => {
    const type = field.uri === 'id' ? ownId(entity) : typeOfField(model, field, depth)
    if (!type) return []
    return [{ name: field.uri, type, ...(!('label' in field) && { id: field.id, label: field.name }) }]
  })
  return new Map(fields.map((field) => [field.name, field]))
}

function ownId({ id }: EntityDefinition): Type {
  return { kind: 'record', entity: id, fields: () => noFields }
}

const principalFields: Fields = new Map([['name', { name: 'name', type: { kind: 'text' } }]])

function principal(): Fields {
  return principalFields
}
