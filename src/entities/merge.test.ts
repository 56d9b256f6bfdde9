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
    conflicts: [{ property: 'name', base: 'Invoice', mine: 'Bill', theirs: 'Receipt' }],
  })
})

test('only what differs is sent', () => {
  expect(changedProperties(base, { name: 'Invoice', description: 'Text' })).toEqual({ description: 'Text' })
})

const option = (value: string, label = value) => ({ value, label, color: null })
const list = { options: [option('open'), option('won'), option('lost')] }

test('choices are merged one by one: what either added, took away or renamed', () => {
  const mine = { options: [option('won'), option('open', 'Opened'), option('new')] }
  const theirs = { options: [option('open'), option('won', 'Won!'), option('lost'), option('late')] }
  expect(mergeDefinition(list, mine, theirs)).toEqual({
    changes: { options: [option('won', 'Won!'), option('open', 'Opened'), option('new'), option('late')] },
    conflicts: [],
  })
})

test('one choice that both changed differently, or that one changed and the other took away, is a conflict', () => {
  for (const theirs of [[option('open', 'Theirs')], [option('won')]]) {
    const { changes, conflicts } = mergeDefinition(list, { options: [option('open', 'Mine')] }, { options: theirs })
    expect([changes, conflicts.map(({ property, base: was }) => [property, was])]).toEqual([
      {},
      [['options', list.options]],
    ])
  }
})
