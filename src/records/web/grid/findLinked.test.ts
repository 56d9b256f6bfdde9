import { afterEach, expect, test, vi } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { modelOf, withAttributes } from '#entities/model.ts'
import { findLinked } from '#records/web/grid/linked.client.ts'

const clients = withAttributes(
  entityOf({ name: 'Client', collectionname: 'Clients', uri: 'clients' }, { id: 'c', change_id: '' }),
  [
    attributeOf({ name: 'Phone', uri: 'phone', type: 'tel' }, { id: 'p', entity_id: 'c', change_id: '', position: 1 }),
    attributeOf(
      { name: 'Key', uri: 'key', type: 'text', searchable: false },
      { id: 'k', entity_id: 'c', change_id: '', position: 2 },
    ),
  ],
)
const model = modelOf({ version: 1, accessVersion: 1, entities: [clients] })
const client = (related_entity: string) =>
  attributeOf(
    { name: 'Client', uri: 'client', type: 'N:1', related_entity },
    { id: 'a', entity_id: 'o', change_id: '', position: 1 },
  )
const asked: URL[] = []
vi.spyOn(window, 'fetch').mockImplementation(async (address) => {
  asked.push(new URL(String(address), 'http://localhost'))
  return Response.json({ value: [{ id: 'r', name: 'Amber', phone: '+371 29' }] })
})
afterEach(() => void asked.splice(0))

test('[R174] a lookup offers the records of its related entity, by a part of their name', async () => {
  expect(await findLinked('env', model, client('c'), "Am'b")).toEqual([{ id: 'r', label: 'Amber' }])
  expect(asked.map(({ pathname }) => pathname)).toEqual(['/api/odata/v1/env/clients'])
  expect(asked[0]?.searchParams.get('$filter')).toContain("contains(tolower(name),'am''b')")
})

test('[R169] a lookup finds records by their other searchable attributes, and shows by which', async () => {
  expect(await findLinked('env', model, client('c'), '371')).toEqual([
    { id: 'r', label: 'Amber', detail: 'Phone: +371 29' },
  ])
  const { searchParams } = asked[0] ?? new URL('http://localhost')
  expect(searchParams.get('$filter')).toContain(
    "(contains(tolower(name),'371') or contains(tolower(phone),'371') or matchespattern(phone,'3[^0-9]*7[^0-9]*1'))",
  )
  expect(searchParams.get('$select')).toBe('id,name,phone')
})

test('[R174] a lookup whose related entity is gone offers nothing', async () => {
  expect(await findLinked('env', model, client('gone'), 'Am')).toEqual([])
  expect(asked).toEqual([])
})
