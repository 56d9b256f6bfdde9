import { expect, test } from 'vitest'
import { attributeOf, type AttributeDraft } from '#attributes/attribute.ts'
import { bulkCount, bulkUpdates } from '#entities/bulkAttributes.ts'

const made = ({ id, ...draft }: Omit<AttributeDraft, 'name' | 'uri'> & { readonly id: string }) => ({
  ...attributeOf({ name: 'Any', uri: 'any', ...draft }, { id, entity_id: 'e', change_id: 'c', position: 1 }),
  version: 7,
})
const city = made({ id: 'city', type: 'text' })
const kept = made({ id: 'kept', type: 'text', required: true })
const sum = made({ id: 'sum', type: 'formula', expression: '1' })
const theirs = made({ id: 'theirs', type: 'text', managed: true })
const all = [city, kept, sum, theirs]

test('each attribute that a wish changes is updated once, on the version that was seen', () => {
  expect(bulkUpdates(all, { required: true, auditable: false })).toEqual([
    { kind: 'attribute.update', id: 'city', version: 7, required: true, auditable: false },
    { kind: 'attribute.update', id: 'kept', version: 7, auditable: false },
  ])
})

test('what its type does not have, what is so already and what the system holds stays', () => {
  expect(bulkUpdates([kept, sum, theirs], { required: true })).toEqual([])
  expect(bulkUpdates(all, {})).toEqual([])
  expect(bulkUpdates([sum], { queryable: false })).toEqual([
    { kind: 'attribute.update', id: 'sum', version: 7, queryable: false },
  ])
  expect(bulkCount(all, 'required')).toBe(2)
  expect(bulkCount(all, 'queryable')).toBe(3)
})
