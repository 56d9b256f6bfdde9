import { afterEach, expect, test, vi } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { modelOf, withAttributes } from '#entities/model.ts'
import { findLinked } from '#records/web/records.client.ts'

const clients = withAttributes(
  entityOf({ name: 'Client', collectionname: 'Clients', uri: 'clients' }, { id: 'c', change_id: '' }),
  [],
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
  return Response.json({ value: [{ id: 'r', name: 'Amber' }] })
})
afterEach(() => void asked.splice(0))

test('[R174] a lookup offers the records of its related entity, by a part of their name', async () => {
  expect(await findLinked('env', model, client('c'), "Am'b")).toEqual([{ id: 'r', label: 'Amber' }])
  expect(asked.map(({ pathname }) => pathname)).toEqual(['/api/odata/v1/env/clients'])
  expect(asked[0]?.searchParams.get('$filter')).toContain("contains(tolower(name),'am''b')")
})

test('[R174] a lookup whose related entity is gone offers nothing', async () => {
  expect(await findLinked('env', model, client('gone'), 'Am')).toEqual([])
  expect(asked).toEqual([])
})
