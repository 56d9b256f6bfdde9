import type { BoundNode } from '#odata/bind/bound.ts'
import type { SoughtDigits, SoughtWords } from '#odata/bind/soughtWords.ts'
import { tableAt } from '#odata/bind/scope.ts'
import { digitsLike, slotText } from '#odata/compile/slot.ts'
import { column, type Writer } from '#odata/compile/writer.ts'
import { propertyOf } from '#odata/model.ts'
import { digitsQueryText, isPhraseText, wordQueryText } from '#platform/fullText.ts'

/** Condition: a full-text search finds the row. */
export function foundText(writer: Writer, { table, fullText, of }: BoundNode & { kind: 'words' }): string {
  const { set } = tableAt(writer.guarded.query, table)
  const columnText = (name: string) => column(writer, table, propertyOf(set, name))
  const texts = fullText.texts(columnText)
  // The search query is an uncorrelated subquery, computed before the rows, so that PostgreSQL uses the index: when
  // estimating matches itself, PostgreSQL prefers to compute the words of every row in list order, which takes a
  // hundred times as long.
  const found = `(${fullText.words(columnText)}) @@ (select ${soughtText(writer, of, 'anywhere')})`
  return `(${[found, ...placedTexts(writer, { table, texts, of })].join(' and ')})`
}

type Placed = { readonly table: number; readonly texts: string; readonly of: SoughtWords }

/**
 * Conditions that the word index cannot check, such as the order of words in a phrase. Matching the text itself is a
 * hundred times faster than PostgreSQL's own phrase check, which computes the words again.
 */
function placedTexts(writer: Writer, { table, texts, of }: Placed): readonly string[] {
  if (of.kind !== 'word' && of.kind !== 'and') return []
  const alsoDigits = of.digits ? digitsTexts(writer, table, of.digits) : []
  const inOrder =
    of.kind === 'word'
      ? `(select not ${isPhraseText(slotText(writer, of.slot))}) or ${texts} ~* ${slotText(writer, { ...of.slot, words: 'inOrder' })}`
      : of.of
          .flatMap((part) => (part.kind === 'word' ? placedTexts(writer, { table, texts, of: part }) : []))
          .join(' and ')
  return inOrder === '' ? [] : [`(${[...alsoDigits, inOrder].join(' or ')})`]
}

function digitsTexts(writer: Writer, table: number, { slot, among }: SoughtDigits): readonly string[] {
  return among.map((property) => digitsLike(writer, { table, property }, { ...slot, pattern: 'contains' }))
}

/** The tsquery of the words. Words of a phrase may match anywhere only where their order is checked in addition. */
function soughtText(writer: Writer, sought: SoughtWords, several: 'inOrder' | 'anywhere'): string {
  switch (sought.kind) {
    case 'and': {
      const parts = sought.of.map((part) => soughtText(writer, part, part.kind === 'word' ? several : 'inOrder'))
      return orDigits(writer, parts.join(' && '), sought)
    }
    case 'or':
      return `(${sought.of.map((part) => soughtText(writer, part, 'inOrder')).join(' || ')})`
    case 'not':
      return `(!! ${soughtText(writer, sought.of, 'inOrder')})`
    case 'word':
      return orDigits(writer, wordQueryText(slotText(writer, sought.slot), several), sought)
  }
}

function orDigits(writer: Writer, text: string, { digits }: { readonly digits?: SoughtDigits }): string {
  return digits ? `((${text}) || ${digitsQueryText(slotText(writer, digits.slot))})` : `(${text})`
}
