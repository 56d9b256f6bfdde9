import { columnOf, isLink, isStored } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { ident, qualified } from '#platform/sql.ts'
import { indexName, uniqueName } from '#tables/step.ts'

/** An index that serves reads only, so that it may come after the commit. `on` is what stands behind `using btree`. */
export type TableIndex = { readonly name: string; readonly table: string; readonly on: string }

/**
 * The indexes that an entity's table must have: those of the scopes (product ruling 2.3), those of the common sort
 * orders (part 6, 11: null first, id last), and one for each lookup. `collation` is the quoted name of the one
 * that sorts the environment's texts.
 */
export function indexesOf(entity: EntityDefinition, collation: string): TableIndex[] {
  const { id, uri: table, attributes } = entity
  const lookups = attributes.filter((attribute) => isLink(attribute) && !attribute.unique)
  return [
    { name: indexName(id, 'owner'), table, on: '(owner_id, created_on desc)' },
    { name: indexName(id, 'unit'), table, on: '(owning_unit_id, created_on desc)' },
    { name: indexName(id, 'name'), table, on: `(name collate ${collation} asc nulls first, id)` },
    { name: indexName(id, 'created'), table, on: '(created_on, id)' },
    ...lookups.map((attribute) => ({
      name: indexName(attribute.id, 'lookup'),
      table,
      on: `(${ident(columnOf(attribute))})`,
    })),
  ]
}

/** The indexes that keep the values of unique attributes apart. */
export function uniquesOf({ uri: table, attributes }: EntityDefinition): TableIndex[] {
  return attributes
    .filter((attribute) => attribute.unique && isStored(attribute))
    .map((attribute) => ({ name: uniqueName(attribute.id), table, on: `(${ident(columnOf(attribute))})` }))
}

/** The statement that makes an index inside a transaction, on a table that nobody uses yet. */
export function createIndex(schema: string, { name, table, on }: TableIndex): string {
  return `create index ${ident(name)} on ${qualified(schema, table)} ${on}`
}

/** The statement that makes an index beside running reads and writes; it cannot run in a transaction. */
export function createIndexOnline(schema: string, { name, table, on }: TableIndex): string {
  return `create index concurrently ${ident(name)} on ${qualified(schema, table)} ${on}`
}

/** The same for one that refuses equal values. */
export function createUniqueOnline(schema: string, { name, table, on }: TableIndex): string {
  return `create unique index concurrently ${ident(name)} on ${qualified(schema, table)} ${on}`
}
