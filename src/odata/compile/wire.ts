import type { BoundType } from '#odata/bind/bound.ts'
import { isCollection, isEnumeration } from '#odata/bind/types.ts'
import { durationText } from '#odata/compile/arithmetic.ts'
import type { WireForm } from '#odata/compile/writer.ts'
import { singleFlags } from '#odata/enumeration.ts'
import type { Enumeration } from '#odata/model.ts'
import { literal } from '#platform/sql.ts'

/** A value in its JSON form. */
export function wireText(wire: WireForm, type: BoundType, text: string): string {
  if (isCollection(type)) return arrayText(text, wireText(wire, type.of, 'e.v'))
  if (isEnumeration(type)) return memberText(type, text)
  switch (type) {
    case 'Edm.Int64':
    case 'Edm.Decimal':
      return wire.numbersAsText ? `(${text})::text` : text
    case 'Edm.Single':
    case 'Edm.Double':
      return doubleText(text)
    case 'Edm.Duration':
      return durationText(text)
    case 'Edm.Binary':
      return base64Text(text)
    default:
      return text
  }
}

/** Bytes as base64url. */
export function base64Text(bytes: string): string {
  return `rtrim(translate(encode(${bytes}, 'base64'), E'+/\\n', '-_'), '=')`
}

// A collection is never null: no values mean an empty list.
function arrayText(text: string, item: string): string {
  if (item === 'e.v') return `coalesce(to_json(${text}), '[]')`
  return `(select coalesce(json_agg(${item} order by e.n), '[]') from unnest(${text}) with ordinality as e(v, n))`
}

// JSON numbers cannot represent infinities and NaN.
function doubleText(text: string): string {
  return `(case ${text} when 'Infinity' then '"INF"' when '-Infinity' then '"-INF"' when 'NaN' then '"NaN"' else (${text})::text end)::json`
}

/** A number as member names; as digits where no combination of members matches. */
export function memberText(enumeration: Enumeration, text: string): string {
  const { members } = enumeration
  const digits = 'x.v::text'
  const whole = [...members].map(([name, value]) => `when ${value} then ${literal(name)}`).join(' ')
  const flags = singleFlags(enumeration)
  const named = whole === '' ? 'null' : `case x.v ${whole} end`
  const bits = flags.reduce((all, [, value]) => all | BigInt(value), 0n)
  const parts = flags.map(([name, value]) => `case when x.v & ${value} = ${value} then ${literal(name)} end`)
  const joined =
    flags.length === 0
      ? 'null'
      : `case when x.v > 0 and x.v & ~${bits}::bigint = 0 then concat_ws(',', ${parts.join(', ')}) end`
  return `(select coalesce(${named}, ${joined}, ${digits}) from (select (${text})::bigint as v) x)`
}
