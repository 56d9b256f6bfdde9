import { expect, test } from 'vitest'
import { attributeOf, type AttributeDraft } from '#attributes/attribute.ts'
import { nameText } from '#records/naming.ts'

const of = (draft: Partial<AttributeDraft>) =>
  attributeOf(
    { name: 'Value', uri: 'value', type: 'text', ...draft },
    {
      id: 'a',
      entity_id: 'e',
      change_id: '',
      position: 1,
    },
  )

test('a value as a name: on one line, of at most 250 characters, options as people read them', () => {
  const option = { value: 'vip', label: 'Very important', color: null, active: true }
  expect(nameText(of({}), '  a \n b ')).toBe('a b')
  expect(nameText(of({}), ' ')).toBe(null)
  expect(nameText(of({}), null)).toBe(null)
  expect([...(nameText(of({}), '🐝'.repeat(300)) ?? '')]).toHaveLength(250)
  expect(nameText(of({ type: 'decimal', scale: 2 }), '12.50')).toBe('12.5')
  expect(nameText(of({ type: 'decimal', scale: 2 }), '12.00')).toBe('12')
  expect(nameText(of({ type: 'number' }), '1200')).toBe('1200')
  expect(nameText(of({ type: 'select', options: [option] }), 'vip')).toBe('Very important')
})
