import type { ODataFunction } from '#odata/functions/registry.ts'
import { capitalised, folded } from '#platform/caseFolding.ts'

/** Part 2, 5.1.1.7: letters made small or large. */
export const caseFunctions: readonly ODataFunction[] = [
  {
    name: 'tolower',
    parameters: ['Edm.String'],
    result: 'Edm.String',
    sql: (text) => folded(text),
    evaluate: (text = '') => text.toLowerCase(),
  },
  {
    name: 'toupper',
    parameters: ['Edm.String'],
    result: 'Edm.String',
    sql: (text) => capitalised(text),
    evaluate: (text = '') => text.toUpperCase(),
  },
]
