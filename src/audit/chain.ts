import { canonicalText } from '#audit/canonical.ts'

/** A row of the log as the chain hashes it: every column as the database's text. */
export type LoggedRow = {
  readonly seq: string
  readonly at: string
  readonly area: string
  readonly kind: string
  readonly entity_id: string | null
  readonly record_id: string | null
  readonly by_id: string | null
  readonly cause: string
  readonly request_id: string | null
  readonly changes: string
}

/**
 * The seal of one row: `hash` is derived from the previous hash, so the seal protects all earlier rows as well. Hashes
 * are hex.
 */
export type Seal = {
  readonly number: string
  readonly seq: string
  readonly at: string
  readonly digest: string
  readonly hash: string
}

/** The end of a chain: the number of sealed rows, and the hash of the last. */
export type ChainEnd = { readonly number: string; readonly hash: string }

/** SHA-256 of a text, in hex. */
export type Digest = (text: string) => string

/** Before the first row. */
export const chainStart: ChainEnd = { number: '0', hash: '' }

/**
 * A problem at one position of a chain. `seq` is the number of the row in the log, `number` its position in the chain.
 */
export type ChainProblem =
  | {
      readonly kind: 'changed' | 'missing' | 'seal'
      readonly number: string
      readonly seq: string
      readonly at: string
    }
  /** Rows that nothing seals although those behind them are sealed: somebody has put them in. */
  | { readonly kind: 'inserted'; readonly seq: string; readonly at: string }
  /** Empty positions of the chain, first and last. */
  | { readonly kind: 'gap'; readonly from: string; readonly to: string }
  /** The chain ends before or behind the separately stored end, or with another hash. */
  | { readonly kind: 'end'; readonly number: string; readonly kept: string }

export type SealedRow = { readonly seal: Seal; readonly row: LoggedRow | null }

/** Seals the next row. */
export function seal(before: ChainEnd, row: LoggedRow, digest: Digest): Seal {
  const number = String(BigInt(before.number) + 1n)
  const own = digestOf(row, digest)
  return { number, seq: row.seq, at: row.at, digest: own, hash: hashOf(before.hash, number, row, own, digest) }
}

/**
 * The problems of a stretch of the chain behind `before`. Rows from before `droppedBefore` may be missing: retention
 * has dropped them as whole partitions, and their seals still link the chain. Behind a broken seal the check continues
 * from the seal's stored hash, so that one wrong position is one problem.
 */
export function checkStretch(
  before: ChainEnd,
  stretch: readonly SealedRow[],
  droppedBefore: string | null,
  digest: Digest,
): { readonly problems: readonly ChainProblem[]; readonly end: ChainEnd } {
  const problems: ChainProblem[] = []
  let end = before
  for (const { seal, row } of stretch) {
    const { number, seq, at } = seal
    const expected = BigInt(end.number) + 1n
    if (BigInt(number) !== expected) {
      problems.push({ kind: 'gap', from: String(expected), to: String(BigInt(number) - 1n) })
    } else if (seal.hash !== hashOf(end.hash, number, seal, seal.digest, digest)) {
      problems.push({ kind: 'seal', number, seq, at })
    }
    if (row === null) {
      if (droppedBefore === null || at >= droppedBefore) problems.push({ kind: 'missing', number, seq, at })
    } else if (digestOf(row, digest) !== seal.digest) {
      problems.push({ kind: 'changed', number, seq, at })
    }
    end = { number, hash: seal.hash }
  }
  return { problems, end }
}

/** Whether a chain that ends so ends where it should. */
export function checkEnd(end: ChainEnd, kept: ChainEnd): readonly ChainProblem[] {
  const isSame = end.number === kept.number && end.hash === kept.hash
  return isSame ? [] : [{ kind: 'end', number: end.number, kept: kept.number }]
}

function digestOf(row: LoggedRow, digest: Digest): string {
  const { seq, at, area, kind, entity_id, record_id, by_id, cause, request_id, changes } = row
  return digest(canonicalText([seq, at, area, kind, entity_id, record_id, by_id, cause, request_id, changes]))
}

function hashOf(
  before: string,
  number: string,
  { seq, at }: Pick<Seal, 'seq' | 'at'>,
  own: string,
  digest: Digest,
): string {
  return digest(canonicalText([before, number, seq, at, own]))
}
