import { describe, expect, test } from 'vitest'
import { changedValues, rebase } from '#records/rebase.ts'

const columns = ['name', 'total', 'due', 'note']

describe('a stale save is rebased on its base copy', () => {
  test('different fields: mine are sent again, theirs are kept and named', () => {
    const result = rebase({ name: 'A', total: '1' }, { name: 'B' }, { name: 'A', total: '2' }, columns)
    expect(result).toEqual({ changes: { name: 'B' }, conflicts: [], theirColumns: ['total'] })
  })

  test('the same field: both values and what it was, to choose from', () => {
    const result = rebase({ name: 'A', due: null }, { name: 'B', due: '2026-01-01' }, { name: 'C', due: null }, columns)
    expect(result).toEqual({
      changes: { due: '2026-01-01' },
      conflicts: [{ column: 'name', base: 'A', mine: 'B', theirs: 'C' }],
      theirColumns: [],
    })
  })

  test('the same change made by both is no conflict', () => {
    expect(rebase({ name: 'A' }, { name: 'B' }, { name: 'B' }, columns)).toEqual({
      changes: {},
      conflicts: [],
      theirColumns: [],
    })
  })

  test('system fields that change with every write are not looked at', () => {
    const result = rebase({ version: '1', name: 'A' }, { name: 'B' }, { version: '2', name: 'A' }, columns)
    expect(result.theirColumns).toEqual([])
  })
})

test('only what differs is a change; an empty control is no value', () => {
  expect(
    changedValues({ name: 'A', total: null }, { name: 'A', total: '', due: '2026-01-01', note: undefined }),
  ).toEqual({
    due: '2026-01-01',
  })
  expect(changedValues({ name: 'A' }, { name: null })).toEqual({ name: null })
})
