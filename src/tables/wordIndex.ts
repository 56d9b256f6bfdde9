import { columnOf, type Field } from '#attributes/attribute.ts'
import { listMetadata } from '#attributes/listMetadata.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { searchFields } from '#entities/searchFields.ts'
import { digestOf } from '#platform/digest.ts'
import { phrasesText, untagged, wordsText } from '#platform/fullText.ts'
import { ident, literal } from '#platform/sql.ts'
import type { TableIndex } from '#tables/indexes.ts'
import { indexName } from '#tables/step.ts'

/** What full-text search looks into, given the SQL of a record's columns: its words, and the texts that they stand in. */
export type Words = {
  readonly words: (columnText: (column: string) => string) => string
  readonly texts: (columnText: (column: string) => string) => string
}

/** What full-text search reads of an entity's records; undefined where it is off or there is nothing to read. */
export function wordsOf(entity: EntityDefinition): Words | undefined {
  const fields = entity.tsv ? searchFields(entity) : []
  if (fields.length === 0) return undefined
  const telephones = fields.filter(({ type }) => listMetadata[type].words === 'telephone')
  const textsOf = (columnText: (column: string) => string) =>
    fields.map((field) => textOf(field, columnText(columnOf(field))))
  return {
    words: (columnText) =>
      wordsText(
        textsOf(columnText),
        telephones.map((field) => columnText(columnOf(field))),
      ),
    texts: (columnText) => phrasesText(textsOf(columnText)),
  }
}

/**
 * The index of full-text search. Its name tells what it is made of, so that one of other attributes, or of a column that an
 * attribute had before, is never taken for it.
 */
export function wordIndexOf(entity: EntityDefinition): TableIndex | undefined {
  const words = wordsOf(entity)
  if (!words) return undefined
  const on = words.words(ident)
  const made = searchFields(entity).map(({ id, type }) => `${id} ${type}`)
  return {
    name: indexName(entity.id, `words_${digestOf([on, ...made].join('\n'))}`),
    table: entity.uri,
    on: `using gin ((${on}))`,
  }
}

/** What the names of all such indexes begin with. */
export const wordIndexPrefix = '_words_'

function textOf(field: Field, text: string): string {
  const { words } = listMetadata[field.type]
  if (words === 'html') return untagged(text)
  return words === 'label' ? withLabels(field, text) : text
}

/** A choice is found by the label that people read, and by its value. A label that changes makes another index. */
function withLabels(field: Field, text: string): string {
  if ('label' in field) return text
  const cases = field.options.map(({ value, label }) => `when ${literal(value)} then ${literal(` ${label}`)}`)
  return cases.length === 0 ? text : `${text} || (case ${text} ${cases.join(' ')} else '' end)`
}
