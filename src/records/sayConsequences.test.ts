import { expect, test } from 'vitest'
import { translateFor } from '#language/server/texts.ts'
import { sayConsequences } from '#records/sayConsequences.ts'

const t = translateFor('en')
const nobody = { gone: [], cleared: [], held: [], looked: 2, more: false }
const orders = (count: number) => [{ entity: 'orders', name: 'Orders', count }]

test('who asks to delete many records says who goes along, who loses a link and who keeps some of them', () => {
  expect(sayConsequences(t, nobody)).toBe('')
  expect(sayConsequences(t, { ...nobody, gone: orders(1), held: orders(3), cleared: orders(2) })).toBe(
    'Along with them 1 other record goes: Orders (1). 2 records that point to them lose that link: Orders (2). ' +
      '3 records keep some of them from being deleted: Orders (3). Those stay.',
  )
  expect(sayConsequences(t, { ...nobody, more: true })).toMatch(/^More than .* records are concerned/)
})
