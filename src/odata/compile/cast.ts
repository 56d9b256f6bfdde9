import { isEnumeration, isFloat, isWhole } from '#odata/bind/types.ts'
import { clampedText, durationText, exactText, intervalText, type Typed } from '#odata/compile/arithmetic.ts'
import { base64Text, memberText } from '#odata/compile/wire.ts'
import type { ScalarType } from '#odata/bind/bound.ts'
import type { EdmType, Enumeration } from '#odata/model.ts'
import { firstSecond, lastSecond, wholeRanges } from '#odata/ranges.ts'
import { writing, type WritingName } from '#odata/writing.ts'
import { literal } from '#platform/sql.ts'

/** SQL of a value cast to another type; null where the target type has no such value. Never fails. */
export function castText(to: ScalarType, { text, type: from }: Typed): string {
  if (isEnumeration(to)) return membersText(to, { text, type: from })
  if (to === 'Edm.String') return writtenText({ text, type: from })
  if (from === 'Edm.String') return `(select ${readText(to)} from (select ${text} as t) w)`
  switch (to) {
    case 'Edm.Date':
      return `((${text}) at time zone 'UTC')::date`
    case 'Edm.TimeOfDay':
      return `((${text}) at time zone 'UTC')::time`
    case 'Edm.DateTimeOffset':
      return `((${text})::timestamp at time zone 'UTC')`
    default:
      return numberText(to, { text, type: from })
  }
}

function writtenText({ text, type: from }: Typed): string {
  if (isEnumeration(from)) return memberText(from, text)
  if (isWhole(from) || from === 'Edm.Decimal') return `trim_scale((${text})::numeric)::text`
  if (isFloat(from)) {
    return `(select case when x.n = 0 then '0' else replace(x.n::text, 'Infinity', 'INF') end from (select ${text} as n) x)`
  }
  switch (from) {
    case 'Edm.Duration':
      return durationText(text)
    case 'Edm.DateTimeOffset':
      return (
        `(select to_char(x.m, 'YYYY-MM-DD"T"HH24:MI:SS') || rtrim(rtrim(to_char(x.m, '.US'), '0'), '.') || 'Z' ` +
        `from (select (${text}) at time zone 'UTC' as m) x)`
      )
    case 'Edm.Binary':
      return base64Text(text)
    default:
      return `(${text})::text`
  }
}

function numberText(to: EdmType, from: Typed): string {
  if (to === 'Edm.Single') return singleText(numberText('Edm.Double', from))
  if (to === 'Edm.Double') return isFloat(from.type) ? `(${from.text})::float8` : toDouble(`(${from.text})::numeric`)
  const exact = exactText(from)
  if (to !== 'Edm.Decimal') return wholeText(to, exact)
  if (!isFloat(from.type)) return exact
  return `(select case when abs(x.n) < 'Infinity' then x.n end from (select ${exact} as n) x)`
}

function wholeText(to: EdmType, exact: string): string {
  const range = wholeRanges[to]
  if (!range) throw new Error(`no cast to ${to}`)
  // Truncated first: 127.9 still fits into a byte.
  return `(select case when x.n between ${range[0]} and ${range[1]} then x.n end from (select trunc(${exact}) as n) x)`
}

/** A decimal number as the nearest double. */
export function toDouble(number: string): string {
  return `(select ${clampedText('x.r::float8')} from (select ${number} as r) x)`
}

// PostgreSQL fails where a double is too large or too small for a single; these bounds are where rounding would leave
// the range of singles.
function singleText(double: string): string {
  return (
    `(select case when abs(x.n) between 7.006492321624086e-46 and 3.4028235677973362e38 then x.n::float4 ` +
    `when abs(x.n) < 1 then 0::float4 when x.n = 'NaN' then 'NaN'::float4 when x.n > 0 then 'Infinity'::float4 ` +
    `when x.n < 0 then '-Infinity'::float4 end from (select ${double} as n) x)`
  )
}

