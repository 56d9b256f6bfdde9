import { expect, test } from 'vitest'
import { changedProperties, mergeDefinition } from '#entities/merge.ts'

const base = { name: 'Invoice', description: null as string | null, auditable: true }

test('changes of different properties are merged', () => {
  const theirs = { ...base, description: 'What customers owe' }
  expect(mergeDefinition(base, { name: 'Bill' }, theirs)).toEqual({ changes: { name: 'Bill' }, conflicts: [] })
})

test('two values for one property are a conflict, the same value twice is none', () => {
  const theirs = { ...base, name: 'Receipt', auditable: false }
  expect(mergeDefinition(base, { name: 'Bill', auditable: false }, theirs)).toEqual({
    changes: {},
    conflicts: [{ property: 'name', mine: 'Bill', theirs: 'Receipt' }],
  })
})

test('only what differs is sent', () => {
  expect(changedProperties(base, { name: 'Invoice', description: 'Text' })).toEqual({ description: 'Text' })
})
