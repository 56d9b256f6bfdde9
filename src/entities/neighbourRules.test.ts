import { describe, expect, test } from 'vitest'
import { attributeOf, type Attribute, type AttributeDraft } from '#attributes/attribute.ts'
import { attributeProblems } from '#entities/rules.ts'

const [one, two, three] = [1, 2, 3].map((number) => `0190a6e0-0000-7000-8000-00000000000${number}`) as [
  string,
  string,
  string,
]
const country = made(one, { name: 'Country', uri: 'country', type: 'select', options: [choice('lv'), choice('es')] })
const mail = made(two, { name: 'Mail', uri: 'mail', type: 'email' })
const neighbours = [country, mail]

describe('dependent choices', () => {
  const city = { name: 'City', uri: 'city', type: 'select' } as const

  test('name a choice of the same entity and values that it has', () => {
    const options = [{ ...choice('riga'), parent: 'lv' }, choice('other')]
    expect(problems({ ...city, parent_attribute: one, options })).toEqual([])
    expect(problems({ ...city, options })).toEqual(['parent_attribute validation.required'])
    expect(problems({ ...city, parent_attribute: two, options })).toEqual(['parent_attribute validation.unknown'])
    const lost = [{ ...choice('riga'), parent: 'no' }]
    expect(problems({ ...city, parent_attribute: one, options: lost })).toEqual(['options.0.parent validation.option'])
  })

  test('never hang on themselves, by whatever way', () => {
    const round = made(one, { ...city, uri: 'country', parent_attribute: three, options: [choice('lv')] })
    expect(problems({ ...city, parent_attribute: one, options: [choice('riga')] }, [round])).toEqual([
      'parent_attribute validation.unknown',
    ])
  })
})

describe('named checks', () => {
  test('stand with types that they understand, and with another attribute of the same type', () => {
    const text = { name: 'Account', uri: 'account', type: 'text' } as const
    expect(problems({ ...text, validators: [{ name: 'iban' }] })).toEqual([])
    expect(problems({ ...text, validators: [{ name: 'future' }] })).toEqual(['validators.0 attribute.notApplicable'])
    const again = { name: 'Again', uri: 'again', type: 'email' } as const
    expect(problems({ ...again, validators: [{ name: 'same-as', attribute: two }] })).toEqual([])
    for (const attribute of [one, three])
      expect(problems({ ...again, validators: [{ name: 'same-as', attribute }] })).toEqual([
        'validators.0.attribute validation.unknown',
      ])
  })
})

test('a password has no default, an amount a currency that exists', () => {
  const draft = { name: 'Thing', uri: 'thing' }
  expect(problems({ ...draft, type: 'password', default: 'secret' })).toEqual(['default attribute.notApplicable'])
  expect(problems({ ...draft, type: 'decimal', currency: 'XQQ' })).toEqual(['currency validation.option'])
  expect(problems({ ...draft, type: 'decimal', currency: 'EUR' })).toEqual([])
  expect(problems({ ...draft, type: 'autonumber', format: 'INV-{YYYY}' })).toEqual(['format attribute.numberFormat'])
})

test('every type takes a default of its own and refuses any other', () => {
  const draft = { name: 'Thing', uri: 'thing' }
  expect(problems({ ...draft, type: 'time', default: '08:30' })).toEqual([])
  expect(problems({ ...draft, type: 'week', default: '2024-W53' })).toEqual(['default validation.week'])
  const options = [choice('a'), choice('b')]
  expect(problems({ ...draft, type: 'multiselect', options, default: ['b'] })).toEqual([])
  expect(problems({ ...draft, type: 'multiselect', options, default: ['c'] })).toEqual(['default validation.option'])
})

function problems(draft: AttributeDraft, beside: readonly Attribute[] = neighbours): string[] {
  return attributeProblems(made(three, draft), () => true, beside).map(({ target, code }) => `${target} ${code}`)
}

function made(id: string, draft: AttributeDraft): Attribute {
  return attributeOf(draft, { id, entity_id: 'e', change_id: 'c', position: 1 })
}

function choice(value: string) {
  return { value, label: value, color: null, active: true }
}
