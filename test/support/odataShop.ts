import { createHmac } from 'node:crypto'
import { Client } from 'pg'
import { createEngine, type EngineRequest } from '#odata/engine.ts'
import type { ListRow, PageTokens } from '#odata/page.ts'
import type { CompiledStatement } from '#odata/compile/statement.ts'
import { sql } from '#odata/sql.ts'
import { ask } from '#platform/server/database/wire/ask.ts'
import { emptyDatabase } from './database.ts'
import { model, tables, tablesSql } from './odataModel.ts'
import { drawRows, storedRow, type Row, type Rows } from './odataRows.ts'

export type Answer = ListRow & { model_version: string; access_version: string }

/** How the engine over the fixture's model signs. */
export const sign = (text: string) => createHmac('sha256', 'secret of the test').update(text).digest('base64url')

/** The engine over the fixture's model. */
export const engine = createEngine({
  model,
  tables,
  versions: { from: sql`"shop"."_version" v`, columns: sql`v.model_version, v.access_version`, width: 2 },
  sign,
})

/** Everything may be read, numbers are exact. */
export const openAsked: EngineRequest = { guards: () => null, wire: { numbersAsText: true } }

/** The rows of a set as JSON that PostgreSQL makes rows of its table from. */
export function storedRows(name: keyof Rows, rows: readonly Row[]): string {
  const [set, table] = [model.entitySets.get(name), tables.get(name)]
  if (!set || !table) throw new Error(`no ${name}`)
  return JSON.stringify(rows.map((row) => ({ ...storedRow(row, set, table), version: '1' })))
}

/** A database with the fixture's rows. */
export type Shop = {
  readonly client: Client
  readonly run: (
    raw: string,
    more?: Partial<EngineRequest>,
  ) => Promise<{ readonly answer: Answer; readonly tokens: PageTokens; readonly value: readonly Row[] }>
  readonly close: () => Promise<void>
}

/** What a statement answers on a connection that nothing else uses meanwhile. */
export async function answersOf<Row>(client: Client, statement: CompiledStatement): Promise<Row[]> {
  const { rows } = await ask(client, { ...statement, values: [...statement.values] })
  return rows as Row[]
}

/** Fills a new database of that name and answers queries over its invoices. */
export async function openShop(name: string): Promise<Shop> {
  const database = await emptyDatabase(name)
  const client = new Client({ connectionString: database.connectionString, options: '-c timezone=UTC' })
  await client.connect()
  await client.query(tablesSql)
  for (const [table, each] of Object.entries(drawRows())) {
    const text = `insert into shop.${table} select * from json_populate_recordset(null::shop.${table}, $1)`
    await client.query(text, [storedRows(table as keyof Rows, each)])
  }
  return {
    client,
    async run(raw, more = {}) {
      const listing = engine.list('invoices', raw, { ...openAsked, ...more })
      const [answer] = await answersOf<Answer>(client, listing.statement)
      if (!answer) throw new Error('no row')
      return { answer, tokens: listing.tokens(answer), value: JSON.parse(answer.value) as Row[] }
    },
    async close() {
      await client.end()
      await database.drop()
    },
  }
}
