import fc from 'fast-check'
import type { RowValue } from '../../src/odata/evaluate.ts'
import { storedRow } from './odataRows.ts'
import { byName, type Enumeration, type ODataModel, type Property, type TableMap } from '../../src/odata/model.ts'

/** A row of the facts table; numbers are texts, as in answers with exact numbers. */
export type Fact = Record<string, RowValue>

const kinds: Enumeration = {
  name: 'Kind',
  flags: true,
  members: new Map([
    ['Open', 1],
    ['Paid', 2],
  ]),
}

/** One table whose every column may be null, with a lookup and a collection into itself. An empty text is no value. */
export const model: ODataModel = {
  emptyTextIsNull: true,
  entitySets: byName([
    {
      name: 'facts',
      key: 'id',
      properties: byName([
        { ...property('id', 'Edm.Guid'), nullable: false },
        property('parent_id', 'Edm.Guid'),
        property('active', 'Edm.Boolean'),
        property('done', 'Edm.Boolean'),
        property('low', 'Edm.Int32'),
        property('high', 'Edm.Decimal'),
        property('note', 'Edm.String', { searchable: true }),
        property('title', 'Edm.String'),
        property('due', 'Edm.Date'),
        property('kinds', 'Edm.Int64', { enumeration: kinds }),
        property('tags', 'Edm.String', { collection: true }),
      ]),
      navigations: byName([{ name: 'parent', target: 'facts', via: 'parent_id' }]),
      collections: byName([{ name: 'parts', target: 'facts', via: 'parent_id' }]),
    },
  ]),
}

export const tables: TableMap = new Map([['facts', { schema: 'public', table: 'facts', collation: '"C"' }]])

export const factsSql = `create table facts (id uuid primary key, parent_id uuid, active boolean, done boolean, low integer,
  high numeric, note text, title text, due date, kinds bigint, tags text[])`

/** The same rows in every run: nearly half of their values are null. */
export function drawFacts(): readonly Fact[] {
  const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2 })
  const word = fc.constantFrom('x', 'ax', 'b', 'X y', ' ')
  const fact = fc.record({
    parent: maybe(fc.nat({ max: 39 })),
    active: maybe(fc.boolean()),
    done: maybe(fc.boolean()),
    low: maybe(fc.constantFrom('0', '1', '2')),
    high: maybe(fc.constantFrom('0', '1', '1.5')),
    note: maybe(word),
    title: maybe(word),
    due: maybe(fc.constantFrom('2026-01-01', '2025-12-31')),
    kinds: maybe(fc.constantFrom('Open', 'Paid', 'Open,Paid')),
    tags: fc.constantFrom([], ['x'], ['x', null], ['b', 'ax']),
  })
  const idOf = (index: number) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`
  return fc.sample(fact, { numRuns: 40, seed: 42 }).map(({ parent, ...row }, index) => ({
    id: idOf(index),
    parent_id: parent === null ? null : idOf(parent),
    ...row,
  }))
}

function property(name: string, type: Property['type'], more: Partial<Property> = {}): Property {
  return { name, type, nullable: true, filterable: true, sortable: true, ...more }
}

/** The rows as their table takes them: members by their numbers. */
export function storedFacts(facts: readonly Fact[]): readonly unknown[] {
  const [set, table] = [model.entitySets.get('facts'), tables.get('facts')]
  if (!set || !table) throw new Error('no facts')
  return facts.map((fact) => storedRow(fact, set, table))
}
