import { expect, test } from 'vitest'
import { translateFor } from '#language/server/texts.ts'
import type { Translate } from '#language/translate.ts'
import type { Operation } from '#changes/operation.ts'
import { sayOperation as sayWith, type DefinitionNames } from '#changes/sayOperation.ts'
import { definitionTexts } from '#security/definitionTexts.ts'

const sayOperation = (translate: Translate, operation: Operation, known: DefinitionNames) =>
  sayWith(translate, operation, known, definitionTexts)
const t = translateFor('en')
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
    { name: 'columns', label: 'Columns', value: 'City, Price (Width: 120)' },
    { name: 'sort', label: 'Sort', value: 'Price (Descending)' },
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

const summary = {
  rowheight: 'roomy',
  card: { title: null, image: null, fields: ['a1', 'created_on'] },
  colours: [{ filter: { kind: 'and', of: [{ attribute: 'a1', operator: 'eq', values: [] }] }, colour: 'amber' }],
  pivot: {
    rows: 'a1',
    rowsby: null,
    columns: 'created_on',
    columnsby: 'quarter',
    measure: { function: 'sum', attribute: 'a2' },
    chart: 'pie',
  },
  footer: [{ attribute: 'a2', function: 'average' }],
}

test.each([
  [
    'en',
    'Rows: City; Columns: Created on; Period of the columns: Quarter; What the cells show: Price (Function: Sum); Chart: Pie',
    'Price (Function: Average)',
    'Roomy',
  ],
  [
    'es',
    'Filas: City; Columnas: Creado el; Periodo de las columnas: Trimestre; Qué muestran las celdas: Price (Función: Suma); Gráfico: Circular',
    'Price (Función: Promedio)',
    'Amplia',
  ],
  [
    'lv',
    'Rindas: City; Kolonnas: Izveidots; Kolonnu periods: Ceturksnis; Ko rāda šūnas: Price (Funkcija: Summa); Diagramma: Sektori',
    'Price (Funkcija: Vidējais)',
    'Plašs',
  ],
  [
    'ru',
    'Строки: City; Столбцы: Создано; Период столбцов: Квартал; Что показывают ячейки: Price (Функция: Сумма); Диаграмма: Круговая',
    'Price (Функция: Среднее)',
    'Просторная',
  ],
] as const)('a view is told in %s to its last word', (locale, pivot, footer, rowheight) => {
  const said = sayOperation(translateFor(locale), { kind: 'view.update', id: 'v', view: summary }, names)
  const values = Object.fromEntries(said.map(({ name, value }) => [name, value]))
  expect(values).toMatchObject({ pivot, footer, rowheight })
  expect(said.map(({ label, value }) => `${label} ${value}`).join()).not.toMatch(
    /created_on|colour:|amber|fields|roomy/,
  )
})

test('words that a property holds are said as people read them, what people wrote stays as it is', () => {
  const tell = (operation: object) =>
    sayOperation(t, { kind: 'attribute.update', ...operation }, names).map(({ label, value }) => `${label}: ${value}`)
  expect(tell({ rollup: { path: ['orders'], function: 'first', attribute: 'sum', filter: null } })).toEqual([
    'Summary: sum (Over: orders; Function: First value)',
  ])
  expect(tell({ type: 'N:1', result: 'number' })).toEqual(['Type: Lookup (N:1)', 'Result: Whole number'])
  expect(tell({ type: 'date', name: 'Sum', title: 'name' })).toEqual([
    'Type: Date',
    'Name: Sum',
    'Message when invalid: name',
  ])
  expect(tell({ validators: [{ name: 'iban' }, { name: 'same-as', attribute: 'a1' }] })).toEqual([
    'Checks: Bank account (IBAN), Same as another attribute (Attribute: City)',
  ])
  expect(tell({ on_delete: 'cascade', cardinality: 'N:N' })).toEqual([
    'On deletion: The linked records follow',
    'Kind of relationship: N:N',
  ])
  expect(tell({ kind: 'feature.set', key: 'trash', on: true })).toEqual(['Key: Trash', 'Switched on: Yes'])
  const of = (value: object) => [{ kind: 'condition', attribute: 'created_on', operator: 'eq', values: [value] }]
  const told = (value: object) => tell({ view: { filter: { kind: 'and', of: of(value) } } })
  expect(told({ dynamic: 'period', unit: 'month', shift: -1 })).toEqual(['Filter: Created on is last month'])
  expect(told({ dynamic: 'period', unit: 'day', shift: 3 })).toEqual(['Filter: Created on is in 3 days'])
  expect(told({ dynamic: 'me' })).toEqual(['Filter: Created on is me'])
  const labels = [{ id: 'a1', property: 'name', locale: 'lv', text: 'Pilsēta', was: null }]
  expect(tell({ kind: 'label.set', labels })).toEqual([
    'Other languages: City (Property: Name; Language: lv; Text: Pilsēta)',
  ])
})

test('a word is told as the form of its own kind of definition says it', () => {
  const said = (operation: Operation) =>
    sayOperation(t, operation, names).map(({ label, value }) => `${label}: ${value}`)
  const rollup = { path: ['orders'], function: 'max', attribute: 'sum', filter: null }
  expect(said({ kind: 'attribute.update', rollup })).toEqual(['Summary: sum (Over: orders; Function: Largest)'])
  expect(said({ kind: 'attribute.update', default: 'x' })).toEqual(['Default value: x'])
  const view = { default: true, footer: [{ attribute: 'a2', function: 'max' }] }
  expect(said({ kind: 'view.update', view })).toEqual(['Default: Yes', 'Below the columns: Price (Function: Highest)'])
})
