import { readMonth } from '#dates/period.ts'
import { commonProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'
import { momentProblems, momentReader } from '#attributes/types/moment.ts'

export const month = {
  name: 'month',
  label: 'attributes.type.month.name',
  description: 'attributes.type.month.description',
  icon: 'calendar-days',
  control: 'month',
  cell: 'month',
  edm: 'Edm.String',
  offered: true,
  column: () => 'text collate "C"',
  columnName: (uri) => uri,
  properties: [...commonProperties, 'unique', 'min', 'max'],
  defaults: {},
  check: (properties) => momentProblems(properties, readMonth, 'validation.month'),
  reader: (properties) => momentReader(properties, readMonth, 'validation.month'),
  fromText: (text) => readMonth(text) ?? refuse('validation.month'),
  toText: String,
  operators: ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'isnull', 'notnull'],
  widensTo: ['text', 'textarea'],
  samples: ['2024-02', '0001-01', '9999-12'],
  guessRank: null,
  hint: 'A month of a year: a period of a report, the expiry of a card.',
} as const satisfies AttributeType
