import type { SqlReader } from '#attributes/type.ts'

// Dates, times and spans out of texts, as SQL over the text `t`. Casts fail on days that do not exist, so each stands
// behind a check that the text has the form and the day is in the calendar.

const isoDay = '^(\\d{4})-(\\d{2})-(\\d{2})'
const dottedDay = '^(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})$'
const clock = '([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,9})?)?'
const zone = '(Z|[+-](0\\d|1[0-4]):?[0-5]\\d)?'

/** A day, alone or before a time. */
const dayForm = `^\\d{4}-\\d{2}-\\d{2}([T ]${clock}${zone})?$`
const weekForm = '^(\\d{4})-?[Ww](\\d{2})$'

/** Reads days; a time beside the day is cut off. */
export function daySql(): SqlReader {
  const isMidnight = (t: string) => `btrim(${t}) ~ '[T ]00:00(:00(\\.0*)?)?(Z|[+-]00:?00)?$'`
  return { value: dayOf, cut: (t) => `btrim(${t}) ~ '[T ]\\d' and not ${isMidnight(t)}` }
}

/** Reads instants to the millisecond. */
export function momentSql(): SqlReader {
  return { value: instantOf, cut: (t) => `btrim(${t}) ~ '\\.\\d{3}\\d*[1-9]'` }
}

/** Reads times of day, also those of instants. */
export function timeSql(): SqlReader {
  return { value: timeOf, cut: (t) => `btrim(${t}) ~ '^\\d{4}-'` }
}

/** Reads months, also those of days. */
export function monthSql(): SqlReader {
  return {
    value: (t) => {
      const day = dayOf(t)
      return `(case when btrim(${t}) ~ '^\\d{4}-(0[1-9]|1[0-2])$' and btrim(${t}) >= '0001' then btrim(${t})
        else to_char(${day}, 'YYYY-MM') end)`
    },
    cut: (t) => `btrim(${t}) ~ '${dayForm}'`,
  }
}

/** Reads weeks, also those of days. */
export function weekSql(): SqlReader {
  return { value: weekOf, cut: (t) => `btrim(${t}) ~ '${dayForm}'` }
}

/** The day of `2024-12-31`, of an instant, of `31.12.2024`, the first one of a month, the Monday of a week. */
function dayOf(t: string): string {
  const text = `btrim(${t})`
  const iso = (part: number) => `substring(${text} from ${[1, 6, 9][part]} for ${[4, 2, 2][part]})::int`
  const dotted = (part: number) => `(regexp_match(${text}, '${dottedDay}'))[${part}]::int`
  return `(case when ${text} ~ '${dayForm}' then ${existing(iso(0), iso(1), iso(2))}
    when ${text} ~ '${dottedDay}' then ${existing(dotted(3), dotted(2), dotted(1))}
    when ${text} ~ '^\\d{4}-(0[1-9]|1[0-2])$' and ${text} >= '0001' then make_date(${iso(0)}, ${iso(1)}, 1)
    when ${isWeek(text)} then to_date(${plainWeek(text)}, 'IYYY"W"IW') end)`
}

/** The instant of ISO 8601; without a zone, or without a time, it is meant in UTC. */
function instantOf(t: string): string {
  const text = `btrim(${t})`
  const zoned = `(case when ${text} ~* '(Z|[+-]\\d{2}:?\\d{2})$' and ${text} ~ '[T ]' then ${text} else ${text} || 'Z' end)`
  const instant = `date_trunc('milliseconds', ${zoned}::timestamptz)`
  return `(case when ${text} ~ '${isoDay}[T ]${clock}${zone}$' then
      case when ${dayOf(t)} between '0001-01-02' and '9999-12-30' then ${instant} end
    else ${dayOf(t)}::timestamp at time zone 'UTC' end)`
}

/** A time of day: `8:30`, `08:30:15`, or that of an instant. */
function timeOf(t: string): string {
  const text = `btrim(${t})`
  return `(case when ${text} ~ '^(\\d|[01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$' then ${text}::time
    when ${text} ~ '${isoDay}[T ]${clock}${zone}$' then (regexp_match(${text}, '[T ](\\d{2}:\\d{2}(:\\d{2})?)'))[1]::time end)`
}

/** A span: `1:30`, `26:00:05`, `P1DT2H`. Seconds are the smallest part, and days have 24 hours. */
export function spanSql(t: string): string {
  const text = `btrim(${t})`
  const plain = `ltrim(${text}, '+-')`
  const part = (at: number) =>
    `coalesce((regexp_match(${plain}, '^(\\d{1,8}):([0-5]\\d)(?::([0-5]\\d))?$'))[${at}]::bigint, 0)`
  const byClock = `(${part(1)} * 3600 + ${part(2)} * 60 + ${part(3)})`
  const byIso = `extract(epoch from upper(${plain})::interval)::bigint`
  const seconds = `(case when ${plain} ~ '^\\d{1,8}:' then ${byClock} else ${byIso} end)`
  const signed = `(case when ${text} like '-%' then -1 else 1 end)`
  const iso = '^[+-]?P(?=[\\dT])(\\d{1,6}W)?(\\d{1,6}D)?(T(?=\\d)(\\d{1,8}H)?(\\d{1,9}M)?(\\d{1,9}S)?)?$'
  return `(case when ${text} ~ '^[+-]?\\d{1,8}:[0-5]\\d(:[0-5]\\d)?$' or ${text} ~* '${iso}' then
    case when ${seconds} <= 86399913600 then
      make_interval(days => (${signed} * (${seconds} / 86400))::int, secs => ${signed} * (${seconds} % 86400)) end end)`
}

/** A week of ISO 8601, or that of a day. */
function weekOf(t: string): string {
  const text = `btrim(${t})`
  return `(case when ${isWeek(text)} then substring(${text} for 4) || '-W' || right(${text}, 2)
    when ${text} ~ '^\\d{4}-\\d{2}-\\d{2}' or ${text} ~ '${dottedDay}' then to_char(${dayOf(t)}, 'IYYY-"W"IW') end)`
}

/** Whether it is a week that its year has: 28 December always lies in the last one. */
function isWeek(text: string): string {
  const year = `substring(${text} for 4)::int`
  const last = `to_char(make_date(${year}, 12, 28), 'IW')::int`
  return `(case when ${text} ~ '${weekForm}' then
    case when ${year} >= 1 then right(${text}, 2)::int between 1 and ${last} else false end else false end)`
}

function plainWeek(text: string): string {
  return `substring(${text} for 4) || 'W' || right(${text}, 2)`
}

/** The day of these numbers, or null when the calendar has none. */
function existing(year: string, month: string, day: string): string {
  const last = `extract(day from make_date(${year}, ${month}, 1) + interval '1 month - 1 day')`
  return `(case when ${year} >= 1 and ${month} between 1 and 12 then
    case when ${day} between 1 and ${last} then make_date(${year}, ${month}, ${day}) end end)`
}
