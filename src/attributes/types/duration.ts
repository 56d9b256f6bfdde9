import { durationBounds, durationProblems, intervalOf, readDuration } from '#attributes/span.ts'
import { commonProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'

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
  samples: ['PT1H30M', 'P2DT15S', '-PT45M', 'PT0S'],
  guessRank: null,
  hint: 'A span of time: hours worked, the length of a call.',
} as const satisfies AttributeType
