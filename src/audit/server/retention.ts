import { makeMonths, onlyAdding } from '#audit/server/audit.schema.ts'
import { readRetention } from '#audit/server/settings.ts'
import { auditMomentSql } from '#audit/server/rows.ts'
import type { LogPlace } from '#audit/server/sealer.ts'
import type { Database, Transaction } from '#platform/server/database/database.ts'
import { literal, qualified } from '#platform/sql.ts'

const day = 24 * 60 * 60 * 1000
/** Longest wait of a change of partitions for running writes. */
const patience = '50ms'

type Part = { readonly name: string; readonly ending: string | null }

/**
 * Upkeep of a log: creates partitions for the coming months and drops those beyond the retention. Returns the dropped
 * partitions.
 */
export async function tendLog(database: Database, { schema }: LogPlace, now: Date): Promise<string[]> {
  await database.transaction(async (transaction) => {
    await transaction.execute({ text: `set local lock_timeout = '${patience}'` })
    await transaction.execute({ text: makeMonths(schema) })
    await transaction.execute({ text: onlyAdding(schema) })
  })
  const days = await readRetention(database, schema)
  const limit = new Date(now.getTime() - days * day)
  const gone: string[] = []
  for (const part of await partsOf(database, schema)) {
    const isGone = await database.transaction((transaction) => dropPart(transaction, schema, part, limit, now))
    if (!isGone) break
    gone.push(part.name)
  }
  if (gone.length > 0) await database.transaction((transaction) => dropSeals(transaction, schema))
  return gone
}

/** The parts with an end, the oldest first. */
async function partsOf(database: Database, schema: string): Promise<Part[]> {
  return database.query<Part>({
    text: `select name, ending from (
        select c.relname as name, substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''(.+)''\\)')::timestamptz as ending
        from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = ${literal(qualified(schema, '_audit'))}::regclass) part
      where ending is not null order by ending`,
  })
}

/** Drops a whole partition, once all its rows are sealed and older than the limit; logs the drop in the log itself. */
async function dropPart(
  transaction: Transaction,
  schema: string,
  { name, ending }: Part,
  limit: Date,
  now: Date,
): Promise<boolean> {
  const [found] = await transaction.query<{ may: boolean; rows: string; until: string }>({
    text: `select $1::timestamptz <= $2 and coalesce(p.top, 0) <= coalesce(c.settled, 0) as may, p.rows,
        ${auditMomentSql('$1::timestamptz')} as until
      from (select max(seq) as top, count(*) as rows from ${qualified(schema, name)}) p
      left join lintel.audit_chain c on c.schema = $3`,
    values: [ending, limit, schema],
  })
  if (!found?.may) return false
  await transaction.execute({ text: `set local lock_timeout = '${patience}'` })
  await transaction.execute({ text: `drop table ${qualified(schema, name)}` })
  await transaction.execute({
    text: `update lintel.audit_chain set dropped_before = greatest(dropped_before, $2) where schema = $1`,
    values: [schema, ending],
  })
  await transaction.execute({
    text: `insert into ${qualified(schema, '_audit')} (at, area, kind, cause, changes)
      values ($1, 'security', 'auditDropped', '{"kind": "system", "id": "retention"}', $2)`,
    values: [
      now,
      JSON.stringify({ subject: { id: name, name: found.until }, before: { rows: found.rows }, after: null }),
    ],
  })
  return true
}

/**
 * Drops the seals at the beginning of the chain whose rows are all gone. For as long as this takes we give ourselves the
 * right to do it.
 */
async function dropSeals(transaction: Transaction, schema: string): Promise<void> {
  const seal = qualified(schema, '_audit_seal')
  await transaction.execute({ text: `grant delete on ${seal} to current_user` })
  await transaction.execute({
    text: `with chain as (
        select c.schema, coalesce((
            select min(s.number) from ${seal} s where s.at >= c.dropped_before), c.number + 1) - 1 as last
        from lintel.audit_chain c where c.schema = $1 and c.dropped_before is not null for update),
      kept as (
        update lintel.audit_chain c set first_number = s.number, first_hash = s.hash
        from chain join ${seal} s on s.number = chain.last where c.schema = chain.schema)
      delete from ${seal} using chain where number <= chain.last`,
    values: [schema],
  })
  await transaction.execute({ text: `revoke delete on ${seal} from current_user` })
}
