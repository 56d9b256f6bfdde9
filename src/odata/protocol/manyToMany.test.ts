import { expect, test } from 'vitest'
import { byName, type ODataModel } from '#odata/model.ts'
import { joinPair } from '#odata/protocol/manyToMany.ts'
import type { ODataStore } from '#odata/protocol/store.ts'

test('links between rows whose keys are texts are looked for by those texts, whatever stands in them', async () => {
  const property = (name: string) =>
    ({ name, type: 'Edm.String', nullable: false, filterable: true, sortable: true }) as const
  const links = {
    name: 'links',
    key: 'id',
    properties: byName([property('id'), property('tag'), property('page')]),
    navigations: new Map(),
  }
  const model: ODataModel = { entitySets: byName([links]) }
  const asked: string[] = []
  const store = {
    reading: (attempt: (snapshot: unknown) => unknown) =>
      attempt({
        model,
        engine: { list: (_: unknown, query: string) => (asked.push(decodeURIComponent(query)), { statement: {} }) },
        run: () => Promise.resolve({ value: '[{"id":"1"}]' }),
      }),
  } as unknown as ODataStore
  await joinPair(store, { set: 'links', own: 'tag', theirs: 'page' }, { own: "it's", theirs: '1 or true' })
  expect(asked).toEqual(["$select=id&$filter=tag eq 'it''s' and page eq '1 or true'&$top=1"])
})
