import { expect, test } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { offeredOptions } from '#attributes/offeredOption.ts'

const place = { id: 'a', entity_id: 'e', change_id: 'c', position: 0 }
const option = (value: string, more: object = {}) => ({ value, label: value, color: null, active: true, ...more })
const valuesOf = (options: readonly { value: string }[]) => options.map(({ value }) => value)

test('choices depend on the choice of their parent; what is chosen stays', () => {
  const field = attributeOf(
    {
      name: 'City',
      uri: 'city',
      type: 'select',
      parent_attribute: '0190a6e0-0000-7000-8000-000000000001',
      options: [option('riga', { parent: 'lv' }), option('paris', { parent: 'fr' }), option('other')],
    },
    place,
  )
  expect(valuesOf(offeredOptions(field, [], 'lv'))).toEqual(['riga', 'other'])
  expect(valuesOf(offeredOptions(field, ['paris'], 'lv'))).toEqual(['riga', 'paris', 'other'])
  expect(valuesOf(offeredOptions(field, [], null))).toEqual(['other'])
})

test('what is no longer active is offered only where it is chosen', () => {
  const options = [option('new'), option('old', { active: false })]
  const field = attributeOf({ name: 'State', uri: 'state', type: 'select', options }, place)
  expect(valuesOf(offeredOptions(field, [], null))).toEqual(['new'])
  expect(valuesOf(offeredOptions(field, ['old'], null))).toEqual(['new', 'old'])
})
