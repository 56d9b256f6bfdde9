import { columnOf, type Field } from '#attributes/attribute.ts'
import { attributeTypes } from '#attributes/types.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { principalTarget } from '#entities/system.ts'
import { byName, type EntitySet, type Navigation, type ODataModel, type Property, type TableMap } from '#odata/model.ts'

/** The environment's definitions as the OData engine sees them: sets with their tables. */
export type Service = { readonly model: ODataModel; readonly tables: TableMap }

/** A set per entity under its uri, and the principals (members, teams, units) that owners and authors point to. */
export function serviceOf(model: Model, schema: string, collation: string): Service {
  const entities = [...model.entities.values()]
  const sets = [...entities.map((entity) => setOf(model, entity)), principals]
  return {
    model: { entitySets: byName(sets) },
    tables: new Map(sets.map((set) => [set.name, { schema, table: set.name, collation }])),
  }
}

const principals: EntitySet = {
  name: principalTarget,
  key: 'id',
  unlisted: true,
  properties: byName<Property>([
    { name: 'id', type: 'Edm.Guid', nullable: false, filterable: true, sortable: true },
    { name: 'name', type: 'Edm.String', nullable: false, filterable: true, sortable: true, searchable: true },
    { name: 'kind', type: 'Edm.String', nullable: false, filterable: true, sortable: true },
  ]),
  navigations: new Map(),
}

function setOf(model: Model, entity: EntityDefinition): EntitySet {
  return {
    name: entity.uri,
    title: entity.collectionname,
    ...(entity.description && { description: entity.description }),
    unlisted: !entity.queryable,
    key: 'id',
    etag: 'version',
    properties: byName(entity.fields.map(propertyOf)),
    navigations: byName(entity.fields.flatMap((field) => navigationOf(model, field))),
  }
}

// Product ruling 2.4: what is not queryable is still read, but neither filtered nor sorted by.
function propertyOf(field: Field): Property {
  return {
    name: columnOf(field),
    type: attributeTypes[field.type].edm,
    nullable: !('label' in field && field.required),
    filterable: field.queryable,
    sortable: field.queryable,
    searchable: field.searchable && attributeTypes[field.type].edm === 'Edm.String',
    ...(field.type === 'decimal' ? { precision: field.precision, scale: field.scale } : {}),
  } as Property
}

function navigationOf(model: Model, field: Field): Navigation[] {
  if (field.type !== 'N:1' || !field.related_entity) return []
  const target =
    field.related_entity === principalTarget ? principalTarget : model.entities.get(field.related_entity)?.uri
  return target ? [{ name: field.uri, target, via: columnOf(field) }] : []
}
