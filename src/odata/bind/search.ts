import type { Bound, Slot, SoughtWords } from '#odata/bind/bound.ts'
import { tableAt, type Scope } from '#odata/bind/scope.ts'
import type { EntitySet } from '#odata/model.ts'
import type { Search } from '#odata/syntax/node.ts'

/**
 * `$search`: a word is found where one of the searchable texts of the table holds it, whatever its case. A set without
 * searchable texts has nothing to find; one with full-text search looks for whole words. Telephone numbers are found by their
 * digits as well.
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
      return bindSeveral(scope, table, search)
    case 'not':
      return { kind: 'not', of: bindParts(scope, table, search.of) }
    case 'word':
      return bindWord(scope, table, search.word)
  }
}

function bindSeveral(scope: Scope, table: number, { kind, of }: Search & { kind: 'and' | 'or' }): Bound {
  const each: Bound = { kind, of: of.map((part) => bindParts(scope, table, part)) }
  const words = kind === 'and' ? of.flatMap((part) => (part.kind === 'word' ? part.word : [])) : []
  const [first] = words
  if (first === undefined || words.length < of.length) return each
  // A telephone number may be typed in groups, other ones than those that it was written down in.
  const whole = digitsAmong(scope, table, { literal: first, until: words.at(-1) ?? first })
  return whole.length === 0 ? each : { kind: 'or', of: [each, ...whole] }
}

function digitsAmong(scope: Scope, table: number, of: Pick<Slot, 'literal' | 'until'>): readonly Bound[] {
  const { set } = tableAt(scope, table)
  const slot: Slot = { ...of, as: 'text', digits: true, ...unstarred(set) }
  return [...set.properties.values()].flatMap((property) =>
    property.telephone ? { kind: 'digits', table, property, slot } : [],
  )
}

const unstarred = ({ fullText }: EntitySet) => fullText && ({ unstarred: true } as const)

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
      slot: { literal, as: 'text', folded: true, ...unstarred(set) },
      type: 'Edm.String',
    }
    return { kind: 'call', name: 'contains', type: 'Edm.Boolean', arguments: [text, word] }
  })
  return { kind: 'or', of: [...places, ...digitsAmong(scope, table, { literal })] }
}
