import { expect, test } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { withAttributes } from '#entities/model.ts'
import { defaultListing, type PlainListing } from '#views/listing.ts'
import { footerParts, footerQuery, groupQuery, readGroup } from '#views/summary.ts'

const entity = withAttributes(
  entityOf({ name: 'Order', collectionname: 'Orders', uri: 'orders' }, { id: 'e', change_id: 'c' }),
  [
    attributeOf(
      { name: 'Total', uri: 'total', type: 'decimal' },
      { id: 't', entity_id: 'e', change_id: 'c', position: 1 },
    ),
    attributeOf(
      { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: 'x' },
      { id: 'c', entity_id: 'e', change_id: 'c', position: 2 },
    ),
    attributeOf({ name: 'City', uri: 'city', type: 'text' }, { id: 'p', entity_id: 'e', change_id: 'c', position: 3 }),
  ],
)
const listing: PlainListing = {
  ...defaultListing(entity),
  filter: { kind: 'and', of: [{ kind: 'condition', column: 'total', operator: 'gt', values: ['1'] }] },
  search: 'riga',
}
const said = (query: string | undefined) => query && decodeURIComponent(query)

test('a footer is one statement over what is listed, whatever it works out', () => {
  const parts = footerParts(
    [
      { attribute: 't', function: 'sum' },
      { attribute: 'name', function: 'count' },
      { attribute: 'p', function: 'filled' },
      { attribute: 'p', function: 'sum' },
      { attribute: 'gone', function: 'count' },
    ],
    entity,
  )
  expect(parts.map(({ alias }) => alias)).toEqual(['footer0', 'footer1', 'footer2'])
  expect(said(footerQuery(parts, entity, listing))).toBe(
    '$apply=filter(total gt 1)/search(riga)/concat(aggregate(total with sum as footer0,$count as footer1),' +
      'filter(city ne null)/aggregate($count as footer2))',
  )
  expect(said(footerQuery(parts.slice(0, 1), entity, defaultListing(entity) as PlainListing))).toBe(
    '$apply=aggregate(total with sum as footer0)',
  )
  expect(footerQuery([], entity, listing)).toBe(undefined)
})

test('groups come in the order of the list, links by the names that people read', () => {
  const group = { column: 'customer_id', descending: true }
  expect(said(groupQuery(group, entity, { ...listing, search: '' }))).toBe(
    '$apply=filter(total gt 1)/groupby((customer/name),aggregate($count as size))&$orderby=customer/name desc&$top=1001',
  )
  const customer = entity.fields.find(({ id }) => id === 'c')
  const city = entity.fields.find(({ id }) => id === 'p')
  if (!customer || !city) throw new Error('no fields')
  expect(readGroup({ customer: { name: 'Ann' }, size: '7' }, customer)).toEqual({ value: 'Ann', count: 7 })
  expect(readGroup({ customer: null, size: '2' }, customer)).toEqual({ value: null, count: 2 })
  expect(readGroup({ city: 'Rīga', size: 3 }, city)).toEqual({ value: 'Rīga', count: 3 })
  expect(groupQuery(null, entity, listing)).toBe(undefined)
})
