import { describe, expect, test } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import type { AttributeTypeName } from '#attributes/types.ts'
import { entityOf } from '#entities/entity.ts'
import { withAttributes } from '#entities/model.ts'
import { isChanged, readListing, writeListing } from '#records/listingAddress.ts'
import type { FilterValue } from '#views/dynamic.ts'
import { filterFields, filterText, type Condition, type PlainFilter } from '#views/filter.ts'
import { defaultListing, type ViewListing } from '#views/listing.ts'

const attribute = (uri: string, type: AttributeTypeName, position: number) =>
  attributeOf({ name: uri, uri, type }, { id: uri, entity_id: 'e', change_id: 'c', position })
const entity = withAttributes(
  entityOf({ name: 'Invoice', collectionname: 'Invoices', uri: 'invoices' }, { id: 'e', change_id: 'c' }),
  [
    attribute('total', 'decimal', 1),
    attribute('seats', 'number', 2),
    attribute('due', 'date', 3),
    attribute('paid', 'boolean', 4),
  ],
)
const usual = defaultListing(entity)
const one = (column: string, operator: Condition['operator'], ...values: FilterValue[]): Condition => ({
  kind: 'condition',
  column,
  operator,
  values,
})

describe('a listing in the address of its page', () => {
  const listing: ViewListing = {
    filter: {
      kind: 'or',
      of: [
        one('paid', 'eq', true),
        {
          kind: 'and',
          of: [one('seats', 'in', '1', '2'), one('due', 'eq', { dynamic: 'period', unit: 'week', shift: -1 })],
        },
      ],
    },
    sort: [{ column: 'total', descending: true }],
    columns: ['total', 'name'],
    search: '007',
    group: { column: 'paid', descending: true },
  }

  test('what is written is read', () => {
    expect(readListing(writeListing(listing, usual), entity, usual)).toEqual(listing)
    expect(writeListing(readListing({}, entity, usual), usual)).toEqual({})
  })

  test('only what differs from the view is written, also where the view has something and the page nothing', () => {
    const bare: ViewListing = { ...listing, sort: [], group: null, filter: { kind: 'and', of: [] }, search: '' }
    expect(writeListing(listing, listing)).toEqual({ q: '007' })
    expect(writeListing(bare, listing)).toEqual({ sort: '-', group: '-', filter: '["and"]' })
    expect(readListing(writeListing(bare, listing), entity, listing)).toEqual(bare)
    expect([isChanged(bare, listing), isChanged({ ...listing, search: 'other' }, listing)]).toEqual([true, false])
  })

  test('what cannot be understood counts as not said', () => {
    const broken = { filter: '{"a":', sort: 'gone,-total,total', columns: 'x,y', q: '' }
    expect(readListing(broken, entity, usual)).toEqual({
      ...usual,
      sort: [{ column: 'total', descending: true }],
    })
    expect(
      readListing({ filter: '["and",["gone","eq","1"],["total","like","1"],["total","eq",{}],5]' }, entity, usual)
        .filter,
    ).toEqual({
      kind: 'and',
      of: [],
    })
    const deep = `${'["and",'.repeat(40)}["paid","eq",true]${']'.repeat(40)}`
    const read = readListing({ filter: deep }, entity, usual).filter as PlainFilter
    expect(filterText(read, filterFields(entity.fields))).toBe(undefined)
  })
})
