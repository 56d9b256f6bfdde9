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

/** The environment's definitions as the OData engine sees them: sets with their tables. */
export type Service = { readonly model: ODataModel; readonly tables: TableMap }

/** Where the records are and how the service is called. `translate` names the common record fields. */
export type ServicePlace = {
  readonly uri: string
  readonly schema: string
  readonly collation: string
  readonly translate: (key: TextKey) => string
  /** The entities whose index of words is there. */
  readonly indexed?: ReadonlySet<string>
}

/** A set per entity under its uri, and the principals (members, teams, units) that owners and authors point to. */
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

/** The namespace of the types of an environment. Uris are letters and digits, so it is always a qualified name. */
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

/** What the entities have in common: each is described with a look at the others. */
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
    // Product ruling 2.4: what is not queryable is not in the descriptions, but still served to our own screens.
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
  // Nothing is written into it, and no index finds its words.
  const { immutable: _immutable, required: _required, ...property } = around.property(field)
  return [{ ...property, nullable: true, searchable: false, computed: true, derived }]
}

// Who finds a record by a value has filtered by it.
function isAlternateKey({ unique, queryable }: Attribute): boolean {
  return unique && queryable
}

function navigationOf(model: Model, field: Field): Navigation[] {
  if (!isLink(field)) return []
  const isPrincipal = field.type !== 'N:1' || field.related_entity === principalTarget
  const target = isPrincipal ? principalTarget : model.entities.get(field.related_entity ?? '')?.uri
  return target ? [{ name: field.uri, target, via: columnOf(field) }] : []
}
