import { seal, type ChainEnd, type LoggedRow, type Seal } from '#audit/chain.ts'
import { digest } from '#audit/server/digest.ts'
import { rowSql } from '#audit/server/rows.ts'
import type { Database, Transaction } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'

/** A log: its schema and environment; a null environment means the installation's own log. */
export type LogPlace = { readonly schema: string; readonly environmentId: string | null }

/** Rows that are sealed in one transaction. */
const portion = 1000

type Chain = {
  number: string
  hash: string
  settled: string
  candidate: string | null
  horizon: string | null
}
type Now = { oldest: string; next: string; top: string }

/**
 * Seals the rows committed to a log since the last run, behind the writes and never inside them; returns the number of
 * rows. One process at a time: the end of the chain is locked, and a process that finds the lock taken leaves the work
 * to the other. An interrupted run leaves seals and end consistent.
 */
export async function sealLog(database: Database, place: LogPlace): Promise<number> {
  if (await isSettled(database, place.schema)) return 0
  await database.execute({
    text: `insert into lintel.audit_chain (schema, environment_id) values ($1, $2) on conflict do nothing`,
    values: [place.schema, place.environmentId],
  })
  let sealed = 0
  for (;;) {
    const count = await database.transaction((transaction) => sealPortion(transaction, place.schema))
    sealed += count
    if (count < portion) return sealed
  }
}

/** Whether a log has no new rows; costs one lookup at each end. */
async function isSettled(database: Database, schema: string): Promise<boolean> {
  const [found] = await database.query<{ idle: boolean }>({
    text: `select coalesce((select max(seq) from ${qualified(schema, '_audit')}), 0) <= settled and candidate is null as idle
      from lintel.audit_chain where schema = $1`,
    values: [schema],
  })
  return found?.idle ?? false
}

async function sealPortion(transaction: Transaction, schema: string): Promise<number> {
  const [chain] = await transaction.query<Chain>({
    text: `select number, encode(hash, 'hex') as hash, settled, candidate, horizon from lintel.audit_chain
      where schema = $1 for update skip locked`,
    values: [schema],
  })
  if (!chain) return 0
  const log = qualified(schema, '_audit')
  // Read before the rows: the rows then include the results of all transactions that ended before this moment.
  const [now] = await transaction.query<Now>({
    text: `select pg_snapshot_xmin(s)::text as oldest, pg_snapshot_xmax(s)::text as next,
        coalesce((select max(seq) from ${log}), 0) as top
      from (select pg_current_snapshot() as s) asked`,
  })
  if (!now) return 0
  const rows = await transaction.query<LoggedRow>({
    text: `select ${rowSql('a')} from ${log} a
      where a.seq > $1 and not exists (select from ${qualified(schema, '_audit_seal')} s where s.seq = a.seq)
      order by a.seq limit ${portion}`,
    values: [chain.settled],
  })
  const seals: Seal[] = []
  let end: ChainEnd = { number: chain.number, hash: chain.hash }
  for (const row of rows) {
    const next = seal(end, row, digest)
    seals.push(next)
    end = next
  }
  if (seals.length > 0) await insertSeals(transaction, schema, seals)
  const bound = rows.length < portion ? settle(chain, now) : chain
  await transaction.execute({
    text: `update lintel.audit_chain set number = $2, hash = decode($3, 'hex'), settled = $4, candidate = $5, horizon = $6,
        sealed_on = case when $7 then now() else sealed_on end
      where schema = $1`,
    values: [schema, end.number, end.hash, bound.settled, bound.candidate, bound.horizon, seals.length > 0],
  })
  return rows.length
}

/**
 * Up to which number the log is complete. Numbers are given before commits, so a lower one may come later than a higher one:
 * what is the highest now is the bound as soon as everything that runs now has ended, and all that came of it is sealed.
 * A database that was taken to another server counts transactions anew; then the bound is looked for anew.
 */
function settle(chain: Chain, now: Now): Pick<Chain, 'settled' | 'candidate' | 'horizon'> {
  const { settled, candidate, horizon } = chain
  const isElsewhere = horizon !== null && BigInt(now.next) < BigInt(horizon)
  if (candidate === null || horizon === null || isElsewhere) return propose(settled, now)
  return BigInt(now.oldest) >= BigInt(horizon) ? propose(candidate, now) : chain
}

function propose(settled: string, { top, next }: Now): Pick<Chain, 'settled' | 'candidate' | 'horizon'> {
  const isDone = BigInt(top) <= BigInt(settled)
  return { settled, candidate: isDone ? null : top, horizon: isDone ? null : next }
}

async function insertSeals(transaction: Transaction, schema: string, seals: readonly Seal[]): Promise<void> {
  await transaction.execute({
    text: `insert into ${qualified(schema, '_audit_seal')} (number, seq, at, digest, hash, sealed_on)
      select number, seq, at, decode(digest, 'hex'), decode(hash, 'hex'), now()
      from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::text[], $5::text[]) s(number, seq, at, digest, hash)`,
    values: [
      seals.map(({ number }) => number),
      seals.map(({ seq }) => seq),
      seals.map(({ at }) => at),
      seals.map((each) => each.digest),
      seals.map(({ hash }) => hash),
    ],
  })
}
