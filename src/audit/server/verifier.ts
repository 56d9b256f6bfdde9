import {
  chainStart,
  checkEnd,
  checkStretch,
  type ChainEnd,
  type ChainProblem,
  type LoggedRow,
  type Seal,
  type SealedRow,
} from '#audit/chain.ts'
import { digest } from '#audit/server/digest.ts'
import { auditMomentSql, rowSql, sealSql } from '#audit/server/rows.ts'
import type { Verification } from '#audit/verification.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'

/** Seals that are checked in one step. */
export const stretchLength = 10_000
/** Rows without seals that are named; more of them say nothing more. */
const mostInserted = 100

type Chain = {
  number: string
  hash: string
  settled: string
  first_number: string
  first_hash: string
  dropped_before: string | null
}

/**
 * Checks the next stretch of a log's chain, behind the place \after that an earlier call has reached; null begins. The
 * last stretch also compares with the end that is kept away from the log, and looks for rows without seals.
 */
export async function verifyLog(executor: Executor, schema: string, after: string | null): Promise<Verification> {
  const [chain] = await executor.query<Chain>({
    text: `select number, encode(hash, 'hex') as hash, settled, first_number, encode(first_hash, 'hex') as first_hash,
        ${auditMomentSql('dropped_before')} as dropped_before
      from lintel.audit_chain where schema = $1`,
    values: [schema],
  })
  const kept: ChainEnd = chain ? { number: chain.number, hash: chain.hash } : chainStart
  const start: ChainEnd = chain ? { number: chain.first_number, hash: chain.first_hash } : chainStart
  const before = after === null ? start : await endAt(executor, schema, after, start)
  const stretch = await stretchAfter(executor, schema, before.number)
  // Seals that came since the end was read belong to the next check.
  const own = chain ? stretch.filter(({ seal }) => BigInt(seal.number) <= BigInt(chain.number)) : stretch
  const { problems, end } = checkStretch(before, own, chain?.dropped_before ?? null, digest)
  const isLast = stretch.length < stretchLength || own.length < stretch.length
  if (!isLast) return { checked: own.length, problems, next: end.number, end: null }
  const inserted = await unsealed(executor, schema, chain?.settled ?? '0')
  return { checked: own.length, problems: [...problems, ...inserted, ...checkEnd(end, kept)], next: null, end: kept }
}

/** The content of a seal in the chain, which the previous call has checked. */
async function endAt(executor: Executor, schema: string, number: string, start: ChainEnd): Promise<ChainEnd> {
  const [found] = await executor.query<ChainEnd>({
    text: `select number, encode(hash, 'hex') as hash from ${qualified(schema, '_audit_seal')} where number = $1`,
    values: [number],
  })
  return found ?? start
}

async function stretchAfter(executor: Executor, schema: string, number: string): Promise<SealedRow[]> {
  const rows = await executor.query<Seal & { row: LoggedRow | null }>({
    text: `select ${sealSql('s')}, (select row_to_json(r) from (select ${rowSql('a')} where a.seq is not null) r) as row
      from (select * from ${qualified(schema, '_audit_seal')} where number > $1 order by number limit ${stretchLength}) s
      left join ${qualified(schema, '_audit')} a on a.seq = s.seq and a.at = s.at order by s.number`,
    values: [number],
  })
  return rows.map(({ row, ...seal }) => ({ seal, row }))
}

async function unsealed(executor: Executor, schema: string, settled: string): Promise<readonly ChainProblem[]> {
  const rows = await executor.query<{ seq: string; at: string }>({
    text: `select a.seq, ${auditMomentSql('a.at')} as at from ${qualified(schema, '_audit')} a
      where a.seq <= $1 and not exists (select from ${qualified(schema, '_audit_seal')} s where s.seq = a.seq and s.at = a.at)
      order by a.seq limit ${mostInserted}`,
    values: [settled],
  })
  return rows.map(({ seq, at }) => ({ kind: 'inserted', seq, at }))
}

/** The same for the whole of a chain, from its beginning to its end. */
export async function verifyWhole(
  executor: Executor,
  schema: string,
): Promise<{ readonly checked: number; readonly problems: readonly ChainProblem[]; readonly end: ChainEnd }> {
  const problems: ChainProblem[] = []
  let checked = 0
  let after: string | null = null
  for (;;) {
    const found: Verification = await verifyLog(executor, schema, after)
    checked += found.checked
    problems.push(...found.problems)
    if (found.next === null) return { checked, problems, end: found.end ?? chainStart }
    after = found.next
  }
}
