import { durationBounds, intervalOf, readDuration } from '#attributes/span.ts'
import { durationProblems } from '#attributes/types/boundProblems.ts'
import { commonProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'
import { spanSql } from '#attributes/types/sqlMoments.ts'
import { clockSql } from '#attributes/types/sqlWriters.ts'

export const duration = {
  name: 'duration',
  label: 'attributes.type.duration.name',
  description: 'attributes.type.duration.description',
  icon: 'timer',
  control: 'duration',
  cell: 'duration',
  edm: 'Edm.Duration',
  offered: true,
  column: () => 'interval',
  stored: (value) => (typeof value === 'string' ? intervalOf(value) : value),
  columnName: (uri) => uri,
  properties: [...commonProperties, 'min', 'max'],
  defaults: {},
  check: durationProblems,
  reader: (properties) => {
    const outOfBounds = durationBounds(properties)
    return (value) => {
      if (typeof value !== 'string') return refuse('validation.type')
      const read = readDuration(value)
      return read === null ? refuse('validation.duration') : (outOfBounds?.(read) ?? read)
    }
  },
  fromText: (text) => readDuration(text) ?? refuse('validation.duration'),
  toText: String,
  operators: ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'isnull', 'notnull'],
  widensTo: [],
  holds: 'value',
  number: null,
  align: 'end',
  width: 180,
  viewUses: [],
  editor: 'duration',
  filter: 'duration',
  expressionKind: 'duration',
  words: null,
  naming: false,
  typed: true,
  wide: false,
  keepsSpaces: false,
  cellReader: 'fromText',
  csv: 'byProgram',
  sheet: 'text',
  family: 'timed',
  becomes: ['plain', 'time'],
  sqlReader: () => ({ value: spanSql }),
  sqlWriter: clockSql,
  sqlFrom: { time: (column) => ({ value: `${column}::interval` }) },
  samples: ['PT1H30M', 'P2DT15S', '-PT45M', 'PT0S'],
  guessRank: null,
  hint: 'A span of time: hours worked, the length of a call.',
} as const satisfies AttributeType
