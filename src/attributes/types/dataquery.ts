import { readDataQuery } from '#attributes/dataQueryText.ts'
import { shownProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'
import { asIs } from '#attributes/types/sqlWriters.ts'

export const dataquery = {
  name: 'dataquery',
  label: 'attributes.type.dataquery.name',
  description: 'attributes.type.dataquery.description',
  icon: 'database',
  control: 'dataquery',
  cell: 'dataquery',
  edm: null,
  offered: true,
  column: () => null,
  columnName: (uri) => uri,
  properties: [...shownProperties, 'query'],
  defaults: {},
  check: ({ query }) => {
    if (query === null) return [{ code: 'validation.required', target: 'query' }]
    if (query.show === 'chart') return [{ code: 'validation.option', target: 'query.show' }]
    return readDataQuery(query.text) ? [] : [{ code: 'attribute.queryForm', target: 'query.text' }]
  },
  reader: () => () => refuse('validation.readonly'),
  fromText: () => refuse('validation.readonly'),
  toText: String,
  operators: [],
  widensTo: [],
  holds: 'nothing',
  number: null,
  align: 'start',
  width: 180,
  viewUses: [],
  editor: null,
  filter: 'line',
  expressionKind: null,
  words: null,
  naming: false,
  typed: false,
  wide: false,
  keepsSpaces: false,
  cellReader: 'fromText',
  csv: 'byProgram',
  sheet: 'text',
  family: null,
  becomes: [],
  sqlReader: null,
  sqlWriter: asIs,
  sqlFrom: {},
  samples: [],
  guessRank: null,
  hint: 'A number or list that is asked of other records each time it is shown.',
} as const satisfies AttributeType
