import { expect, test } from 'vitest'
import { createEngine } from '#odata/engine.ts'
import { byName, type EntitySet, type ODataModel, type Property } from '#odata/model.ts'
import { raw } from '#odata/fragments.ts'
import { followed, pathToKey, resourcePathOf } from '#odata/resourcePath.ts'

const id: Property = { name: 'id', type: 'Edm.Guid', nullable: false, filterable: true, sortable: true }
const text: Property = { ...id, name: 'name', type: 'Edm.String' }
const key = (name: string): Property => ({ ...id, name })
const set = (name: string, properties: readonly Property[], ends: Partial<EntitySet> = {}): EntitySet => ({
  name,
  key: 'id',
  properties: byName([id, ...properties]),
  navigations: new Map(),
  ...ends,
})
const through = { set: 'links', own: 'source_id', theirs: 'target_id' }
const customers = set('customers', [text], {
  collections: byName([{ name: 'tags', target: 'tags', via: 'id', through }]),
})
const back = { set: 'links', own: 'target_id', theirs: 'source_id' }
const tags = set('tags', [text], {
  collections: byName([{ name: 'tagged', target: 'customers', via: 'id', through: back }]),
})
const links = set('links', [key('source_id'), key('target_id')])
const sets = [customers, tags, links]
const model: ODataModel = { entitySets: byName(sets) }
const engine = createEngine({
  model,
  tables: new Map(sets.map(({ name }) => [name, { schema: 'shop', table: name }])),
  versions: { from: raw('v'), columns: raw('v.one'), width: 1 },
  sign: () => 'x',
})
const owned = {
  guards: (_set: string, alias: string) => ({ parts: [`${alias}.owner_id = `, ''], values: ['me'] }),
  wire: { numbersAsText: true },
}
const list = (query: string) => engine.list('customers', query, owned).statement.text

/** Every table of a statement stands under its guard, the links among them. */
function expectGuarded(statement: string, tables: number): void {
  const read = [...statement.matchAll(/"shop"\."\w+" (\w+)/g)].map((found) => found[1])
  const guarded = [...statement.matchAll(/\((\w+)\.owner_id = \$\d+\)/g)].map((found) => found[1])
  expect(guarded.toSorted()).toEqual(read.toSorted())
  expect(new Set(read).size).toBe(tables)
}

test('a collection of many to many is found through its links, each table under its guard', () => {
  const expanded = list('$expand=tags')
  expect(expanded).toContain('in (select l1."target_id" from "shop"."links" l1 where l1."source_id" = ')
  const filtered = list(`$filter=tags/any(t:t/tagged/any(c:c/name eq 'Ann'))`)
  expectGuarded(filtered, 5)
  expect(filtered).toMatch(/l\d\."source_id" from "shop"\."links" l\d where l\d\."target_id" = m\d\."id"/)
})

test('a path goes through links in either direction', () => {
  const start = pathToKey(resourcePathOf(tags), [{ property: id, value: '0190a6e0-0000-7000-8000-000000000001' }])
  const resourcePath = followed(model, start, 'tagged')
  if (!resourcePath) throw new Error('no trail')
  const { text: statement } = engine.list(resourcePath, '', owned).statement
  expect(statement).toContain(
    'in (select l1."source_id" from "shop"."links" l1 where l1."target_id" = (select k from origin)',
  )
  expectGuarded(statement, 3)
})
