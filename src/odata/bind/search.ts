import type { BoundNode, LiteralSlot } from '#odata/bind/bound.ts'
import type { SoughtDigits, SoughtWords } from '#odata/bind/soughtWords.ts'
import { tableAt, type QueryScope } from '#odata/bind/scope.ts'
import type { EntitySet, Property } from '#odata/model.ts'
import type { Search } from '#odata/syntax/node.ts'

/**
 * `$search`: a word matches where one of the table's searchable texts contains the word, case-insensitively. Sets
 * without searchable texts match nothing; sets with full-text search match whole words. Telephone numbers also match by
 * their digits.
 */
export function bindSearch(scope: QueryScope, table: number, search: Search): BoundNode {
  const { fullText } = tableAt(scope, table).set
  return fullText?.isReady
    ? { kind: 'words', table, fullText, of: soughtIn(scope, table, search) }
    : bindParts(scope, table, search)
}

function soughtIn(scope: QueryScope, table: number, search: Search): SoughtWords {
  const within = (part: Search) => soughtIn(scope, table, part)
  switch (search.kind) {
    case 'or':
      return { kind: 'or', of: search.of.map(within) }
    case 'and':
      return { kind: 'and', of: search.of.map(within), ...alsoDigits(scope, table, groupsIn(search)) }
    case 'not':
      return { kind: 'not', of: within(search.of) }
    case 'word': {
      const slot: LiteralSlot = { literal: search.word, as: 'text', words: true }
      return { kind: 'word', slot, ...alsoDigits(scope, table, { literal: search.word }) }
    }
  }
}

function alsoDigits(scope: QueryScope, table: number, of: Groups | undefined): { readonly digits?: SoughtDigits } {
  const among = telephonesOf(scope, table)
  if (!of || among.length === 0) return {}
  return { digits: { slot: { ...of, as: 'text', digits: true, unstarred: true }, among } }
}

/** Literals of words that may be the groups of one telephone number. */
type Groups = Pick<LiteralSlot, 'literal' | 'until'>

/** A telephone number may be typed in other groups than stored. */
function groupsIn({ kind, of }: Search & { kind: 'and' | 'or' }): Groups | undefined {
  const words = kind === 'and' ? of.flatMap((part) => (part.kind === 'word' ? part.word : [])) : []
  const [first] = words
  if (first === undefined || words.length < of.length) return undefined
  return { literal: first, until: words.at(-1) ?? first }
}

function telephonesOf(scope: QueryScope, table: number): readonly Property[] {
  return [...tableAt(scope, table).set.properties.values()].filter(({ telephone }) => telephone)
}

function bindParts(scope: QueryScope, table: number, search: Search): BoundNode {
  switch (search.kind) {
    case 'and':
    case 'or':
      return bindSeveral(scope, table, search)
    case 'not':
      // A missing text does not contain the word either.
      return { kind: 'not', of: { kind: 'holds', of: bindParts(scope, table, search.of) } }
    case 'word':
      return bindWord(scope, table, search.word)
  }
}

function bindSeveral(scope: QueryScope, table: number, search: Search & { kind: 'and' | 'or' }): BoundNode {
  const each: BoundNode = { kind: search.kind, of: search.of.map((part) => bindParts(scope, table, part)) }
  const groups = groupsIn(search)
  const whole = groups ? digitsAmong(scope, table, groups) : []
  return whole.length === 0 ? each : { kind: 'or', of: [each, ...whole] }
}

function digitsAmong(scope: QueryScope, table: number, of: Groups): readonly BoundNode[] {
  const slot: LiteralSlot = { ...of, as: 'text', digits: true, ...unstarred(tableAt(scope, table).set) }
  return telephonesOf(scope, table).map((property) => ({ kind: 'digits', table, property, slot }))
}

const unstarred = ({ fullText }: EntitySet) => fullText && ({ unstarred: true } as const)

function bindWord(scope: QueryScope, table: number, literal: number): BoundNode {
  const { set } = tableAt(scope, table)
  const texts = [...set.properties.values()].filter(
    (property) => property.searchable && !property.collection && property.type === 'Edm.String',
  )
  if (texts.length === 0) return { kind: 'constant', value: false }
  const places = texts.map((property): BoundNode => {
    const text: BoundNode = {
      kind: 'call',
      name: 'tolower',
      type: 'Edm.String',
      arguments: [{ kind: 'property', table, property }],
    }
    const word: BoundNode = {
      kind: 'value',
      slot: { literal, as: 'text', folded: true, ...unstarred(set) },
      type: 'Edm.String',
    }
    return { kind: 'call', name: 'contains', type: 'Edm.Boolean', arguments: [text, word] }
  })
  return { kind: 'or', of: [...places, ...digitsAmong(scope, table, { literal })] }
}
