import { isDay, readDay } from '#dates/day.ts'
import { commonProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'
import { momentProblems } from '#attributes/types/boundProblems.ts'
import { momentBounds } from '#attributes/types/moment.ts'
import { daySql } from '#attributes/types/sqlMoments.ts'

export const date = {
  name: 'date',
  label: 'attributes.type.date.name',
  description: 'attributes.type.date.description',
  icon: 'calendar',
  control: 'date',
  cell: 'date',
  edm: 'Edm.Date',
  offered: true,
  column: () => 'date',
  columnName: (uri) => uri,
  properties: [...commonProperties, 'unique', 'min', 'max'],
  defaults: {},
  check: (properties) => momentProblems(properties, (text) => (isDay(text) ? text : null), 'validation.date'),
  reader: (properties) => {
    const outOfBounds = momentBounds(properties)
    return (value) => {
      if (typeof value !== 'string') return refuse('validation.type')
      return isDay(value) ? (outOfBounds?.(value) ?? value) : refuse('validation.date')
    }
  },
  fromText: (text, _properties, format) => readDay(text, format.dateOrder) ?? refuse('validation.date'),
  toText: String,
  operators: ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'isnull', 'notnull'],
  widensTo: [],
  holds: 'value',
  number: null,
  align: 'start',
  width: 130,
  viewUses: ['group', 'day'],
  editor: 'date',
  filter: 'day',
  expressionKind: 'date',
  words: null,
  naming: true,
  typed: false,
  wide: false,
  keepsSpaces: false,
  cellReader: 'day',
  csv: 'stored',
  sheet: 'date',
  family: 'timed',
  becomes: ['plain', 'datetime', 'month', 'week'],
  sqlReader: daySql,
  sqlWriter: (column) => `to_char(${column}, 'YYYY-MM-DD')`,
  sqlFrom: {},
  samples: ['2024-02-29', '0001-01-01', '9999-12-31'],
  guessRank: 40,
  hint: 'A calendar day without a time: a birthday, a due date. It never shifts with the time zone.',
} as const satisfies AttributeType
