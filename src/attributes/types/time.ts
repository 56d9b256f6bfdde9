import { readTime } from '#dates/clockTime.ts'
import { commonProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'
import { momentProblems, momentReader } from '#attributes/types/moment.ts'

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
  samples: ['08:30:00', '23:59:59', '00:00:00'],
  guessRank: null,
  hint: 'A time of day without a date or zone: opening hours, an alarm.',
} as const satisfies AttributeType
