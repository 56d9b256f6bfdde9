import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import type { WireValue } from '#attributes/type.ts'
import type { AttributeTypeName } from '#attributes/types.ts'
import { entityOf } from '#entities/entity.ts'
import { withAttributes } from '#entities/model.ts'
import { parseQuery } from '#odata/syntax/query.ts'
import { filterFields, filterText, type Condition, type FilterNode } from '#views/filter.ts'
import { defaultColumns, listQuery, searchText, type PlainListing } from '#views/listing.ts'

const person = '0190a6e0-0000-7000-8000-000000000001'
const target = '0190a6e0-0000-7000-8000-00000000000e'
let place = 0
const attribute = (uri: string, type: AttributeTypeName, more: object = {}) =>
  attributeOf({ name: uri, uri, type, ...more }, { id: uri, entity_id: 'e', change_id: 'c', position: (place += 1) })
const entity = withAttributes(
  entityOf({ name: 'Invoice', collectionname: 'Invoices', uri: 'invoices' }, { id: 'e', change_id: 'c' }),
  [
    attribute('title', 'text'),
    attribute('total', 'decimal'),
    attribute('seats', 'number'),
    attribute('due', 'date'),
    attribute('sent', 'datetime'),
    attribute('paid', 'boolean'),
    attribute('stage', 'select', { options: [{ value: "o'pen", label: 'Open', color: null, active: true }] }),
    attribute('customer', 'N:1', { related_entity: target }),
    attribute('secret', 'text', { queryable: false }),
  ],
)
const fields = filterFields(entity.fields)
const one = (column: string, operator: Condition['operator'], ...values: WireValue[]): Condition<WireValue> => ({
  kind: 'condition',
  column,
  operator,
  values,
})
const text = (node: FilterNode<WireValue>) => filterText(node, fields)

describe('a filter becomes OData text', () => {
  test('each type has its own literal', () => {
    expect(text(one('title', 'eq', 'a'))).toBe("title eq 'a'")
    expect(text(one('total', 'gt', '12.50'))).toBe('total gt 12.50')
    expect(text(one('seats', 'in', '1', '2'))).toBe('seats in (1,2)')
    expect(text(one('due', 'le', '2026-02-28'))).toBe('due le 2026-02-28')
    expect(text(one('sent', 'ge', '2026-02-28T10:00:00.000Z'))).toBe('sent ge 2026-02-28T10:00:00.000Z')
    expect(text(one('paid', 'ne', true))).toBe('paid ne true')
    expect(text(one('customer_id', 'eq', person))).toBe(`customer_id eq ${person}`)
    expect(text(one('due', 'isnull'))).toBe('due eq null')
    expect(text(one('due', 'notnull'))).toBe('due ne null')
  })

  test('a quote in a text can never end it', () => {
    expect(text(one('title', 'eq', "O'Hara' or 1 eq 1"))).toBe("title eq 'O''Hara'' or 1 eq 1'")
    expect(text(one('stage', 'in', "o'pen"))).toBe("stage in ('o''pen')")
    expect(text(one('title', 'contains', "'"))).toBe("contains(tolower(title),'''')")
  })

  test('a part of a text is looked for whatever its case', () => {
    expect(text(one('title', 'startswith', 'RīGA'))).toBe("startswith(tolower(title),'rīga')")
  })

  test('groups keep their own precedence', () => {
    const either: FilterNode<WireValue> = { kind: 'or', of: [one('paid', 'eq', true), one('due', 'isnull')] }
    expect(text({ kind: 'and', of: [one('seats', 'gt', '1'), either] })).toBe(
      'seats gt 1 and (paid eq true or due eq null)',
    )
  })

  test('what says nothing yet, or speaks of what is gone, is left out', () => {
    expect(text({ kind: 'and', of: [one('total', 'gt', 'x'), one('total', 'gt'), one('gone', 'eq', '1')] })).toBe(
      undefined,
    )
    expect(text(one('secret', 'eq', 'a'))).toBe(undefined)
    expect(text(one('paid', 'contains', 'a'))).toBe(undefined)
    expect(text(one('customer_id', 'eq', "x' or true"))).toBe(undefined)
    expect(text(one('title', 'eq', ''))).toBe(undefined)
  })
})

describe('a listing becomes one request', () => {
  const listing: PlainListing = {
    filter: { kind: 'and', of: [one('title', 'eq', 'a&b=1#')] },
    sort: [
      { column: 'customer_id', descending: false },
      { column: 'total', descending: true },
    ],
    columns: ['name', 'customer_id', 'owner_id', 'gone'],
    search: ' big   "blue bike" ',
    group: null,
  }

  test('with the names of lookups, sorted by them, percent-encoded', () => {
    const options = Object.fromEntries(
      listQuery(entity, listing)
        .split('&')
        .map((part) => part.split('=')),
    )
    expect(decodeURIComponent(options.$select)).toBe('id,name,status,version,customer_id,owner_id')
    expect(decodeURIComponent(options.$expand)).toBe('customer($select=id,name),owner($select=id,name)')
    expect(decodeURIComponent(options.$filter)).toBe("title eq 'a&b=1#'")
    expect(decodeURIComponent(options.$orderby)).toBe('customer/name,total desc')
    expect(decodeURIComponent(options.$search)).toBe('big "blue bike"')
  })

  test('a search of nothing but quotes asks for nothing', () => {
    expect(searchText(' " ')).toBe(undefined)
    expect(listQuery(entity, { ...listing, search: '"' })).not.toContain('search')
  })

  test('a search with signs that belong to nothing looks for them', () => {
    expect(searchText('red (blue OR green)')).toBe('red (blue OR green)')
    expect(searchText('Olga (sis')).toBe('Olga "(sis"')
    expect(searchText('a :) ()')).toBe('a ":)" "()"')
  })

  test('an operator that joins nothing is a word', () => {
    expect(searchText('red AND blue NOT green')).toBe('red AND blue NOT green')
    expect(searchText('red AND')).toBe('red "AND"')
    expect(searchText('OR red')).toBe('"OR" red')
    expect(searchText('a AND OR b')).toBe('a AND "OR" b')
    expect(searchText('NOT NOT')).toBe('NOT "NOT"')
    expect(searchText('(red OR) AND (NOT blue)')).toBe('(red "OR") AND (NOT blue)')
    expect(searchText('red OR', { tsv: true })).toBe('red "OR"')
    const sign = fc.constantFrom('AND', 'OR', 'NOT', '(', ')', '"a b"', 'c', 'NOT)', '(OR')
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 6 }), fc.boolean(), (parts, tsv) => {
        const text = searchText(parts.join(' '), { tsv })
        if (text !== undefined) parseQuery(`$search=${encodeURIComponent(text)}`)
      }),
    )
  })

  test('with full-text search the last word may still be typed', () => {
    expect(searchText('big bik', { tsv: true })).toBe('big bik*')
    expect(searchText('big bike ', { tsv: true })).toBe('big bike')
    expect(searchText('"big bike"', { tsv: true })).toBe('"big bike"')
  })

  test('at most 10 columns are shown at first', () => {
    expect(defaultColumns(entity)).toEqual([
      'name',
      'title',
      'total',
      'seats',
      'due',
      'sent',
      'paid',
      'stage',
      'customer_id',
      'status',
    ])
  })
})
