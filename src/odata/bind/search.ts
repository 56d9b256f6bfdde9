import type { Bound } from '#odata/bind/bound.ts'
import { tableAt, type Scope } from '#odata/bind/scope.ts'
import type { Search } from '#odata/syntax/node.ts'

/**
 * `$search`: a word is found where one of the searchable texts of the table holds it, whatever its case. A set without
 * searchable texts has nothing to find.
 */
export function bindSearch(scope: Scope, table: number, search: Search): Bound {
  switch (search.kind) {
    case 'and':
    case 'or':
      return { kind: search.kind, of: search.of.map((part) => bindSearch(scope, table, part)) }
    case 'not':
      return { kind: 'not', of: bindSearch(scope, table, search.of) }
    case 'word':
      return bindWord(scope, table, search.word)
  }
}

function bindWord(scope: Scope, table: number, literal: number): Bound {
  const { set } = tableAt(scope, table)
  const texts = [...set.properties.values()].filter(
    (property) => property.searchable && !property.collection && property.type === 'Edm.String',
  )
  if (texts.length === 0) return { kind: 'constant', value: false }
  const places = texts.map((property): Bound => {
    const text: Bound = {
      kind: 'call',
      name: 'tolower',
      type: 'Edm.String',
      arguments: [{ kind: 'property', table, property }],
    }
    const word: Bound = { kind: 'value', slot: { literal, as: 'text', folded: true }, type: 'Edm.String' }
    return { kind: 'call', name: 'contains', type: 'Edm.Boolean', arguments: [text, word] }
  })
  return { kind: 'or', of: places }
}