// Parses the text `w.t` as a value of the type.
function readText(to: EdmType): string {
  if (isWhole(to)) return `case when ${isWritten('whole')} then ${wholeText(to, 'w.t::numeric')} end`
  if (isFloat(to)) {
    const as = to === 'Edm.Single' ? 'float4' : 'float8'
    const number = numberText(to, { text: 'w.t::numeric', type: 'Edm.Decimal' })
    return (
      `case when ${isWritten('special')} then replace(w.t, 'INF', 'Infinity')::${as} ` +
      `when ${isWritten('decimal')} then ${number} end`
    )
  }
  switch (to) {
    case 'Edm.Decimal':
      return `case when ${isWritten('decimal')} then w.t::numeric end`
    case 'Edm.Boolean':
      return `case when ${isWritten('yes')} then true when ${isWritten('no')} then false end`
    case 'Edm.Guid':
      return `case when ${isWritten('guid')} then w.t::uuid end`
    case 'Edm.Date':
      return dayText('date')
    case 'Edm.TimeOfDay':
      return `case when ${isWritten('time')} then ${inMicroseconds}::time end`
    case 'Edm.DateTimeOffset':
      return momentText
    case 'Edm.Duration':
      return spanText
    case 'Edm.Binary':
      return `case when ${isWritten('binary')} then decode(${paddedText}, 'base64') end`
    default:
      return 'null'
  }
}

function isWritten(name: WritingName): string {
  return `w.t ~ ${literal(writing[name])}`
}

const inMicroseconds = `regexp_replace(upper(w.t), '(\\.[0-9]{6})[0-9]+', '\\1')`

// Casts a text of member names and numbers (several with flags), or a number that members can combine to.
function membersText(enumeration: Enumeration, { text, type: from }: Typed): string {
  const { flags, members } = enumeration
  const isMember = (number: string) => {
    if (!flags) return members.size === 0 ? 'false' : `${number} in (${[...members.values()].join(', ')})`
    const all = [...members.values()].reduce((bits, each) => bits | BigInt(each), 0n)
    return `case when ${number} between 0 and ${all} then ${number}::bigint & ~${all}::bigint = 0 end`
  }
  if (from !== 'Edm.String') {
    return `(select case when ${isMember('x.v')} then x.v::bigint end from (select (${text})::numeric as v) x)`
  }
  const names = [...members].map(([name, value]) => `when p.p = ${literal(name)} then ${value}::bigint`).join(' ')
  const number = `(select case when ${isMember('n.n')} then n.n end from (select p.p::bigint as n) n)`
  const part = `case ${names} when p.p ~ '^[+-]?[0-9]{1,15}$' then ${number} end`
  const parts = flags ? "regexp_split_to_table(w.t, ',')" : '(values (w.t))'
  return (
    `(select case when bool_and(y.v is not null) then bit_or(y.v) end from (select ${text} as t) w cross join lateral ` +
    `(select ${part} as v from (select btrim(z.p, E' \\t\\n\\r\\f\\v') as p from ${parts} as z(p)) p) y where w.t is not null)`
  )
}

// The day that a text written so begins with. A day that no month has is another day by then.
function dayText(name: 'date' | 'moment'): string {
  return (
    `(select case when to_char(d.d, 'YYYY-MM-DD') = left(w.t, 10) then d.d end from (select case when ${isWritten(name)} ` +
    `then make_date(left(w.t, 4)::int, substr(w.t, 6, 2)::int, 1) + (substr(w.t, 9, 2)::int - 1) end as d) d)`
  )
}

const momentText =
  `(select case when extract(epoch from m.m) between ${firstSecond} and ${lastSecond} then m.m end from ` +
  `(select case when ${dayText('moment')} is not null then ${inMicroseconds}::timestamptz end as m) m)`

const paddedText = `(select rpad(b.b, (length(b.b) + 3) / 4 * 4, '=') from (select translate(rtrim(w.t, '='), '-_', '+/') as b) b)`

const partText = (index: number, unit: number) => `coalesce(g.g[${index}], '0')::numeric * ${unit}`

const spanText = `(select ${intervalText(
  `case when left(w.t, 1) = '-' then -1 else 1 end * (${partText(1, 86_400)} + ${partText(2, 3600)} + ${partText(3, 60)} + ${partText(4, 1)})`,
)} from regexp_match(w.t, ${literal(writing.duration)}) as g(g) where g.g is not null)`
