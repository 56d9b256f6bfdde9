import { readWeek } from '#dates/period.ts'
import { commonProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'
import { momentProblems } from '#attributes/types/boundProblems.ts'
import { momentReader } from '#attributes/types/moment.ts'
import { weekSql } from '#attributes/types/sqlMoments.ts'
import { asIs } from '#attributes/types/sqlWriters.ts'

export const week = {
  name: 'week',
  label: 'attributes.type.week.name',
  description: 'attributes.type.week.description',
  icon: 'calendar-range',
  control: 'week',
  cell: 'week',
  edm: 'Edm.String',
  offered: true,
  column: () => 'text collate "C"',
  columnName: (uri) => uri,
  properties: [...commonProperties, 'unique', 'min', 'max'],
  defaults: {},
  check: (properties) => momentProblems(properties, readWeek, 'validation.week'),
  reader: (properties) => momentReader(properties, readWeek, 'validation.week'),
  fromText: (text) => readWeek(text) ?? refuse('validation.week'),
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
  sqlReader: weekSql,
  sqlWriter: asIs,
  sqlFrom: {},
  samples: ['2024-W01', '2020-W53'],
  guessRank: null,
  hint: 'A week of a year as ISO 8601 counts them: a sprint, a delivery week.',
} as const satisfies AttributeType
