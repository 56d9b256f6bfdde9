import type { Bound, SoughtWords } from '#odata/bind/bound.ts'
import { tableAt, type Scope } from '#odata/bind/scope.ts'
import type { Search } from '#odata/syntax/node.ts'

/**
 * `$search`: a word is found where one of the searchable texts of the table holds it, whatever its case. A set without
 * searchable texts has nothing to find; one with full-text search looks for whole words.
 */
export function bindSearch(scope: Scope, table: number, search: Search): Bound {
  const { fullText } = tableAt(scope, table).set
  return fullText?.isReady ? { kind: 'words', table, fullText, of: soughtIn(search) } : bindParts(scope, table, search)
}

function soughtIn(search: Search): SoughtWords {
  switch (search.kind) {
    case 'and':
    case 'or':
      return { kind: search.kind, of: search.of.map(soughtIn) }
    case 'not':
      return { kind: 'not', of: soughtIn(search.of) }
    case 'word':
      return { kind: 'word', slot: { literal: search.word, as: 'text', words: true } }
  }
}

function bindParts(scope: Scope, table: number, search: Search): Bound {
  switch (search.kind) {
    case 'and':
    case 'or':
      return { kind: search.kind, of: search.of.map((part) => bindParts(scope, table, part)) }
    case 'not':
      return { kind: 'not', of: bindParts(scope, table, search.of) }
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
    const word: Bound = {
      kind: 'value',
      slot: { literal, as: 'text', folded: true, ...(set.fullText && { unstarred: true }) },
      type: 'Edm.String',
    }
    return { kind: 'call', name: 'contains', type: 'Edm.Boolean', arguments: [text, word] }
  })
  return { kind: 'or', of: places }
}
