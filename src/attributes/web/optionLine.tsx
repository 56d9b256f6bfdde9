import type { ReactNode } from 'react'
import { optionLabelOf, type Field } from '#attributes/attribute.ts'
import type { AttributeOption as Choice } from '#attributes/properties.ts'
import { fieldIcon } from '#attributes/web/fieldIcon.tsx'
import type { Option } from '#design/web/choice/Select.tsx'
import type { Language } from '#language/web/language.tsx'

/** A choice as a line of a list. */
export function optionLine(field: Field, choice: Choice, t: Language['t']): Option {
  const { value, description } = choice
  return {
    id: value,
    label: optionLabelOf(field, value, t),
    icon: optionMark(choice),
    ...(description ? { detail: description } : {}),
  }
}

/** The maker's colour and picture are marks beside the word, so that any colour stays readable; nothing without both. */
export function optionMark({ color, icon = null }: Pick<Choice, 'color' | 'icon'>): ReactNode {
  const picture = fieldIcon({ icon })
  return (
    (color || picture) && (
      <span className="inline-flex shrink-0 items-center gap-1">
        {color && <ColorDot color={color} />}
        {picture}
      </span>
    )
  )
}

/** The ring keeps a dark colour visible on a dark page, and a light one on a light page. */
export function ColorDot({ color }: { color: string }) {
  return (
    <span aria-hidden className="size-2 shrink-0 rounded-full ring-1 ring-muted/60" style={{ background: color }} />
  )
}
