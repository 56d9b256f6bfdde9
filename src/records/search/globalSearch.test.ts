import { expect, test } from 'vitest'
import { byRelevance } from '#records/search/globalSearch.ts'

const found = (name: string | null, text?: string) => ({
  id: String(name ?? text),
  name,
  place: text === undefined ? null : { column: 'note', text },
})

test('what was more likely meant comes first, and equals stay in their order', () => {
  const records = [
    found('Lamp', 'a note about the blue bicycle'),
    found('Subblue bicycles'),
    found('Bicycle, blue'),
    found(null, 'blue bicycle'),
    found('Blue  Bicycle stand'),
    found('blue BICYCLE'),
    found('Bicycles in blue'),
  ]
  expect(byRelevance(records, ' Blue bicycle ').map(({ id }) => id)).toEqual([
    'blue BICYCLE',
    'Blue  Bicycle stand',
    'Bicycle, blue',
    'Bicycles in blue',
    'Subblue bicycles',
    'Lamp',
    'blue bicycle',
  ])
})
