import { readTime } from '#dates/clockTime.ts'
import { commonProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'
import { momentProblems } from '#attributes/types/boundProblems.ts'
import { momentReader } from '#attributes/types/moment.ts'
import { timeSql } from '#attributes/types/sqlMoments.ts'
import { timeOfSpan } from '#attributes/types/sqlWriters.ts'

export const time = {
  name: 'time',
  label: 'attributes.type.time.name',
  description: 'attributes.type.time.description',
  icon: 'clock',
  control: 'time',
  cell: 'time',
  edm: 'Edm.TimeOfDay',
  offered: true,
  column: () => 'time',
  columnName: (uri) => uri,
  properties: [...commonProperties, 'unique', 'min', 'max'],
  defaults: {},
  check: (properties) => momentProblems(properties, readTime, 'validation.time'),
  reader: (properties) => momentReader(properties, readTime, 'validation.time'),
  fromText: (text) => readTime(text) ?? refuse('validation.time'),
  toText: String,
  operators: ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'isnull', 'notnull'],
  widensTo: [],
  holds: 'value',
  number: null,
  align: 'start',
  width: 180,
  viewUses: [],
  editor: 'time',
  filter: 'time',
  expressionKind: 'text',
  words: null,
  naming: false,
  typed: false,
  wide: false,
  keepsSpaces: false,
  cellReader: 'fromText',
  csv: 'stored',
  sheet: 'time',
  family: 'timed',
  becomes: ['plain', 'duration'],
  sqlReader: timeSql,
  sqlWriter: (column) => `left(${column}::text, 8)`,
  sqlFrom: { duration: timeOfSpan },
  samples: ['08:30:00', '23:59:59', '00:00:00'],
  guessRank: null,
  hint: 'A time of day without a date or zone: opening hours, an alarm.',
} as const satisfies AttributeType
