import type { BoundNode } from '#odata/bind/bound.ts'
import type { SoughtDigits, SoughtWords } from '#odata/bind/soughtWords.ts'
import { tableAt } from '#odata/bind/scope.ts'
import { digitsLike, slotText } from '#odata/compile/slot.ts'
import { column, type Writer } from '#odata/compile/writer.ts'
import { propertyOf } from '#odata/model.ts'
import { digitsQueryText, isPhraseText, wordQueryText } from '#platform/fullText.ts'

/** Whether a full-text search finds a row. */
export function foundText(writer: Writer, { table, fullText, of }: BoundNode & { kind: 'words' }): string {
  const { set } = tableAt(writer.guarded.query, table)
  const columnText = (name: string) => column(writer, table, propertyOf(set, name))
  const texts = fullText.texts(columnText)
  // Worked out before the rows are looked for, the query leaves PostgreSQL nothing but the index: where it guesses how many
  // rows a word finds, it prefers to make words of every row in the order of a list, which takes a hundred times as long.
  const found = `(${fullText.words(columnText)}) @@ (select ${soughtText(writer, of, 'anywhere')})`
  return `(${[found, ...placedTexts(writer, { table, texts, of })].join(' and ')})`
}

type Placed = { readonly table: number; readonly texts: string; readonly of: SoughtWords }

/**
 * What the index does not know of the words that must all be there: whether those of a phrase stand one after the other. In
 * the text that is seen a hundred times as fast as from its words made anew, which PostgreSQL does for a phrase by itself.
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

/** The query of words; what is several of them may stand anywhere only where their places are looked at besides. */
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
