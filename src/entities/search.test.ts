import { expect, test } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { lastChangeOf } from '#entities/lastChange.ts'
import { withAttributes } from '#entities/model.ts'
import { searchEntities } from '#entities/search.ts'

const entity = (name: string, attributes: readonly string[], change_id = '') =>
  withAttributes(
    entityOf({ name, collectionname: `${name}s`, uri: name.toLowerCase() }, { id: name, change_id: '' }),
    attributes.map((each, position) =>
      attributeOf(
        { name: each, uri: each.toLowerCase().replaceAll(/[^a-z]/g, ''), type: 'text' },
        { id: each, entity_id: name, change_id, position },
      ),
    ),
  )
const customer = entity('Customer', ['E-mail', 'Phone'])
const invoice = entity('Invoice', ['Total', 'Sent by e-mail'])
const found = (text: string) =>
  searchEntities([customer, invoice], text).map(({ entity: { name }, attributes }) => [name, ...attributes])

test('entities are found by what their attributes are called, with or without the hyphen', () => {
  expect(found('email')).toEqual([
    ['Customer', 'E-mail'],
    ['Invoice', 'Sent by e-mail'],
  ])
  expect(found('phone')).toEqual([['Customer', 'Phone']])
  expect(found('invo total')).toEqual([['Invoice', 'Total']])
  expect(found('customers')).toEqual([['Customer']])
  expect(found('')).toEqual([['Customer'], ['Invoice']])
  expect(found('nothing')).toEqual([])
})

test('[R141] entities are found by their descriptions', () => {
  const fleet = { ...entity('Car', []), description: 'Everything that our drivers use' }
  expect(searchEntities([customer, fleet], 'drivers')).toEqual([{ entity: fleet, attributes: [] }])
})

test('the last change of an entity is the latest of its own and its attributes', () => {
  expect(lastChangeOf(entity('Deal', ['Total'], '019a0000-0000-7000-8000-000000000000'))).toEqual(
    new Date(Number.parseInt('019a00000000', 16)),
  )
  expect(lastChangeOf(customer)).toBe(null)
})
