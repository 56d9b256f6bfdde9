import { isDay, readDay } from '#dates/day.ts'
import { commonProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'
import { momentProblems } from '#attributes/types/boundProblems.ts'
import { momentBounds } from '#attributes/types/moment.ts'
import { momentSql } from '#attributes/types/sqlMoments.ts'

const form = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})$/i

export const datetime = {
  name: 'datetime',
  label: 'attributes.type.datetime.name',
  description: 'attributes.type.datetime.description',
  icon: 'clock',
  control: 'datetime',
  cell: 'datetime',
  edm: 'Edm.DateTimeOffset',
  offered: true,
  column: () => 'timestamptz',
  columnName: (uri) => uri,
  properties: [...commonProperties, 'unique', 'min', 'max'],
  defaults: {},
  check: (properties) => momentProblems(properties, readInstant, 'validation.datetime'),
  reader: (properties) => {
    const outOfBounds = momentBounds(properties)
    return (value) => {
      if (typeof value !== 'string') return refuse('validation.type')
      const instant = readInstant(value)
      return instant === null ? refuse('validation.datetime') : (outOfBounds?.(instant) ?? instant)
    }
  },
  fromText: (text, _properties, format) => {
    const [, day = '', time = '00:00', zone = 'Z'] =
      /^(\S+?)(?:(?:T|\s+)(\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(text) ?? []
    const iso = readDay(day, format.dateOrder)
    const hours = time.length === 4 || time[1] === ':' ? `0${time}` : time
    const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone
    return (iso && readInstant(`${iso}T${hours}${offset}`)) ?? refuse('validation.datetime')
  },
  toText: String,
  operators: ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'isnull', 'notnull'],
  widensTo: [],
  holds: 'value',
  number: null,
  align: 'start',
  width: 170,
  viewUses: ['day'],
  editor: 'datetime',
  filter: 'moment',
  expressionKind: 'datetime',
  words: null,
  naming: false,
  typed: false,
  wide: false,
  keepsSpaces: false,
  cellReader: 'moment',
  csv: 'stored',
  sheet: 'datetime',
  family: 'timed',
  becomes: ['plain', 'date', 'time', 'month', 'week'],
  sqlReader: momentSql,
  sqlWriter: (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  sqlFrom: {},
  samples: ['2024-02-29T23:59:59.999Z', '1999-12-31T00:00:00.000Z'],
  guessRank: 45,
  hint: 'A moment in time, shown in the zone of the reader: a meeting, a delivery, a log entry.',
} as const satisfies AttributeType

/** What files and APIs write most: it is computed with only where it must be. */
const plain = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?Z$/

/** An instant in UTC with milliseconds, from ISO 8601 with a zone; null when it is none. */
export function readInstant(text: string): string | null {
  if (plain.test(text)) return isDay(text.slice(0, 10)) ? inMilliseconds(text) : null
  const match = form.exec(text)
  if (!match) return null
  const [, day = '', hours = '', minutes = '', seconds = '0', , zone = ''] = match
  if (!isDay(day) || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  if (zone.length > 1 && (Number(zone.slice(1, 3)) > 14 || Number(zone.slice(4)) > 59)) return null
  const time = Date.parse(text.toUpperCase())
  if (Number.isNaN(time)) return null
  const iso = new Date(time).toISOString()
  // A day at the edge of the calendar may leave the years 1 to 9999 when its zone is taken off.
  return iso.length === 24 && iso >= '0001' ? iso : null
}

/** A plain instant with all three digits of its milliseconds. */
function inMilliseconds(text: string): string {
  if (text.length === 24) return text
  return text.length === 20 ? `${text.slice(0, 19)}.000Z` : `${text.slice(0, -1).padEnd(23, '0')}Z`
}
