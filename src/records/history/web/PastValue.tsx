import type { Field } from '#attributes/attribute.ts'
import type { WireValue } from '#attributes/type.ts'
import { renderValue } from '#attributes/web/cells.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** The names of linked records by id; those that may not be read, or are gone, have none. */
export type Names = Readonly<Record<string, string | null>>

type PastValueProps = { readonly field: Field; readonly value: WireValue; readonly names: Names }

// What is long is told by its beginning: with the dots, as much as a cell shows.
const longest = 299

/** A value that a field had, in the words of its type. */
export function PastValue({ field, value, names }: PastValueProps) {
  const language = useLanguage()
  if (value === null || value === '')
    return <span className="text-muted italic">{language.t('records.past.empty')}</span>
  const shown = typeof value === 'string' && value.length > longest ? `${value.slice(0, longest)}…` : value
  const linked = typeof value === 'string' ? (names[value] ?? null) : null
  return renderValue({ field, value: shown, linked, language })
}
