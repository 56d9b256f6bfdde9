import { describe, expect, test } from 'vitest'
import { attributeOf, type AttributeDraft } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { modelOf, withAttributes } from '#entities/model.ts'
import { createEngine } from '#odata/engine.ts'
import type { Guards } from '#odata/guard.ts'
import { serviceOf } from '#records/odataModel.ts'

const entity = (id: string, uri: string, drafts: readonly AttributeDraft[]) =>
  withAttributes(
    entityOf({ name: uri, collectionname: uri, uri }, { id, change_id: '' }),
    drafts.map((draft, position) =>
      attributeOf(draft, { id: `${id}${position}`, entity_id: id, change_id: '', position }),
    ),
  )
const rolled = { path: ['invoices'], function: 'sum', attribute: 'net' } as const
const model = modelOf({
  version: 1,
  accessVersion: 1,
  entities: [
    entity('c', 'customers', [
      { name: 'City', uri: 'city', type: 'text' },
      { name: 'Total', uri: 'total', type: 'rollup', rollup: rolled, result: 'decimal' },
      { name: 'Double', uri: 'double', type: 'formula', expression: 'total * 2', result: 'decimal' },
    ]),
    entity('i', 'invoices', [
      { name: 'Net', uri: 'net', type: 'decimal' },
      { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: 'c' },
      { name: 'Place', uri: 'place', type: 'formula', expression: 'UPPER(customer.city)', result: 'text' },
      { name: 'Mine', uri: 'mine', type: 'formula', expression: 'owner = ME()', result: 'boolean' },
    ]),
  ],
})
const service = serviceOf(model, { uri: 'home', schema: 'e', collation: '"e"."_text"', translate: (key) => key })
const engine = createEngine({ ...service, sign: () => '' })
const told = (name: string) => `the ${name}`
const guards: Guards = Object.assign(
  (set: string, alias: string) => ({ parts: [`${alias}."owner_id" = `, ''], values: [`reader of ${set}`] }),
  { told },
)
const read = (set: string, query: string) =>
  engine.list(set, query, { guards, wire: { numbersAsText: true } }).statement

describe('every table that a value is reckoned from carries its guard', () => {
  test('the records that a rollup gathers', () => {
    const { text, values } = read('customers', '$select=total')
    expect(text).toMatch(/from "e"\."invoices" d1 where d1\."customer_id" = t\."id" and \(d1\."owner_id" = \$\d+\)/)
    expect(values).toContain('reader of invoices')
  })

  test('the record that a lookup leads to', () => {
    const { text, values } = read('invoices', '$select=place')
    expect(text).toMatch(/left join "e"\."customers" j1 on j1\."id" = t\."customer_id" and \(j1\."owner_id" = \$\d+\)/)
    expect(values).toContain('reader of customers')
  })

  test('and so it is wherever the value is used', () => {
    for (const query of [
      '$filter=double gt 1&$select=name',
      '$orderby=double',
      '$apply=aggregate(double with max as most)',
    ])
      expect(read('customers', query).values).toContain('reader of invoices')
  })
})

describe('what is not asked for', () => {
  test('costs nothing', () => {
    expect(read('customers', '$select=city').text).not.toContain('invoices')
    expect(read('invoices', '$select=net').text).not.toContain('customers')
  })

  test('is one value to the database where it is shown and sorted by: the same text with the same parameters', () => {
    const { values } = read('customers', '$select=total&$orderby=total')
    expect(values.filter((value) => value === 'reader of invoices')).toHaveLength(1)
  })
})

test('who asks comes with each request, not with the text', () => {
  expect(read('invoices', '$select=mine').values).toContain('the member')
})

test('a member who sees no set that a value is reckoned from is told nothing', () => {
  const entitySets = new Map([...service.model.entitySets].filter(([name]) => name !== 'invoices'))
  const narrow = createEngine({ ...service, model: { ...service.model, entitySets }, sign: () => '' })
  const { text } = narrow.list('customers', '$select=total,double', { guards, wire: { numbersAsText: true } }).statement
  expect(text).not.toContain('invoices')
})
