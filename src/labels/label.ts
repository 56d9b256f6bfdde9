import type { Locale } from '#language/locale.ts'

/** Where a label stands: which text of which definition it says, in which language. */
export type LabelPlace = {
  readonly definition_id: string
  /** A property of the definition, or `options.` and the value of an option. */
  readonly property: string
  readonly locale: Locale
}

/** A text of a definition in another language than the one that its maker wrote it in (product ruling part 6, 10). */
export type Label = LabelPlace & {
  /** The table that the definition is, or belongs to. */
  readonly entity_id: string
  readonly text: string
  /** The change that last touched it. */
  readonly change_id: string
}

/** A label as answered to makers. */
export type LabelRecord = LabelPlace & Pick<Label, 'text'>

/** The key of a label: definition, language and property. */
export function nameOfPlace({ definition_id: id, property, locale }: LabelPlace): string {
  return `${id} ${locale} ${property}`
}
