import type { Attribute } from '#attributes/attribute.ts'
import { neutralProperties } from '#attributes/properties.ts'
import { bare } from '#entities/edit.ts'
import { entityOf, type Entity, type EntityDefinition } from '#entities/entity.ts'
import { modelOf, withAttributes, type Dropped, type Model } from '#entities/model.ts'
import { saveFeatures, toFeatures, type FeatureRow } from '#entities/server/features.store.ts'
import { saveVariables, type VariableRow } from '#entities/server/variables.store.ts'
import { variablesByKey } from '#entities/variables.ts'
import type { Relationship } from '#entities/relationship.ts'
import { qualified } from '#platform/sql.ts'
import type { Executor } from '#platform/server/database/database.ts'

export type Versions = { readonly version: number; readonly accessVersion: number }

type Stored = { id: string; uri: string; definition: object; version: number; change_id: string; entity_id: string }
type Snapshot = {
  model_version: string
  access_version: string
  entities: Stored[]
  attributes: Stored[]
  relationships: Stored[]
  variables: VariableRow[]
  features: FeatureRow[]
  dropped: Dropped[]
}

/** Loads the definitions and their versions in one statement, and therefore in one snapshot. */
export async function loadModel(executor: Executor, schema: string): Promise<Model> {
  const rows = (table: string) => `(select coalesce(json_agg(row_to_json(r)), '[]') from ${qualified(schema, table)} r)`
  const [snapshot] = await executor.query<Snapshot>({
    text: `select v.model_version, v.access_version, ${rows('_entity')} as entities,
      ${rows('_attribute')} as attributes, ${rows('_variable')} as variables, ${rows('_feature')} as features, ${rows('_relationship')} as relationships, ${rows('_dropped')} as dropped from ${qualified(schema, '_version')} v`,
  })
  if (!snapshot) throw new Error(`${schema} has no version`)
  const attributes = Map.groupBy(snapshot.attributes.map(toAttribute), ({ entity_id }) => entity_id)
  return modelOf({
    version: Number(snapshot.model_version),
    accessVersion: Number(snapshot.access_version),
    entities: snapshot.entities.map((row) => withAttributes(toEntity(row), attributes.get(row.id) ?? [])),
    relationships: new Map(snapshot.relationships.map((row) => [row.id, toRelationship(row)])),
    variables: variablesByKey(snapshot.variables),
    features: toFeatures(snapshot.features),
    dropped: snapshot.dropped.map(({ id, kind, entity_id, former }) => ({ id, kind, entity_id, former })),
  })
}

/** Loads only the versions, to check whether a snapshot is current. */
export async function loadVersions(executor: Executor, schema: string): Promise<Versions> {
  const text = `select model_version, access_version from ${qualified(schema, '_version')}`
  const [row] = await executor.query<{ model_version: string; access_version: string }>({ text })
  return { version: Number(row?.model_version ?? 0), accessVersion: Number(row?.access_version ?? 0) }
}

/** Saves the differences between two models. */
export async function saveModel(
  executor: Executor,
  schema: string,
  { before, after, changeId, on }: { before: Model; after: Model; changeId: string; on: Date },
): Promise<void> {
  const removed = [...before.entities.values()].filter(({ id }) => !after.entities.has(id))
  await removeRows(executor, qualified(schema, '_attribute'), attributesGone(before, after))
  await removeRows(
    executor,
    qualified(schema, '_entity'),
    removed.map(({ id }) => id),
  )
  const attributes: Attribute[] = []
  for (const entity of after.entities.values()) {
    const former = before.entities.get(entity.id)
    if (former === entity) continue
    if (former?.change_id !== entity.change_id) await putEntityRow(executor, schema, entity)
    const formerAttributes = new Set(former?.attributes)
    attributes.push(...entity.attributes.filter((attribute) => !formerAttributes.has(attribute)))
  }
  await putAttributeRows(executor, schema, attributes)
  await saveRelationships(executor, schema, before, after)
  await saveVariables(executor, schema, before, after)
  await saveFeatures(executor, schema, before, after)
  await saveDropped(executor, schema, before, after, { changeId, on })
}

