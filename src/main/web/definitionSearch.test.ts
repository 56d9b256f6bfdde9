import { expect, test } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { modelOf, withAttributes } from '#entities/model.ts'
import { definitionGroups } from '#main/web/definitionSearch.tsx'

const place = { id: 'p', entity_id: 'c', change_id: '', position: 1 }
const clients = withAttributes(
  entityOf({ name: 'Client', collectionname: 'Clients', uri: 'clients' }, { id: 'c', change_id: '' }),
  [attributeOf({ name: 'Phone', uri: 'mobile', type: 'tel' }, place)],
)
const views = [{ id: 'v', entity_id: 'c', name: 'Phone list' }]
const model = modelOf({ version: 1, accessVersion: 1, entities: [clients], beside: { views } })
const gone: string[] = []
const find = (text: string, isMaker = true) =>
  definitionGroups((key) => key, { base: '/e', model, go: (path) => void gone.push(path) }, { text, isMaker }).flatMap(
    ({ commands }) => commands,
  )

test('views and attributes are found by their names, attributes by their uris too, and opened where they are', () => {
  expect(find('pho').map(({ label, detail }) => [label, detail])).toEqual([
    ['Phone list', 'Clients'],
    ['Phone', 'Client'],
  ])
  expect(find('client mobile').map(({ label }) => label)).toEqual(['Phone'])
  for (const { onRun } of find('pho')) onRun()
  expect(gone).toEqual(['/e/entity/c?view=v', '/e/entity/c/attribute?attribute=p'])
})

test('who makes nothing finds no attributes', () => {
  expect(find('pho', false).map(({ label }) => label)).toEqual(['Phone list'])
})
