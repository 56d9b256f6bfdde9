import type { ODataFunction } from '#odata/functions/registry.ts'

const twoTexts = { parameters: ['Edm.String', 'Edm.String'], result: 'Edm.Boolean' } as const

/** Part 2, 5.1.1.5 and 5.1.1.7: questions about a text and its length, by code point and case-sensitive. */
export const textFunctions: readonly ODataFunction[] = [
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
    sql: (text, part) => `right(${text}, length(${part})) = ${part}`,
    evaluate: (text = '', part = '') => text.endsWith(part),
  },
  {
    name: 'length',
    parameters: ['Edm.String'],
    result: 'Edm.Int32',
    sql: (text) => `length(${text})`,
    evaluate: (text = '') => String([...text].length),
  },
]