function attributesGone(before: Model, after: Model): string[] {
  const kept = new Set([...after.entities.values()].flatMap(({ attributes }) => attributes.map(({ id }) => id)))
  return [...before.entities.values()].flatMap(({ attributes }) =>
    attributes.map(({ id }) => id).filter((id) => !kept.has(id)),
  )
}

async function removeRows(executor: Executor, table: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await executor.execute({ text: `delete from ${table} where id = any($1::uuid[])`, values: [ids] })
}

async function putEntityRow(executor: Executor, schema: string, entity: EntityDefinition): Promise<void> {
  const { id, uri, version, change_id, ...definition } = bare(entity)
  await executor.execute({
    text: `insert into ${qualified(schema, '_entity')} (id, uri, definition, version, change_id)
      values ($1, $2, $3, $4, $5) on conflict (id) do update set definition = excluded.definition,
      version = excluded.version, change_id = excluded.change_id`,
    values: [id, uri, JSON.stringify(definition), version, change_id],
  })
}

async function putAttributeRows(executor: Executor, schema: string, attributes: readonly Attribute[]): Promise<void> {
  if (attributes.length === 0) return
  const rows = attributes.map(({ id, entity_id, uri, version, change_id, ...definition }) => ({
    id,
    entity_id,
    uri,
    version,
    change_id,
    definition,
  }))
  await executor.execute({
    text: `insert into ${qualified(schema, '_attribute')} (id, entity_id, uri, definition, version, change_id)
      select id, entity_id, uri, definition, version, change_id from ${given(rowTypes.attribute)}
      on conflict (id) do update set definition = excluded.definition,
      version = excluded.version, change_id = excluded.change_id`,
    values: [JSON.stringify(rows)],
  })
}

// A single statement for any number of rows.
const rowTypes = {
  attribute: 'id uuid, entity_id uuid, uri text, definition jsonb, version bigint, change_id uuid',
  relationship: 'id uuid, definition jsonb, version bigint, change_id uuid',
  dropped: 'id uuid, kind text, entity_id uuid, former jsonb',
}

function given(types: string): string {
  return `jsonb_to_recordset($1::jsonb) as given (${types})`
}

async function saveRelationships(executor: Executor, schema: string, before: Model, after: Model): Promise<void> {
  const gone = [...before.relationships.keys()].filter((id) => !after.relationships.has(id))
  await removeRows(executor, qualified(schema, '_relationship'), gone)
  const changed = [...after.relationships.values()].filter((each) => before.relationships.get(each.id) !== each)
  if (changed.length === 0) return
  const rows = changed.map(({ id, version, change_id, ...definition }) => ({ id, version, change_id, definition }))
  await executor.execute({
    text: `insert into ${qualified(schema, '_relationship')} (id, definition, version, change_id)
      select id, definition, version, change_id from ${given(rowTypes.relationship)}
      on conflict (id) do update set definition = excluded.definition,
      version = excluded.version, change_id = excluded.change_id`,
    values: [JSON.stringify(rows)],
  })
}

async function saveDropped(
  executor: Executor,
  schema: string,
  before: Model,
  after: Model,
  { changeId, on }: { changeId: string; on: Date },
): Promise<void> {
  const back = [...before.dropped.keys()].filter((id) => !after.dropped.has(id))
  await removeRows(executor, qualified(schema, '_dropped'), back)
  const gone = [...after.dropped.values()].filter(({ id }) => !before.dropped.has(id))
  if (gone.length === 0) return
  await executor.execute({
    text: `insert into ${qualified(schema, '_dropped')} (id, kind, entity_id, former, change_id, dropped_on)
      select id, kind, entity_id, former, $2, $3 from ${given(rowTypes.dropped)}`,
    values: [JSON.stringify(gone), changeId, on],
  })
}

/** Stored definitions get neutral values for properties that are newer than the definition. */
function toEntity({ id, uri, definition, version, change_id }: Stored): Entity {
  const stored = definition as Entity
  return { ...entityOf({ ...stored, uri }, { id, change_id }), version }
}

function toRelationship({ id, definition, version, change_id }: Stored): Relationship {
  return { ...(definition as Relationship), id, version, change_id }
}

function toAttribute({ id, entity_id, uri, definition, version, change_id }: Stored): Attribute {
  return { ...neutralProperties, ...(definition as Attribute), id, entity_id, uri, version, change_id }
}
