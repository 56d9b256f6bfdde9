import { describe, expect, test } from 'vitest'
import { attributeOf, type Attribute, type AttributeDraft } from '#attributes/attribute.ts'
import type { Validator } from '#attributes/properties.ts'
import { validateRecord, type RecordMode, type Surroundings } from '#attributes/record.ts'
import { valueChecks } from '#attributes/validators.ts'

const [country, city, mail] = ['one', 'two', 'three']

describe('named checks of a value', () => {
  const fails = (name: Validator['name'], text: string) => valueChecks({ validators: [{ name }] })[0]?.(text)?.code

  test.each([
    ['iban', ['DE89 3704 0044 0532 0130 00', 'gb29nwbk60161331926819', 'LV80BANK0000435195001'], 'validation.iban'],
    ['vat-eu', ['LV40003521600', 'DE 123 456 789', 'ATU12345678', 'EL123456789'], 'validation.vat'],
    ['phone-e164', ['+371 29 123 456', '+14155552671'], 'validation.phone'],
    ['luhn', ['4539 1488 0343 6467', '79927398713'], 'validation.luhn'],
  ] as const)('%s', (name, good, code) => {
    for (const text of good) expect(fails(name, text), text).toBeUndefined()
    for (const text of [
      '',
      '1',
      'DE89370400440532013001',
      'US123456789',
      '29123456',
      '79927398710',
      '++1415555',
      'a'.repeat(300),
    ])
      expect(fails(name, text), text).toBe(code)
  })
})

describe('rules over several values', () => {
  const fields = [
    made(country, { name: 'Country', uri: 'country', type: 'select', options: [choice('lv'), choice('es')] }),
    made(city, {
      name: 'City',
      uri: 'city',
      type: 'select',
      parent_attribute: country,
      options: [
        { ...choice('riga'), parent: 'lv', default: true },
        choice('other'),
        { ...choice('old'), active: false },
      ],
    }),
    made(mail, { name: 'Mail', uri: 'mail', type: 'email' }),
    made('four', {
      name: 'Again',
      uri: 'again',
      type: 'email',
      title: 'Not {value}',
      validators: [{ name: 'same-as', attribute: mail }],
    }),
    made('five', { name: 'Due', uri: 'due', type: 'datetime', validators: [{ name: 'future' }] }),
  ]
  const entity = { fields }
  const check = (input: object, mode: RecordMode, surroundings?: Surroundings) => {
    const outcome = validateRecord(entity, { ...input }, mode, surroundings)
    if ('problems' in outcome) return outcome.problems.map(({ target, code }) => `${target} ${code}`)
    return outcome.rules ?? outcome.values
  }

  test('a marked choice is the default, where it may stand', () => {
    expect(check({ country: 'lv' }, 'create')).toEqual({ country: 'lv', city: 'riga' })
    expect(check({ country: 'es', city: 'other' }, 'create')).toEqual({ country: 'es', city: 'other' })
    expect(check({ country: 'es' }, 'create')).toEqual(['city validation.option'])
  })

  test('of a change, what the record must be like is told to who has it', () => {
    expect(check({ city: 'riga' }, 'update')).toMatchObject([
      { kind: 'is', column: 'country', value: 'lv', target: 'city' },
    ])
    expect(check({ country: 'es' }, 'update')).toMatchObject([{ kind: 'lacks', column: 'city', values: ['riga'] }])
    expect(check({ city: 'old' }, 'update')).toMatchObject([{ kind: 'holds', column: 'city', values: ['old'] }])
    expect(check({ mail: 'a@example.com' }, 'update')).toMatchObject([
      { kind: 'is', column: 'again', value: 'a@example.com', message: 'Not ' },
    ])
  })

  test('with the record at hand they are decided at once', () => {
    const before = { country: 'lv', city: 'riga', mail: 'a@example.com', again: 'a@example.com' }
    expect(check({ city: 'riga' }, 'update', { before })).toEqual({ city: 'riga' })
    expect(check({ country: 'es' }, 'update', { before })).toEqual(['city validation.option'])
    expect(check({ country: 'es', city: null }, 'update', { before })).toEqual({ country: 'es', city: null })
    expect(check({ city: 'old' }, 'update', { before: { city: 'old' } })).toEqual({ city: 'old' })
    expect(check({ again: 'b@example.com' }, 'update', { before })).toEqual(['again validation.sameAs'])
  })

  test('the future begins now', () => {
    const now = '2025-06-01T12:00:00.000Z'
    expect(check({ due: '2025-06-01T11:59:59Z' }, 'update', { now })).toEqual(['due validation.future'])
    expect(check({ due: now }, 'update', { now })).toEqual({ due: now })
  })
})

function made(id: string, draft: AttributeDraft): Attribute {
  return attributeOf(draft, { id, entity_id: 'e', change_id: 'c', position: 1 })
}

function choice(value: string) {
  return { value, label: value, color: null, active: true }
}
