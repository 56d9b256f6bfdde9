import { readMonth } from '#dates/period.ts'
import { commonProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'
import { momentProblems } from '#attributes/types/boundProblems.ts'
import { momentReader } from '#attributes/types/moment.ts'
import { monthSql } from '#attributes/types/sqlMoments.ts'
import { asIs } from '#attributes/types/sqlWriters.ts'

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
  holds: 'value',
  number: null,
  align: 'start',
  width: 180,
  viewUses: ['group'],
  editor: 'line',
  filter: 'line',
  expressionKind: 'text',
  words: 'plain',
  naming: false,
  typed: false,
  wide: false,
  keepsSpaces: false,
  cellReader: 'fromText',
  csv: 'text',
  sheet: 'text',
  family: 'formed',
  becomes: ['plain', 'formed', 'counted', 'timed', 'several'],
  sqlReader: monthSql,
  sqlWriter: asIs,
  sqlFrom: {},
  samples: ['2024-02', '0001-01', '9999-12'],
  guessRank: null,
  hint: 'A month of a year: a period of a report, the expiry of a card.',
} as const satisfies AttributeType
