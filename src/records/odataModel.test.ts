import { describe, expect, test } from 'vitest'
import { attributeOf, type AttributeDraft } from '#attributes/attribute.ts'
import { entityOf, type EntityDraft } from '#entities/entity.ts'
import { modelOf, withAttributes } from '#entities/model.ts'
import type { EntitySet } from '#odata/model.ts'
import { serviceOf } from '#records/odataModel.ts'

const customerId = idOf(1)

describe('an entity as a set', () => {
  test('says of each attribute what its readers and writers must know', () => {
    const set = setOf('invoice')
    expect(set.properties.get('number')).toEqual({
      name: 'number',
      type: 'Edm.String',
      nullable: true,
      filterable: true,
      sortable: true,
      searchable: true,
      title: 'Number',
      description: 'As printed',
      required: true,
      immutable: true,
      minLength: 3,
      maxLength: 20,
      pattern: '^(?:[A-Z]+-[0-9]+)$',
    })
    expect(set.properties.get('total')).toMatchObject({ precision: 12, scale: 3, minimum: '0', maximum: '1000.5' })
    expect(set.properties.get('state')).toMatchObject({
      default: 'open',
      options: [
        { value: 'open', label: 'Open' },
        { value: 'paid', label: 'Paid' },
      ],
    })
    expect(set.properties.get('state')).not.toHaveProperty('required')
    expect(set.properties.get('note')).toMatchObject({ filterable: false, sortable: false })
  })

  test('knows which common record fields only the server sets', () => {
    const { properties } = setOf('invoice')
    const computed = [...properties.values()].filter((property) => property.computed).map(({ name }) => name)
    expect(computed).toEqual([
      'id',
      'version',
      'created_on',
      'created_by_id',
      'updated_on',
      'updated_by_id',
      'owning_unit_id',
    ])
    expect(properties.get('owner_id')).toMatchObject({ nullable: false, computedDefault: true, title: 'Owner' })
    expect(properties.get('owner_id')).not.toHaveProperty('required')
    expect(properties.get('created_on')).toMatchObject({ type: 'Edm.DateTimeOffset', precision: 3, nullable: false })
    expect(properties.get('status')).toMatchObject({ default: 'active', nullable: false })
  })

  test('unique attributes that may be filtered by are alternate keys', () => {
    expect(setOf('invoice').alternateKeys).toEqual([['number'], ['code']])
  })

  test('what is not editable cannot be changed, what is not queryable is not described', () => {
    expect(setOf('customer')).toMatchObject({ insertable: true, updatable: true, deletable: true })
    expect(setOf('customer')).not.toHaveProperty('hidden')
    expect(setOf('secret')).toMatchObject({ insertable: false, updatable: false, deletable: false })
    expect(setOf('secret')).toMatchObject({ unlisted: true, hidden: true })
  })

  test('its types have a namespace of the product and the environment', () => {
    expect(service().model.namespace).toBe('lintel.acme')
  })
})

describe('the records that point to a record', () => {
  const names = (set: EntitySet) => [...(set.collections?.values() ?? [])]

  test('are called like their entity; those of further lookups by both', () => {
    expect(names(setOf('customer'))).toEqual([
      { name: 'invoice', target: 'invoice', via: 'customer_id' },
      { name: 'invoice_payer', target: 'invoice', via: 'payer_id' },
      { name: 'secret_customer', target: 'secret', via: 'customer_id' },
    ])
  })

  test('have a name that meets no attribute and no common field, whatever makers call things', () => {
    const target = draft({ name: 'Target', uri: 'target' }, 1, [{ name: 'Owning', uri: 'owning', type: 'text' }])
    const owning = draft({ name: 'Owning', uri: 'owning' }, 2, [
      { name: 'Unit', uri: 'unit', type: 'N:1', related_entity: customerId },
      { name: 'More', uri: 'more', type: 'N:1', related_entity: customerId },
    ])
    const set = serviceOf(modelOf({ version: 1, accessVersion: 1, entities: [target, owning] }), place)
    const collections = names(found(set.model.entitySets.get('target')))
    expect(collections.map(({ name }) => name)).toEqual(['owning_unit_of', 'owning_more'])
  })
})

const place = { uri: 'acme', schema: 'e_1', collation: 'c', translate: (key: string) => titleOf(key) }

function titleOf(key: string): string {
  const last = key.split('.').at(-1) ?? ''
  return last.charAt(0).toUpperCase() + last.slice(1)
}

function service() {
  const customer = draft({ name: 'Customer', uri: 'customer' }, 1, [{ name: 'Secret', uri: 'secret', type: 'text' }])
  const invoice = draft({ name: 'Invoice', uri: 'invoice' }, 2, [
    {
      name: 'Number',
      uri: 'number',
      type: 'text',
      description: 'As printed',
      required: true,
      unique: true,
      readonly: true,
      minlength: 3,
      maxlength: 20,
      pattern: '[A-Z]+-[0-9]+',
    },
    { name: 'Total', uri: 'total', type: 'decimal', precision: 12, scale: 3, min: '0', max: '1000.5' },
    {
      name: 'State',
      uri: 'state',
      type: 'select',
      required: true,
      default: 'open',
      options: [option('open', 'Open'), option('paid', 'Paid')],
    },
    { name: 'Note', uri: 'note', type: 'textarea', queryable: false },
    { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: customerId },
    { name: 'Payer', uri: 'payer', type: 'N:1', related_entity: customerId },
    { name: 'Code', uri: 'code', type: 'id' },
    { name: 'Hidden', uri: 'hidden', type: 'id', queryable: false },
  ])
  const secret = draft({ name: 'Secret', uri: 'secret', queryable: false, editable: false }, 3, [
    { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: customerId },
  ])
  return serviceOf(modelOf({ version: 1, accessVersion: 1, entities: [customer, invoice, secret] }), place)
}

function setOf(uri: string): EntitySet {
  return found(service().model.entitySets.get(uri))
}

function found<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('not there')
  return thing
}

function draft(
  given: Partial<EntityDraft> & { name: string; uri: string },
  number: number,
  attributes: readonly AttributeDraft[],
) {
  const entity = entityOf({ collectionname: `${given.name}s`, ...given }, { id: idOf(number), change_id: idOf(99) })
  return withAttributes(
    entity,
    attributes.map((attribute, index) => {
      const position = index + 1
      return attributeOf(attribute, {
        id: idOf(number * 100 + position),
        entity_id: entity.id,
        change_id: idOf(99),
        position,
      })
    }),
  )
}

function option(value: string, label: string) {
  return { value, label, color: null, active: true }
}

function idOf(number: number): string {
  return `0190a6e0-0000-7000-8000-${String(number).padStart(12, '0')}`
}
