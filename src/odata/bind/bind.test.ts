import { describe, expect, test } from 'vitest'
import { Fault } from '#faults/fault.ts'
import { bindList } from '#odata/bind/list.ts'
import { nearest } from '#text/nearest.ts'
import { slotValue } from '#odata/bind/values.ts'
import { parseQuery } from '#odata/syntax/query.ts'
import { model } from '../../../test/support/odataModel.ts'

const bind = (raw: string) => bindList(model, 'invoices', parseQuery(raw))

function refusal(raw: string): Record<string, unknown> {
  try {
    bind(raw)
  } catch (error) {
    if (error instanceof Fault) return { code: error.code, target: error.target, ...error.extra, ...error.parameters }
    throw error
  }
  throw new Error('was accepted')
}

describe('names', () => {
  test('an unknown name is refused at its place, with the nearest name that is known', () => {
    expect(refusal('$filter=units eq 1 and totl gt 5')).toEqual({
      code: 'query.unknownName',
      target: '$filter',
      position: 15,
      name: 'totl',
      hint: 'total',
    })
    expect(refusal('$orderby=Due')).toMatchObject({ code: 'query.unknownName', hint: 'due' })
    expect(refusal('$select=quantity')).toMatchObject({ hint: 'none' })
    expect(refusal('$expand=custmer')).toMatchObject({ hint: 'customer' })
    expect(refusal("$filter=contain(name,'x')")).toMatchObject({ hint: 'contains' })
    expect(refusal('$filter=customer/nme eq null')).toMatchObject({ position: 9, hint: 'name' })
    expect(() => bindList(model, 'invoice', parseQuery(''))).toThrow('query.unknownName')
  })

  test('a lookup where a value is wanted is refused with the property that holds its key, never with its own name', () => {
    expect(refusal("$filter=customer eq 'x'")).toMatchObject({ name: 'customer', hint: 'customer_id' })
    expect(refusal('$orderby=customer')).toMatchObject({ hint: 'customer_id' })
    expect(refusal('$expand=name')).toMatchObject({ name: 'name', hint: 'none' })
    expect(nearest('name', ['name'])).toBe(undefined)
  })

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'xmin', 'ctid'])(
    '%s is no name of the model',
    (name) => {
      expect(refusal(`$filter=${name} eq 1`).code).toBe('query.unknownName')
      expect(refusal(`$select=${name}`).code).toBe('query.unknownName')
      expect(refusal(`$filter=${name}(name)`).code).toBe('query.unknownName')
    },
  )

  test('a property that is closed to queries is refused in filter and order', () => {
    expect(refusal("$filter=secret eq 'x'")).toMatchObject({ code: 'query.notQueryable', name: 'secret' })
    expect(refusal('$orderby=secret')).toMatchObject({ code: 'query.notQueryable' })
    expect(bind('$select=secret').selection.properties.map(({ name }) => name)).toEqual(['id', 'secret'])
  })

  test('the nearest name is at most two letters away', () => {
    expect(nearest('nmae', ['name', 'units'])).toBe('name')
    expect(nearest('x', ['name', 'y'])).toBe(undefined)
  })
})

