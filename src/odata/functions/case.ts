import type { ODataFunction } from '#odata/functions/registry.ts'

// The root collation of ICU folds every script alike on every server; it is also what JavaScript does.
const unicode = 'collate "und-x-icu"'

/** Part 2, 5.1.1.7: letters made small or large. */
export const caseFunctions: readonly ODataFunction[] = [
  {
    name: 'tolower',
    parameters: ['Edm.String'],
    result: 'Edm.String',
    sql: (text) => `lower(${text} ${unicode})`,
    evaluate: (text = '') => text.toLowerCase(),
  },
  {
    name: 'toupper',
    parameters: ['Edm.String'],
    result: 'Edm.String',
    sql: (text) => `upper(${text} ${unicode})`,
    evaluate: (text = '') => text.toUpperCase(),
  },
]
