import type { Operation } from '#changes/operation.ts'
import { nameOfText, labelProblems, type BaseText } from '#labels/baseText.ts'
import { nameOfPlace, type LabelPlace, type LabelRecord } from '#labels/label.ts'
import type { Locale } from '#language/locale.ts'
import type { Problem } from '#faults/fault.ts'

/** Typed labels that are not saved yet, by key. */
export type Drafts = ReadonlyMap<string, string>

/** A text that would be another one than is saved. */
export type LabelChange = LabelPlace & {
  readonly base: BaseText
  readonly text: string | null
  readonly was: string | null
}

/** Saved labels, by key. */
export function savedTexts(labels: readonly LabelRecord[]): ReadonlyMap<string, string> {
  return new Map(labels.map((label) => [nameOfPlace(label), label.text]))
}

/** The key parts of a base text's label in a language. */
export function placeIn(base: BaseText, locale: Locale): LabelPlace {
  return { definition_id: base.definition_id, property: base.property, locale }
}

/** The base texts without a label in a language; texts of the system are excluded, because they cannot be changed. */
export function missingTexts(
  texts: readonly BaseText[],
  saved: ReadonlyMap<string, string>,
  locale: Locale,
): readonly BaseText[] {
  return texts.filter((base) => !base.managed && !saved.has(nameOfPlace(placeIn(base, locale))))
}

/** The changes that saving would make. */
export function labelChanges(
  texts: readonly BaseText[],
  saved: ReadonlyMap<string, string>,
  drafts: Drafts,
  locales: readonly Locale[],
): readonly LabelChange[] {
  return locales.flatMap((locale) =>
    texts.flatMap((base) => {
      const place = placeIn(base, locale)
      const typed = drafts.get(nameOfPlace(place))?.trim()
      const was = saved.get(nameOfPlace(place)) ?? null
      const text = typed || null
      return typed === undefined || text === was ? [] : [{ ...place, base, text, was }]
    }),
  )
}

/** The problems of a change. */
export function changeProblems({ property, text }: LabelChange): readonly Problem[] {
  return text === null ? [] : labelProblems(property, text)
}

/** The operation that makes the changes, unless somebody else was faster. */
export function savingLabels(entityId: string, changes: readonly LabelChange[]): Operation {
  return {
    kind: 'label.set',
    entity_id: entityId,
    labels: changes.map(({ definition_id: id, property, locale, text, was }) => ({ id, property, locale, text, was })),
  }
}

/** Texts by the definitions that they are of, in their order. */
export function byDefinition(texts: readonly BaseText[]): readonly (readonly BaseText[])[] {
  return [...Map.groupBy(texts, ({ definition_id: id }) => id).values()]
}

/** Those texts that are meant by their names. */
export function textsNamed(texts: readonly BaseText[], names: ReadonlySet<string>): readonly BaseText[] {
  return texts.filter((base) => names.has(nameOfText(base)))
}
