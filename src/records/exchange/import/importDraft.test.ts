import { expect, test } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { withAttributes } from '#entities/model.ts'
import { reservedAttributeUris } from '#entities/system.ts'
import { createFileGuess } from '#records/exchange/import/guess.ts'
import { controlOf, draftColumns, settledColumns, withType } from '#records/exchange/import/importDraft.ts'
import { proposedEntity } from '#records/exchange/import/proposedEntity.ts'

const text = 'name,City,Opened on,Total\nAnn,Riga,2026-03-01,12.50\nBob,Oslo,2026-03-02,7.25\n'
const naming = {
  reserved: (uri: string) => reservedAttributeUris.has(uri),
  unnamed: (position: number | string) => `Column ${position}`,
}

function guessOf(content: string) {
  const guess = createFileGuess(content, naming)
  guess.push(content)
  return guess.finish({ value: 'utf-8', reason: 'valid' }, 1)
}
const guess = guessOf(text)
const attribute = (id: string, name: string, uri: string, type: 'text' | 'decimal') =>
  attributeOf({ name, uri, type }, { id, entity_id: 'shop', change_id: '', position: 1 })
const shop = withAttributes(
  entityOf({ name: 'Shop', collectionname: 'Shops', uri: 'shops' }, { id: 'shop', change_id: '' }),
  [attribute('1', 'Town', 'city', 'text'), attribute('2', 'Total', 'sum', 'decimal')],
)

test('for a new entity each column becomes an attribute, and a column “name” the name of the record', () => {
  expect(draftColumns(guess, null, 'dmy').map(({ goes, field, uri }) => [goes, field, uri])).toEqual([
    ['field', 'name', 'name'],
    ['new', '', 'city'],
    ['new', '', 'openedon'],
    ['new', '', 'total'],
  ])
})

test('dates that are days in either order are read as the maker writes them; others as they can only be read', () => {
  const dates = guessOf('Begun,Ended\n01/02/2024,13/02/2024\n03/04/2024,14/02/2024\n')
  const orders = (order: 'ymd' | 'dmy' | 'mdy') =>
    draftColumns(dates, null, order).map(({ format }) => format.dateOrder)
  expect([orders('mdy'), orders('dmy'), orders('ymd')]).toEqual([
    ['mdy', 'dmy'],
    ['dmy', 'dmy'],
    ['dmy', 'dmy'],
  ])
})

test('for an existing entity columns go to what is called like them, by uri or name; the others nowhere', () => {
  expect(draftColumns(guess, shop, 'dmy').map(({ goes, field }) => [goes, field])).toEqual([
    ['field', 'name'],
    ['field', 'city'],
    ['nowhere', ''],
    ['field', 'sum'],
  ])
})

test('what is sent leaves out columns that go nowhere, and brings the properties of each chosen type', () => {
  const drafts = draftColumns(guess, null, 'dmy').map((draft) =>
    draft.column === 1 ? { ...draft, goes: 'nowhere' as const } : draft,
  )
  const settled = settledColumns(drafts, guess, null)
  expect(settled.map(({ column, field }) => [column, field])).toEqual([
    [0, 'name'],
    [2, 'openedon'],
    [3, 'total'],
  ])
  expect(settled[2]?.attribute).toMatchObject({ type: 'decimal', scale: 2 })
  expect(settled[0]?.attribute).toBeUndefined()
})

test('another type brings its own format along', () => {
  const [, , opened] = draftColumns(guess, null, 'dmy')
  const column = guess.columns[2]
  expect(opened && column && withType(opened, 'text', column)).toMatchObject({ type: 'text', name: 'Opened on' })
})

test('problems find their control, however schema, plan and mapping name it', () => {
  const columns = draftColumns(guess, null, 'dmy').map((draft) =>
    draft.column === 1 ? { ...draft, goes: 'nowhere' as const } : draft,
  )
  const fresh = { columns, entityId: null }
  expect(controlOf('target.entity.name', fresh)).toBe('entity.name')
  expect(controlOf('operations.0.uri', fresh)).toBe('entity.uri')
  expect(controlOf('operations.0.attributes.1.uri', fresh)).toBe('columns.3.uri')
  expect(controlOf('operations.1.name', { columns, entityId: 'e' })).toBe('columns.3.name')
  expect(controlOf('target.columns.1.attribute.name', fresh)).toBe('columns.2.name')
  expect(controlOf('target.columns.0.field', fresh)).toBe('columns.0.field')
  expect(controlOf('settings.skip', fresh)).toBe(null)
})

test('a new entity is called like its file', () => {
  const free = () => false
  expect(proposedEntity('daily_orders-2024.csv', free)).toEqual({
    name: 'Daily orders 2024',
    collectionname: 'Daily orders 2024',
    uri: 'dailyorders2024',
  })
  expect(proposedEntity('a very long name of a file indeed.csv', free).name).toBe('A very long name of a')
  expect(proposedEntity('orders.csv', (uri) => uri === 'orders').uri).toBe('orders2')
})

test('of the two columns of a link its id is taken, and the id of the record finds the record’s own', () => {
  const linked = withAttributes(shop, [
    attributeOf(
      { name: 'Owner firm', uri: 'firm', type: 'N:1', related_entity: 'firms' },
      { id: '3', entity_id: 'shop', change_id: '', position: 1 },
    ),
  ])
  const both = guessOf('Id,Name,Owner firm (id),Owner firm\n1,a,2,b\n')
  expect(draftColumns(both, linked, 'dmy').map(({ goes, field }) => [goes, field])).toEqual([
    ['field', 'id'],
    ['field', 'name'],
    ['field', 'firm'],
    ['nowhere', ''],
  ])
  const name = guessOf('name,firm\na,b\n')
  expect(draftColumns(name, linked, 'dmy').map(({ field }) => field)).toEqual(['name', 'firm'])
})
