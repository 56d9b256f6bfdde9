import type { DefinitionKind } from '#changes/definition.ts'
import type { TextKey, Translate } from '#language/translate.ts'

// Keys come with data: @texts attributes changes entities records records/kinds views

/** What the operations of a kind of definition say, in words that people read. */
export type DefinitionTexts = {
  /** The text that names any property: its name stands for the star. Asked before `properties`. */
  readonly propertyPattern?: string
  /** What other properties are called, by their names. */
  readonly properties?: Readonly<Record<string, TextKey>>
  /** What the parts of a property are called; a name may mean another thing in a part than by itself. */
  readonly parts?: Readonly<Record<string, TextKey>>
  /** Where the words of ours that a property holds have their texts: the word stands for the star. */
  readonly words?: Readonly<Record<string, readonly string[]>>
  /** By property, how words are called in the keys of their texts, where that is not by themselves. */
  readonly wordNames?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Parts that name fields: what those fields are called that every record has, by their uris. */
  readonly fields?: { readonly parts: readonly string[]; readonly texts: Readonly<Record<string, TextKey>> }
  /** The text of a value that has parts; undefined for those that are told part by part. */
  value?(translate: Translate, parts: Readonly<Record<string, unknown>>): string | undefined
}

export type DefinitionTextsByKind = Readonly<Record<DefinitionKind, DefinitionTexts>>

/** The texts for an operation: those of the kind of definition that it changes first, then those of all others. */
export function textsForOperation(byKind: DefinitionTextsByKind, operationKind: string): readonly DefinitionTexts[] {
  const [kind = ''] = operationKind.split('.')
  const own = Object.entries(byKind).filter(([name]) => name === kind)
  const others = Object.entries(byKind).filter(([name]) => name !== kind)
  return [...own, ...others].map(([, texts]) => texts)
}

/** What a property is called; its own name where no text says more. */
export function propertyText(t: Translate, texts: readonly DefinitionTexts[], name: string): string {
  const patterns = texts.flatMap(({ propertyPattern }) => propertyPattern?.replace('*', name) ?? [])
  const keys = [...(patterns as TextKey[]), ...texts.flatMap(({ properties }) => properties?.[name] ?? [])]
  return firstText(t, keys) ?? name
}

/** A part means by its name what only parts do, else what a property of that name does. */
export function definitionPartText(t: Translate, texts: readonly DefinitionTexts[], name: string): string {
  const keys = texts.flatMap(({ parts }) => parts?.[name] ?? [])
  return firstText(t, keys) ?? propertyText(t, texts, name)
}

/** A word of ours that a property holds, such as `sum`, as people read it; undefined for what people wrote themselves. */
export function wordText(
  t: Translate,
  texts: readonly DefinitionTexts[],
  property: string,
  word: string,
): string | undefined {
  const fields = texts.find((each) => each.fields?.parts.includes(property))?.fields
  if (fields)
    return firstText(
      t,
      Object.entries(fields.texts).flatMap(([uri, key]) => (uri === word ? [key] : [])),
    )
  const keys = texts.flatMap(({ words, wordNames }) => {
    const said = wordNames?.[property]?.[word] ?? word
    return (words?.[property] ?? []).map((pattern) => pattern.replace('*', said) as TextKey)
  })
  return firstText(t, keys)
}

/** The text of a value that is more than its parts, such as a period. */
export function definitionValueText(
  t: Translate,
  texts: readonly DefinitionTexts[],
  parts: Readonly<Record<string, unknown>>,
): string | undefined {
  for (const { value } of texts) {
    const said = value?.(t, parts)
    if (said !== undefined) return said
  }
  return undefined
}

function firstText(t: Translate, keys: readonly TextKey[]): string | undefined {
  return keys.map((key) => ({ key, text: t(key) })).find(({ key, text }) => text !== key)?.text
}