describe('types', () => {
  test.each([
    ["total eq 'x'", 'Edm.Decimal', 'Edm.String'],
    ['name gt 5', 'Edm.String', 'Edm.Int64'],
    ["customer_id eq 'not-a-guid'", 'Edm.Guid', 'Edm.String'],
    ['due lt 2026-01-01T00:00:00Z', 'Edm.Date', 'Edm.DateTimeOffset'],
    ['done eq 1', 'Edm.Boolean', 'Edm.Int64'],
    ["units in (1,'2')", 'Edm.Int64', 'Edm.String'],
    ['name', 'Edm.String', 'Edm.Boolean'],
    ['not total', 'Edm.Decimal', 'Edm.Boolean'],
    ['contains(total,5)', 'Edm.Decimal', 'Edm.String'],
    ['contains(name)', 'contains(1)', 'contains(2)'],
  ])('%s is refused', (filter, left, right) => {
    expect(refusal(`$filter=${filter}`)).toMatchObject({ code: 'query.typeMismatch', left, right })
  })

  test.each([
    'due eq 2026-02-30',
    'due eq 0000-01-01',
    'created_on eq 2026-01-01T25:00:00Z',
    'created_on gt 2026-01-01T00:00:00+15:00',
  ])('%s has no such day or time', (filter) => {
    const query = parseQuery(`$filter=${encodeURIComponent(filter)}`)
    const bound = bindList(model, 'invoices', query).filter
    const slot = bound?.kind === 'compare' && bound.right.kind === 'value' ? bound.right.slot : undefined
    expect(() => slot && slotValue(slot, query.literals)).toThrow('query.typeMismatch')
  })

  test('numbers take on the wider type, days become times', () => {
    const slots = ['units eq 5', 'units eq 5.5', 'total eq 5', 'created_on gt 2026-01-01', 'units in (1,2.5)'].map(
      (filter) => {
        const { filter: bound } = bind(`$filter=${filter}`)
        return bound?.kind === 'in'
          ? bound.slot.as
          : bound?.kind === 'compare' && bound.right.kind === 'value' && bound.right.slot.as
      },
    )
    expect(slots).toEqual(['bigint', 'numeric', 'numeric', 'timestamptz', 'numeric'])
  })
})

describe('order and selection', () => {
  const order = (raw: string) =>
    bind(raw).order.map(({ expression, descending }) => {
      return `${expression.kind === 'property' ? expression.property.name : expression.kind} ${descending}`
    })

  test('the key ends every order, in the direction of the last', () => {
    expect(order('')).toEqual(['id false'])
    expect(order('$orderby=due desc')).toEqual(['due true', 'id true'])
    expect(order('$orderby=due desc,name')).toEqual(['due true', 'name false', 'id false'])
    expect(order('$orderby=id desc,name')).toEqual(['id true'])
    expect(order('$orderby=due,due desc')).toEqual(['due false', 'id false'])
  })

  test('one join serves filter and order; each expand is a table of its own', () => {
    const bound = bind(
      "$filter=customer/name eq 'a' and customer/country/name eq 'b'&$orderby=customer/name&$expand=customer",
    )
    expect(bound.tables.map((table) => table.alias)).toEqual(['t', 'j1', 'j2', 'e3'])
  })

  test('expands are limited in depth and number, and come once', () => {
    expect(refusal('$expand=customer,customer').code).toBe('query.syntax')
    expect(refusal(`$expand=${Array.from({ length: 21 }, () => 'customer').join(',')}`)).toMatchObject({
      limit: 'expands',
      max: 20,
    })
  })
})

describe('functions of the model', () => {
  test('one that reads what is not in the model is as unknown as any', () => {
    const invoices = model.entitySets.get('invoices')
    if (!invoices) throw new Error('no invoices')
    const properties = new Map([...invoices.properties].filter(([name]) => name !== 'total'))
    const without = { ...model, entitySets: new Map(model.entitySets).set('invoices', { ...invoices, properties }) }
    expect(bind('$filter=Model.doubled() gt 1').filter).toBeDefined()
    expect(() => bindList(without, 'invoices', parseQuery('$filter=Model.doubled() gt 1'))).toThrow('query.unknownName')
  })
})

describe('literals', () => {
  test.each([
    ['$filter=due eq 2026-02-30', '$filter'],
    ['$orderby=due sub 2026-02-30', '$orderby'],
    ['$compute=due sub 2026-02-30 as x', '$compute'],
    ['$apply=filter(due eq 2026-02-30)', '$apply'],
    ["$filter=name eq @p and matchespattern(name,'(?=a)')&@p='a'", '$filter'],
    ['$filter=due eq @p&@p=2026-02-30', '@p'],
  ])('%s is refused at %s', (raw, target) => {
    const { literals } = parseQuery(raw)
    const bad = literals.findIndex((each) => 'text' in each && /30|\?=/.test(each.text))
    const as = /\?=/.test(raw) ? ({ as: 'text', regular: true } as const) : ({ as: 'date' } as const)
    expect(() => slotValue({ literal: bad, ...as }, literals)).toThrow(expect.objectContaining({ target }))
  })
})
