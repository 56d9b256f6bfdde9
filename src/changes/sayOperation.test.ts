import { expect, test } from 'vitest'
import { compileTexts } from '#language/messages.ts'
import english from '#language/locales/en.json' with { type: 'json' }
import { createTranslate } from '#language/translate.ts'
import { sayOperation } from '#changes/sayOperation.ts'

const t = createTranslate('en', compileTexts(english))
const names = new Map([
  ['a1', 'City'],
  ['a2', 'Price'],
])

test('an operation on a view is told property by property, with the names of what it names', () => {
  const view = {
    name: 'Dear ones',
    kind: 'grid',
    description: null,
    columns: [
      { attribute: 'a1', width: null },
      { attribute: 'a2', width: 120 },
    ],
    sort: [{ attribute: 'a2', descending: true }],
    filter: {
      kind: 'and',
      of: [
        { kind: 'condition', attribute: 'a1', operator: 'eq', values: ['Riga'] },
        {
          kind: 'or',
          of: [
            { kind: 'condition', attribute: 'a2', operator: 'gt', values: ['5'] },
            { kind: 'condition', attribute: 'a2', operator: 'isnull', values: [] },
          ],
        },
      ],
    },
    colours: [],
    board: null,
  }
  expect(sayOperation(t, { kind: 'view.create', id: 'v', entity_id: 'e', view }, names)).toEqual([
    { name: 'name', label: 'Name', value: 'Dear ones' },
    { name: 'kind', label: 'Shown as', value: 'Grid' },
    { name: 'columns', label: 'Columns', value: 'City, Price (width: 120)' },
    { name: 'sort', label: 'Sort', value: 'Price (descending: Yes)' },
    { name: 'filter', label: 'Filter', value: 'City is Riga, (Price is above 5 / Price is empty)' },
  ])
})

test('an operation on an attribute is told with its choices, and without what it leaves empty', () => {
  const options = [
    { value: 'lv', label: 'Latvia', color: null },
    { value: 'ee', label: 'Estonia', color: null },
  ]
  const operation = { kind: 'attribute.update', id: 'a1', version: 3, required: true, pattern: '', options }
  expect(sayOperation(t, operation, names).map(({ label, value }) => [label, value])).toEqual([
    ['Required', 'Yes'],
    ['Options', 'Latvia, Estonia'],
  ])
})
