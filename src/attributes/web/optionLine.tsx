import { optionLabelOf, type Field } from '#attributes/attribute.ts'
import type { Option as Choice } from '#attributes/properties.ts'
import type { Option } from '#design/web/Select.tsx'
import type { Language } from '#language/web/language.tsx'

/** A choice as a line of a list: the maker's colour is a mark beside the word, so that any colour stays readable. */
export function optionLine(field: Field, choice: Choice, t: Language['t']): Option {
  const { value, color, description } = choice
  return {
    id: value,
    label: optionLabelOf(field, value, t),
    ...(color ? { icon: <ColorDot color={color} /> } : {}),
    ...(description ? { detail: description } : {}),
  }
}

/** The ring keeps a dark colour visible on a dark page, and a light one on a light page. */
export function ColorDot({ color }: { color: string }) {
  return (
    <span aria-hidden className="size-2 shrink-0 rounded-full ring-1 ring-muted/60" style={{ background: color }} />
  )
}
