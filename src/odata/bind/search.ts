import type { Bound } from '#odata/bind/bound.ts'
import { tableAt, type Scope } from '#odata/bind/scope.ts'
import type { Literal } from '#odata/syntax/node.ts'

/**
 * `$search`: every word must stand in one of the searchable texts, whatever its case. `first` is the place of the first
 * word in the list of literals. A set without searchable texts has nothing to find.
 */
export function bindSearch(scope: Scope, words: readonly Literal[], first: number): readonly Bound[] {
  const { set } = tableAt(scope, 0)
  const texts = [...set.properties.values()].filter((property) => property.searchable && property.type === 'Edm.String')
  return words.map((_, index) => {
    const places = texts.map((property): Bound => {
      const slot = { literal: first + index, as: 'text', folded: true } as const
      const text: Bound = {
        kind: 'call',
        name: 'tolower',
        type: 'Edm.String',
        arguments: [{ kind: 'property', table: 0, property }],
      }
      return {
        kind: 'call',
        name: 'contains',
        type: 'Edm.Boolean',
        arguments: [text, { kind: 'value', slot, type: 'Edm.String' }],
      }
    })
    if (places.length === 0) return { kind: 'constant', value: false }
    return { kind: 'or', of: places }
  })
}
