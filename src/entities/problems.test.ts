import { expect, test } from 'vitest'
import { draftsOf, newRow, optionsOf, urisOf } from '#entities/attributeRow.ts'
import { emptyModel } from '#entities/model.ts'
import { createEntity } from '#entities/operations/createEntity.ts'
import { operationProblems } from '#entities/problems.ts'

let last = 0
const newId = () => `00000000-0000-4000-8000-${String(++last).padStart(12, '0')}`
const targetsOf = (operation: Parameters<typeof createEntity.check>[1]) =>
  operationProblems(createEntity, emptyModel, operation, newId).map(({ target }) => target)

test('a form tells the problems of the schema and of the rules at once, one a field', () => {
  const attributes = draftsOf([
    { ...newRow('1'), name: 'ab' },
    { ...newRow('2'), name: 'Status', uri: 'status', hasOwnUri: true },
    { ...newRow('3'), name: 'Stage', type: 'select' },
  ])
  const targets = targetsOf({ kind: 'entity.create', name: 'ab', collectionname: 'Deals', uri: 'deals', attributes })
  expect(targets).toEqual(['name', 'attributes.0.name', 'attributes.1.uri', 'attributes.2.options'])
})

test('what holds has no problems', () => {
  const attributes = draftsOf([{ ...newRow('1'), name: 'Stage', type: 'select', options: 'Open, Won' }])
  expect(targetsOf({ kind: 'entity.create', name: 'Deal', collectionname: 'Deals', uri: 'deals', attributes })).toEqual(
    [],
  )
})

test('uris of rows follow their names, are free of reserved ones and of each other', () => {
  const rows = ['Name', 'Total', 'Total'].map((name, at) => ({ ...newRow(String(at)), name }))
  expect(urisOf(rows)).toEqual(['name2', 'total', 'total2'])
})

test('options are read from a line, each once', () => {
  expect(optionsOf('Open, Won; Lost, open').map(({ value }) => value)).toEqual(['open', 'Won', 'Lost'])
})
