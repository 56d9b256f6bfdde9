import { expect, test } from 'vitest'
import { attributeOf, type AttributeDraft } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { withAttributes } from '#entities/model.ts'
import { originIn, prefillAddress, prefilled } from '#records/prefill.ts'

const [customer, record] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002']
const drafts: readonly AttributeDraft[] = [
  { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: customer },
  { name: 'Total', uri: 'total', type: 'decimal' },
  { name: 'Paid', uri: 'paid', type: 'boolean' },
]
const entity = withAttributes(
  entityOf({ name: 'Order', collectionname: 'Orders', uri: 'orders' }, { id: 'orders', change_id: '' }),
  drafts.map((draft, at) =>
    attributeOf(draft, { id: `attribute${at}`, entity_id: 'orders', change_id: '', position: at + 1 }),
  ),
)
const parametersOf = (search: string) =>
  new Map(
    search.split('&').map((part) => {
      const [name = '', value = ''] = part.split('=')
      return [name, decodeURIComponent(value)]
    }),
  )
const read = (search: string) => prefilled(entity, entity.fields, parametersOf(search))

test('a page that makes a record begins with the values of its address, by column', () => {
  expect(read(`customer_id=${record}&total=12.50&paid=true&name=%22007%22`)).toEqual({
    customer_id: record,
    total: '12.50',
    paid: true,
    name: '007',
  })
})

test('what is no value of its field stays to be refused; what is no field, or not to be written, is not said', () => {
  expect(read('total=lots&customer_id=me&nothing=1&created_on=2020-01-01&status=')).toEqual({
    total: 'lots',
    customer_id: 'me',
  })
})

test('the page knows the record that it was opened from, and takes only one', () => {
  const address = prefillAddress({ customer_id: record }, { entityId: customer, recordId: record })
  expect(originIn(parametersOf(address))).toEqual({ entityId: customer, recordId: record })
  expect(read(address)).toEqual({ customer_id: record })
  expect(originIn(parametersOf('back_to=%2F%2Fevil.example'))).toBeUndefined()
  expect(originIn(parametersOf(''))).toBeUndefined()
})
