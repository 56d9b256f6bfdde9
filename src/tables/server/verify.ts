import { columnOf } from '#attributes/attribute.ts'
import { attributeTypes } from '#attributes/types.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { loadModel } from '#entities/server/entities.ts'
import { qualified } from '#platform/sql.ts'
import type { Database } from '#platform/server/database/database.ts'

/**
 * Whether an environment's tables are what its definitions say (quality 2, 3): columns of the metadata are those of the
 * catalog, the changes are as many as were counted, no index is invalid. Answers one line for each discrepancy.
 */
export async function discrepancies(database: Database, schema: string): Promise<string[]> {
  const model = await loadModel(database, schema)
  const [columns, changes, invalid] = await Promise.all([
    catalogColumns(database, schema),
    database.query<{ count: string; expected: string }>({
      text: `select (select count(*) from ${qualified(schema, '_change')}) as count, change_count as expected
        from ${qualified(schema, '_version')}`,
    }),
    invalidIndexes(database, schema),
  ])
  const expected = new Set([...model.entities.values()].flatMap(columnLines))
  const [count, number] = [changes[0]?.count, changes[0]?.expected].map(Number)
  return [
    ...(count === number ? [] : [`change number ${number}, but ${count} changes`]),
    ...[...expected].filter((line) => !columns.has(line)).map((line) => `the catalog lacks ${line}`),
    ...[...columns].filter((line) => !expected.has(line)).map((line) => `the definitions lack ${line}`),
    ...invalid.map((name) => `index ${name} is invalid`),
  ]
}

const systemColumns = [
  'id uuid',
  'name text',
  'status text',
  'version bigint',
  'created_on timestamp with time zone',
  'created_by_id uuid',
  'updated_on timestamp with time zone',
  'updated_by_id uuid',
  'owner_id uuid',
  'owning_unit_id uuid',
]

function columnLines({ uri, attributes }: EntityDefinition): string[] {
  const own = attributes.flatMap((each) => {
    const type = attributeTypes[each.type].column(each)
    return type === null ? [] : [`${columnOf(each)} ${catalogType(type)}`]
  })
  return [...systemColumns, ...own].map((column) => `${uri}.${column}`)
}

const catalogNames = new Map([
  ['timestamptz', 'timestamp with time zone'],
  ['time', 'time without time zone'],
])

/** A column type as the catalog prints it. */
function catalogType(type: string): string {
  return catalogNames.get(type) ?? type.replace(' collate "C"', '')
}

/** Tables and columns that begin with an underscore are ours: what waits aside among them. */
async function catalogColumns(database: Database, schema: string): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ line: string }>({
    text: `select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) as line
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where n.nspname = $1 and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and not starts_with(c.relname, '_') and not starts_with(a.attname, '_')`,
    values: [schema],
  })
  return new Set(rows.map(({ line }) => line))
}

async function invalidIndexes(database: Database, schema: string): Promise<string[]> {
  const rows = await database.query<{ name: string }>({
    text: `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and not i.indisvalid`,
    values: [schema],
  })
  return rows.map(({ name }) => name)
}
