import type { Properties } from '#attributes/properties.ts'
import type { SqlWay } from '#attributes/type.ts'
import { literal } from '#platform/sql.ts'

// How types write a value as the text that other types are read from: SQL over the column. A value that is not null never
// becomes null.

export function asIs(column: string): string {
  return column
}

export function asText(column: string): string {
  return `${column}::text`
}

/** `h:mm:ss`, with as many hours as there are. */
export function clockSql(column: string): string {
  const seconds = `abs(extract(epoch from ${column}))::bigint`
  const part = (of: string) => `lpad((${of})::text, 2, '0')`
  return `((case when extract(epoch from ${column}) < 0 then '-' else '' end) || (${seconds} / 3600)::text || ':' ||
    ${part(`${seconds} / 60 % 60`)} || ':' || ${part(`${seconds} % 60`)})`
}

/** The words of formatted text. */
export function wordsSql(column: string): string {
  return unescaped(
    `regexp_replace(regexp_replace(${column}, '<br\\s*/?>|</p>\\s*<p>', chr(10), 'gi'), '<[^>]*>', '', 'g')`,
  )
}

/** The first of several choices, where it is among the options. */
export function firstChoice(column: string, { options }: Properties): SqlWay {
  return {
    value: `(case when ${column}[1] in (${listed(options)}) then ${column}[1] end)`,
    cut: `cardinality(${column}) > 1`,
  }
}

/** A choice as the only one of a list. */
export function onlyChoice(column: string, { options }: Properties): SqlWay {
  return { value: `(case when ${column} in (${listed(options)}) then array[${column}] end)` }
}

/** A span of less than a day as a time of day. */
export function timeOfSpan(column: string): SqlWay {
  return { value: `(case when ${column} >= interval '0' and ${column} < interval '1 day' then ${column}::time end)` }
}

function listed(options: Properties['options']): string {
  return options.map(({ value }) => literal(value)).join()
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
