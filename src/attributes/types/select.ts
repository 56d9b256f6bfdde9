import { commonProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'
import { optionOf, optionProblems, writtenOption } from '#attributes/types/choice.ts'

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
  fromText: (text, { options }) => optionOf(text, options) ?? refuse('validation.option'),
  toText: (value, { options }) => writtenOption(String(value), options),
  operators: ['eq', 'ne', 'in', 'isnull', 'notnull'],
  widensTo: ['text', 'textarea'],
  samples: ['open'],
  guessRank: 60,
  hint: 'One of a short, fixed list of choices: a state, a category, a priority. Give options with value and label.',
} as const satisfies AttributeType
