import type { Client } from 'pg'
import { createEngine, type Engine } from '#odata/engine.ts'
import type { Guards } from '#odata/guard.ts'
import type { Sign } from '#odata/serialize/token.ts'
import { model, tables } from './odataModel.ts'
import { drawRows, type Row, type Rows } from './odataRows.ts'
import { storedRows } from './odataShop.ts'

/** A member who owns every third row of each table: whose row it is is told by its id. */
export const ownGuards: Guards = (_, alias) => ({
  parts: [`(right(${alias}.id::text, 1)::int % 3) = `, '::int'],
  values: [1],
})

export function isOwn(row: Row): boolean {
  return Number(String(row['id']).slice(-1)) % 3 === 1
}

/** An engine over a copy of the shop that holds only the rows of that member. */
export async function ownCopy(client: Client, sign: Sign = () => 's'): Promise<Engine> {
  await client.query('create schema mine')
  for (const [name, each] of Object.entries(drawRows())) {
    await client.query(`create table mine.${name} as select * from shop.${name} limit 0`)
    await client.query(`insert into mine.${name} select * from json_populate_recordset(null::mine.${name}, $1)`, [
      storedRows(name as keyof Rows, each.filter(isOwn)),
    ])
  }
  const own = [...tables].map(([name, table]) => [name, { ...table, schema: 'mine' }] as const)
  return createEngine({ model, tables: new Map(own), sign })
}

/** The aliases of the tables that a statement reads, and those whose guard stands in it: one guard for each. */
export function guardedAliases(statement: string): {
  readonly read: readonly string[]
  readonly guarded: readonly string[]
} {
  const aliases = (pattern: RegExp) => [...statement.matchAll(pattern)].map((found) => found[1] ?? '').toSorted()
  return {
    read: aliases(/"shop"\."(?!_version)\w+" (\w+)/g),
    guarded: aliases(/\(\(right\((\w+)\.id::text, 1\)::int % 3\) = \$\d+::int\)/g),
  }
}
