import { listMetadata } from '#attributes/listMetadata.ts'
import {
  columnOf,
  isLink,
  isReadable,
  type Attribute,
  type Field,
  type SystemAttribute,
} from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { principalTarget, systemAttributes } from '#entities/system.ts'
import type { TextKey } from '#language/translate.ts'
import { byName, type EntitySet, type Navigation, type ODataModel, type Property, type TableMap } from '#odata/model.ts'
import { collectionsOf, inversesOf, linkedCollections, lookupsByTarget, type Lookup } from '#records/collectionsOf.ts'
import { derivedOf } from '#records/derived.ts'
import { odataPropertyOf } from '#records/odataProperty.ts'
import { wordsOf } from '#tables/wordIndex.ts'

/** The environment's definitions as the OData engine reads them: entity sets with their tables. */
export type Service = { readonly model: ODataModel; readonly tables: TableMap }

/**
 * Namespace, database schema and collation of a service. `translate` supplies the labels of the common record fields.
 */
export type ServicePlace = {
  readonly uri: string
  readonly schema: string
  readonly collation: string
  readonly translate: (key: TextKey) => string
  /** The entities whose word index exists. */
  readonly indexed?: ReadonlySet<string>
}

/**
 * The service of an environment: one set per entity, named by its uri, and the set of principals (members, teams,
 * units) that owners and authors point to.
 */
export function serviceOf(model: Model, { uri, schema, collation, translate, indexed }: ServicePlace): Service {
  const entities = [...model.entities.values()]
  const common = new Map(systemAttributes.map((field) => [field, odataPropertyOf(field, translate)]))
  const around: Around = {
    model,
    lookups: lookupsByTarget(entities),
    isIndexed: ({ id }) => indexed?.has(id) ?? false,
    property: (field) => common.get(field as SystemAttribute) ?? odataPropertyOf(field, translate),
  }
  const sets = [...entities.map((entity) => setOf(entity, around)), principals]
  return {
    model: { namespace: namespaceOf(uri), entitySets: byName(sets), emptyTextIsNull: true },
    tables: new Map(sets.map((set) => [set.name, { schema, table: set.name, collation }])),
  }
}

/**
 * The namespace of an environment's types. Uris consist of letters and digits, so the result is always a qualified
 * name.
 */
export function namespaceOf(environmentUri: string): string {
  return `lintel.${environmentUri}`
}

const principals: EntitySet = {
  name: principalTarget,
  title: 'Members, teams and units',
  label: 'name',
  key: 'id',
  unlisted: true,
  insertable: false,
  updatable: false,
  deletable: false,
  fixed: true,
  properties: byName<Property>([
    { name: 'id', type: 'Edm.Guid', nullable: false, filterable: true, sortable: true },
    { name: 'name', type: 'Edm.String', nullable: false, filterable: true, sortable: true, searchable: true },
    { name: 'kind', type: 'Edm.String', nullable: false, filterable: true, sortable: true },
  ]),
  navigations: new Map(),
}

/** Shared input for the descriptions of all entities. */
type Around = {
  readonly model: Model
  readonly lookups: ReadonlyMap<string | null, readonly Lookup[]>
  readonly property: (field: Field) => Property
  readonly isIndexed: (entity: EntityDefinition) => boolean
}

function setOf(entity: EntityDefinition, around: Around): EntitySet {
  const { model, lookups } = around
  const words = wordsOf(entity)
  const { editable, queryable, requireetag } = entity
  return {
    name: entity.uri,
    title: entity.collectionname,
    label: 'name',
    ...(entity.description && { description: entity.description }),
    // Product ruling 2.4: entities that are not queryable are absent from the descriptions, but still served to the web
    // client.
    ...(!queryable && { unlisted: true, hidden: true }),
    insertable: editable,
    updatable: editable,
    deletable: editable,
    key: 'id',
    etag: 'version',
    ...(words && { fullText: { isReady: around.isIndexed(entity), ...words } }),
    ...(requireetag && { requiresEtag: true }),
    properties: byName(entity.fields.flatMap((field) => propertyFor(around, entity, field))),
    navigations: byName(entity.fields.flatMap((field) => navigationOf(model, field))),
    collections: byName([
      ...collectionsOf(entity, lookups.get(entity.id) ?? [], inversesOf(entity)),
      ...linkedCollections(entity, model),
    ]),
    alternateKeys: entity.attributes.filter(isAlternateKey).map((attribute) => [columnOf(attribute)]),
  }
}

function propertyFor(around: Around, entity: EntityDefinition, field: Field): Property[] {
  if (listMetadata[field.type].holds !== 'computed') return isReadable(field) ? [around.property(field)] : []
  const derived = derivedOf(around, entity, field)
  if (!derived) return []
  // A computed property accepts no values and has no word index.
  const { immutable: _immutable, required: _required, ...property } = around.property(field)
  return [{ ...property, nullable: true, searchable: false, computed: true, derived }]
}

// Finding a record by a value is a filter, so the attribute must be queryable.
function isAlternateKey({ unique, queryable }: Attribute): boolean {
  return unique && queryable
}

function navigationOf(model: Model, field: Field): Navigation[] {
  if (!isLink(field)) return []
  const isPrincipal = field.type !== 'N:1' || field.related_entity === principalTarget
  const target = isPrincipal ? principalTarget : model.entities.get(field.related_entity ?? '')?.uri
  return target ? [{ name: field.uri, target, via: columnOf(field) }] : []
}
