import { describe, expect, test } from 'vitest'
import { attributeOf, type AttributeDraft } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { modelOf, withAttributes } from '#entities/model.ts'
import { liveFormulas, recalculated } from '#records/liveFormulas.ts'

const entity = (id: string, uri: string, drafts: readonly AttributeDraft[]) =>
  withAttributes(
    entityOf({ name: uri, collectionname: uri, uri }, { id, change_id: '' }),
    drafts.map((draft, position) =>
      attributeOf(draft, { id: `${id}${position}`, entity_id: id, change_id: '', position }),
    ),
  )
const formula = (uri: string, expression: string): AttributeDraft => ({ name: uri, uri, type: 'formula', expression })
const customers = entity('c', 'customers', [{ name: 'City', uri: 'city', type: 'text' }])
const bare = entity('l', 'lines', [
  formula('gross', 'net * 1.21'),
  { name: 'Price', uri: 'price', type: 'decimal' },
  { name: 'Units', uri: 'units', type: 'number' },
  formula('net', 'price * units'),
  { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: 'c' },
  { ...formula('packs', 'units / 2'), result: 'number' },
  formula('city', 'customer.city'),
  formula('shout', 'UPPER(city)'),
  formula('age', 'TODAY() - DATE(created_on)'),
  formula('mine', 'owner = ME()'),
  formula('trimmed', 'TRIM(name)'),
  formula('first', 'second'),
  formula('second', 'first'),
])
const typed = bare.attributes.map((attribute) =>
  attribute.type === 'formula' && attribute.result === null
    ? { ...attribute, result: resultFor(attribute.uri) }
    : attribute,
)
const lines = withAttributes(bare, typed)
const model = modelOf({ version: 1, accessVersion: 1, entities: [customers, lines] })
const reader = { now: new Date('2026-03-01T12:00:00Z'), me: 'm', unit: null, timeZone: 'UTC' }

function resultFor(uri: string) {
  if (['city', 'shout', 'first', 'second', 'trimmed'].includes(uri)) return 'text' as const
  return uri === 'mine' ? ('boolean' as const) : ('decimal' as const)
}

describe('formulas of a form that is filled in', () => {
  const formulas = liveFormulas(model, lines)

  test('are those that read the record alone, each behind what it reads', () => {
    const order = formulas.map(({ column }) => column)
    expect(order.indexOf('net')).toBeLessThan(order.indexOf('gross'))
    expect(order).not.toContain('city')
    expect(order).not.toContain('shout')
    expect(order).not.toContain('first')
  })

  test('give what the server would, with every digit', () => {
    const form = { price: '0.10', units: '3', owner_id: 'm' }
    expect(recalculated(model, lines, formulas, form, reader)).toEqual({
      net: '0.3',
      gross: '0.363',
      packs: '2',
      mine: true,
    })
  })

  test('an empty text is no value', () => {
    expect(recalculated(model, lines, formulas, { name: ' ' }, reader)).toEqual({ trimmed: null })
    expect(recalculated(model, lines, formulas, { name: ' a ' }, reader)).toEqual({ trimmed: 'a' })
  })

  test('give nothing where a value is missing, and are left out where the form does not know it', () => {
    expect(recalculated(model, lines, formulas, { price: '1', units: null }, reader)).toEqual({
      net: null,
      gross: null,
      packs: null,
    })
    expect(recalculated(model, lines, formulas, { price: '1' }, reader)).toEqual({})
  })
})
