import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { canonicalText } from '#audit/canonical.ts'
import { chainStart, checkEnd, checkStretch, seal, type LoggedRow, type SealedRow } from '#audit/chain.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const row = (seq: number, change: Partial<LoggedRow> = {}): LoggedRow => ({
  seq: String(seq),
  at: `2026-11-0${seq}T00:00:00.000000Z`,
  area: 'data',
  kind: 'update',
  entity_id: 'orders',
  record_id: `record ${seq}`,
  by_id: 'anna',
  cause: '{"kind": "request"}',
  request_id: 'r',
  changes: '{"after": {"name": "a"}}',
  ...change,
})

/** A chain over rows as a sealer makes it. */
function chainOf(rows: readonly LoggedRow[]): { sealed: SealedRow[]; end: { number: string; hash: string } } {
  let end = chainStart
  const sealed = rows.map((each) => {
    const next = seal(end, each, digest)
    end = next
    return { seal: next, row: each }
  })
  return { sealed, end: { number: end.number, hash: end.hash } }
}
const { sealed, end } = chainOf([row(1), row(2), row(3), row(4), row(5)])
const check = (stretch: readonly SealedRow[], droppedBefore: string | null = null) =>
  checkStretch(chainStart, stretch, droppedBefore, digest)
const [first, second, third, ...rest] = sealed
if (!first || !second || !third) throw new Error('five rows were sealed')

describe('the text that is sealed', () => {
  test('no value can pass for the end of its field and the beginning of the next', () => {
    const naive = (fields: readonly (string | null)[]) => fields.join('\n')
    expect(naive(['a\nb', 'c'])).toBe(naive(['a', 'b\nc']))
    const lists = [
      ['a\nb', 'c'],
      ['a', 'b\nc'],
      ['a1:b', 'c'],
      ['a', '1:bc'],
      ['-', null],
      [null, '-'],
      ['', null],
      ['a'],
      [],
    ]
    expect(new Set(lists.map(canonicalText)).size).toBe(lists.length)
  })
})

describe('the chain', () => {
  test('holds over what nobody has touched, and ends where it should', () => {
    const whole = check(sealed)
    expect(whole.problems).toEqual([])
    expect(checkEnd(whole.end, end)).toEqual([])
  })

  test('names a row that was changed, and that one only', () => {
    for (const change of [
      { by_id: 'eve' },
      { by_id: null },
      { at: '2026-11-02T00:00:00.000001Z' },
      { changes: '{}' },
    ]) {
      const { problems } = check([first, { ...second, row: row(2, change) }, third, ...rest])
      expect(problems).toEqual([{ kind: 'changed', number: '2', seq: '2', at: second.seal.at }])
    }
  })

  test('names a row that is gone, unless retention has dropped its time', () => {
    const without = [{ ...first, row: null }, second, third, ...rest]
    expect(check(without).problems).toEqual([{ kind: 'missing', number: '1', seq: '1', at: first.seal.at }])
    expect(check(without, '2026-11-01T00:00:00.000000Z').problems).toHaveLength(1)
    expect(check(without, '2026-11-02T00:00:00.000000Z').problems).toEqual([])
  })

  test('which a naive twin, whose rows are sealed each for itself, does not', () => {
    const hashes = new Map(sealed.map(({ row: each }) => [each?.seq, digest(JSON.stringify(each))]))
    const holds = (stretch: readonly SealedRow[]) =>
      stretch.every(({ row: each }) => !each || hashes.get(each.seq) === digest(JSON.stringify(each)))
    expect(holds([{ ...first, row: row(1, { by_id: 'eve' }) }, second])).toBe(false)
    for (const stretch of [
      [second, third, ...rest],
      [first, ...rest],
      [first, third, second, ...rest],
      [first, second],
    ])
      expect([holds(stretch), check(stretch).problems.length + checkEnd(check(stretch).end, end).length > 0]).toEqual([
        true,
        true,
      ])
  })

  test('names both of two rows that have changed their contents', () => {
    const { problems } = check([
      first,
      { ...second, row: row(2, { record_id: 'record 3' }) },
      { ...third, row: row(3, { record_id: 'record 2' }) },
      ...rest,
    ])
    expect(problems.map((problem) => 'seq' in problem && problem.seq)).toEqual(['2', '3'])
  })

  test('names places that are empty, and what was put at another place', () => {
    expect(check([first, ...rest]).problems).toEqual([{ kind: 'gap', from: '2', to: '3' }])
    const swapped = [
      first,
      { seal: { ...third.seal, number: '2' }, row: third.row },
      { seal: { ...second.seal, number: '3' }, row: second.row },
      ...rest,
    ]
    expect(check(swapped).problems.map(({ kind }) => kind)).toEqual(['seal', 'seal', 'seal'])
  })

  test('names a seal that was written anew for a changed row', () => {
    const forged = row(2, { by_id: 'eve' })
    const { problems } = check([first, { seal: seal(first.seal, forged, digest), row: forged }, third, ...rest])
    expect(problems).toEqual([{ kind: 'seal', number: '3', seq: '3', at: third.seal.at }])
  })

  test('an end that was cut off, or written anew as a whole, is not the end that was kept', () => {
    expect(checkEnd(check([first, second]).end, end)).toEqual([{ kind: 'end', number: '2', kept: '5' }])
    const forged = chainOf([row(1), row(2), row(3), row(4), row(5, { by_id: 'eve' })])
    expect(check(forged.sealed).problems).toEqual([])
    expect(checkEnd(forged.end, end)).toEqual([{ kind: 'end', number: '5', kept: '5' }])
  })
})
