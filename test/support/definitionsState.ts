import { columnOf, isStored, type Attribute } from '../../src/attributes/attribute.ts'
import type { EntityDefinition } from '../../src/entities/entity.ts'
import type { DefinitionsGround } from './definitions.ts'

/** Everything that an undo must bring back: definitions without their versions, the catalog, and each value as text. */
export type State = { readonly definitions: unknown; readonly catalog: unknown; readonly data: TableData }
/** The values of each table by the record and the attribute. */
export type TableData = Readonly<Record<string, Readonly<Record<string, StoredRow>>>>
export type StoredRow = Readonly<Record<string, string | null>>

export async function stateOf(ground: DefinitionsGround): Promise<State> {
  const { relationships, entities } = await ground.models.fresh(ground.context.environment)
  const connected = [...relationships.values()].map(({ version: _v, change_id: _c, ...each }) => each)
  const byId = connected.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  return {
    definitions: [[...entities.values()].map(withoutVersions), byId],
    catalog: await catalogOf(ground),
    data: await dataOf(ground),
  }
}

export async function dataOf(ground: DefinitionsGround): Promise<TableData> {
  const { entities } = await ground.models.fresh(ground.context.environment)
  const data: Record<string, Record<string, StoredRow>> = {}
  for (const { id, uri, attributes } of entities.values()) {
    const columns = attributes.filter(isStored).map((each) => `"${columnOf(each)}"::text as "${each.id}"`)
    const text = `select ${['id', ...columns].join()} from ${tableName(ground, uri)} order by id`
    const rows = await ground.database.query<Record<string, string | null>>({ text })
    data[id] = Object.fromEntries(rows.map(({ id: row, ...values }) => [String(row), values]))
  }
  return data
}

export function tableName({ context }: DefinitionsGround, uri: string): string {
  return `"${context.environment.schema}"."${uri}"`
}

function withoutVersions({
  fields: _fields,
  version: _v,
  change_id: _c,
  attributes,
  ...entity
}: EntityDefinition): unknown {
  return {
    ...entity,
    attributes: attributes.map(({ version: _version, change_id: _change, ...attribute }: Attribute) => attribute),
  }
}

/** Columns, unique indexes and foreign keys of everything that is not aside. */
async function catalogOf({ database, context }: DefinitionsGround): Promise<unknown> {
  return database.query({
    text: `select c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        coalesce(i.uniques, 0) as uniques, coalesce(k.links, 0) as links
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join lateral (select count(*) as uniques from pg_index x
        where x.indrelid = c.oid and x.indisunique and x.indkey[0] = a.attnum) i on true
      left join lateral (select count(*) as links from pg_constraint x
        where x.conrelid = c.oid and x.contype = 'f' and x.conkey[1] = a.attnum) k on true
      where c.relnamespace = $1::regnamespace and c.relkind = 'r' and c.relname !~ '^_' and a.attname !~ '^_'
      order by 1, 2`,
    values: [context.environment.schema],
  })
}
