import type { ODataFunction } from '#odata/functions/registry.ts'

const twoTexts = { parameters: ['Edm.String', 'Edm.String'], result: 'Edm.Boolean' } as const

/** Part 2, 5.1.1.5 and 5.1.1.7: texts and their parts, by code point and case-sensitive. */
export const odataTextFunctions: readonly ODataFunction[] = [
  {
    name: 'contains',
    ...twoTexts,
    pattern: 'contains',
    sql: (text, part) => `strpos(${text}, ${part}) > 0`,
    evaluate: (text = '', part = '') => text.includes(part),
  },
  {
    name: 'startswith',
    ...twoTexts,
    pattern: 'startswith',
    sql: (text, part) => `starts_with(${text}, ${part})`,
    evaluate: (text = '', part = '') => text.startsWith(part),
  },
  {
    name: 'endswith',
    ...twoTexts,
    pattern: 'endswith',
    sql: (text, part) => `(select right(x.a, length(x.b)) = x.b from (select ${text} as a, ${part} as b) x)`,
    evaluate: (text = '', part = '') => text.endsWith(part),
  },
  {
    name: 'matchespattern',
    ...twoTexts,
    sql: (text, pattern) => `${text} ~ ${pattern}`,
    evaluate: (text = '', pattern = '') => new RegExp(pattern, 'su').test(text),
  },
  {
    name: 'length',
    parameters: ['Edm.String'],
    result: 'Edm.Int32',
    sql: (text) => `length(${text})`,
    evaluate: (text = '') => String([...text].length),
  },
  {
    name: 'indexof',
    parameters: ['Edm.String', 'Edm.String'],
    result: 'Edm.Int32',
    sql: (text, part) => `(strpos(${text}, ${part}) - 1)`,
    evaluate: (text = '', part = '') => {
      const at = text.indexOf(part)
      return String(at < 0 ? -1 : Array.from(text.slice(0, at)).length)
    },
  },
  {
    name: 'substring',
    parameters: ['Edm.String', 'Edm.Int64'],
    result: 'Edm.String',
    sql: (text, start) => `(select substr(x.a, ${first}) from (select ${text} as a, (${start})::numeric as s) x)`,
    evaluate: (text = '', start = '0') => Array.from(text).slice(startIn(text, start)).join(''),
  },
  {
    name: 'substring',
    id: 'substring(3)',
    parameters: ['Edm.String', 'Edm.Int64', 'Edm.Int64'],
    result: 'Edm.String',
    sql: (text, start, count) =>
      `(select substr(x.a, ${first}, greatest(least(x.l, 1000000000), 0)::int) ` +
      `from (select ${text} as a, (${start})::numeric as s, (${count})::numeric as l) x where x.s is not null and x.l is not null)`,
    evaluate: (text = '', start = '0', count = '0') => {
      const from = startIn(text, start)
      return Array.from(text)
        .slice(from, from + Math.max(Number(count), 0))
        .join('')
    },
  },
  {
    name: 'concat',
    parameters: ['Edm.String', 'Edm.String'],
    result: 'Edm.String',
    sql: (left, right) => `(${left} || ${right})`,
    evaluate: (left = '', right = '') => left + right,
  },
  {
    name: 'trim',
    parameters: ['Edm.String'],
    result: 'Edm.String',
    sql: (text) => `btrim(${text}, E' \\t\\n\\r\\f\\v')`,
    evaluate: (text = '') => text.replace(/^[ \t\n\r\f\v]+|[ \t\n\r\f\v]+$/g, ''),
  },
]

// 4.01: a negative start counts from the end. Cut to what fits an integer before it becomes one.
const first = `(least(case when x.s < 0 then greatest(length(x.a) + x.s, 0) else x.s end, 1000000000))::int + 1`

function startIn(text: string, start: string): number {
  const at = Number(start)
  return at < 0 ? Math.max([...text].length + at, 0) : at
}
