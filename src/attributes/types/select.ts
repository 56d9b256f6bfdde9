import { commonProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'
import { matchOption, writtenOption } from '#attributes/types/choice.ts'
import { optionProblems } from '#attributes/types/optionProblems.ts'
import { choiceSql } from '#attributes/types/sqlReaders.ts'
import { asIs, firstChoice } from '#attributes/types/sqlWriters.ts'

export const select = {
  name: 'select',
  label: 'attributes.type.select.name',
  description: 'attributes.type.select.description',
  icon: 'list',
  control: 'select',
  cell: 'select',
  edm: 'Edm.String',
  offered: true,
  column: () => 'text collate "C"',
  columnName: (uri) => uri,
  properties: [...commonProperties, 'searchable', 'options', 'parent_attribute'],
  defaults: {},
  check: optionProblems,
  reader: ({ options }) => {
    const values = new Set(options.map((option) => option.value))
    return (value) => (typeof value === 'string' && values.has(value) ? value : refuse('validation.option'))
  },
  fromText: (text, { options }) => matchOption(text, options) ?? refuse('validation.option'),
  toText: (value, { options }) => writtenOption(String(value), options),
  operators: ['eq', 'ne', 'in', 'isnull', 'notnull'],
  widensTo: ['text', 'textarea'],
  holds: 'value',
  number: null,
  align: 'start',
  width: 140,
  viewUses: ['group', 'lane'],
  editor: 'select',
  filter: 'choice',
  expressionKind: 'choice',
  words: 'label',
  naming: true,
  typed: false,
  wide: false,
  keepsSpaces: false,
  cellReader: 'choice',
  csv: 'label',
  sheet: 'text',
  family: 'formed',
  becomes: ['plain', 'formed', 'counted', 'timed', 'several'],
  sqlReader: ({ options }) => choiceSql(options),
  sqlWriter: asIs,
  sqlFrom: { multiselect: firstChoice },
  samples: ['open'],
  guessRank: 60,
  hint: 'One of a short, fixed list of choices: a state, a category, a priority. Give options with value and label.',
} as const satisfies AttributeType
