import type { AttributeTypeName } from '#attributes/types.ts'

/**
 * SQL that writes a value of a type as the text that other types are read from. `c` is the column; a value that is not
 * null never becomes null.
 */
export function textOf(type: AttributeTypeName, c: string): string {
  return writers[type]?.(c) ?? c
}

const writers: Partial<Record<AttributeTypeName, (c: string) => string>> = {
  number: (c) => `${c}::text`,
  rating: (c) => `${c}::text`,
  decimal: (c) => `trim_scale(${c})::text`,
  boolean: (c) => `(case when ${c} then 'true' when not ${c} then 'false' end)`,
  id: (c) => `${c}::text`,
  date: (c) => `to_char(${c}, 'YYYY-MM-DD')`,
  datetime: (c) => `to_char(${c} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  time: (c) => `left(${c}::text, 8)`,
  duration: clock,
  multiselect: (c) => `array_to_string(${c}, '; ')`,
  wysiwyg: (c) =>
    unescaped(`regexp_replace(regexp_replace(${c}, '<br\\s*/?>|</p>\\s*<p>', chr(10), 'gi'), '<[^>]*>', '', 'g')`),
}

/** `h:mm:ss`, with as many hours as there are. */
function clock(c: string): string {
  const seconds = `abs(extract(epoch from ${c}))::bigint`
  const part = (of: string) => `lpad((${of})::text, 2, '0')`
  return `((case when extract(epoch from ${c}) < 0 then '-' else '' end) || (${seconds} / 3600)::text || ':' ||
    ${part(`${seconds} / 60 % 60`)} || ':' || ${part(`${seconds} % 60`)})`
}

function unescaped(html: string): string {
  const pairs = [
    ['&nbsp;', ' '],
    ['&lt;', '<'],
    ['&gt;', '>'],
    ['&quot;', '"'],
    ['&amp;', '&'],
  ]
  return pairs.reduce((text, [from, to]) => `replace(${text}, '${from}', '${to}')`, html)
}
