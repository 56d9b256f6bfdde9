import type { DefinitionKind } from '#changes/definition.ts'
import type { TextKey, Translate } from '#language/translate.ts'

// Keys come with data: @texts attributes changes entities records records/kinds views

/** Display texts for the operations of one kind of definition. */
export type DefinitionTexts = {
  /** Pattern of text keys for properties: the property name replaces the star. Takes precedence over `properties`. */
  readonly propertyPattern?: string
  /** Text keys of other properties, by name. */
  readonly properties?: Readonly<Record<string, TextKey>>
  /** Text keys of nested parts; a name may mean something else inside a part. */
  readonly parts?: Readonly<Record<string, TextKey>>
  /** Patterns of text keys for enumerated values of a property: the value replaces the star. */
  readonly words?: Readonly<Record<string, readonly string[]>>
  /** By property: names of values in text keys, where different from the value. */
  readonly wordNames?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Parts that name fields: text keys of the common record fields, by uri. */
  readonly fields?: { readonly parts: readonly string[]; readonly texts: Readonly<Record<string, TextKey>> }
  /** The text of a compound value; undefined for values that are listed part by part. */
  value?(translate: Translate, parts: Readonly<Record<string, unknown>>): string | undefined
}

export type DefinitionTextsByKind = Readonly<Record<DefinitionKind, DefinitionTexts>>

/** The texts for an operation: first of its own kind of definition, then of all others. */
export function textsForOperation(byKind: DefinitionTextsByKind, operationKind: string): readonly DefinitionTexts[] {
  const [kind = ''] = operationKind.split('.')
  const own = Object.entries(byKind).filter(([name]) => name === kind)
  const others = Object.entries(byKind).filter(([name]) => name !== kind)
  return [...own, ...others].map(([, texts]) => texts)
}

/** The display name of a property; the property's own name as a fallback. */
export function propertyText(t: Translate, texts: readonly DefinitionTexts[], name: string): string {
  const patterns = texts.flatMap(({ propertyPattern }) => propertyPattern?.replace('*', name) ?? [])
  const keys = [...(patterns as TextKey[]), ...texts.flatMap(({ properties }) => properties?.[name] ?? [])]
  return firstText(t, keys) ?? name
}

/** The display name of a part; falls back to the property of the same name. */
export function definitionPartText(t: Translate, texts: readonly DefinitionTexts[], name: string): string {
  const keys = texts.flatMap(({ parts }) => parts?.[name] ?? [])
  return firstText(t, keys) ?? propertyText(t, texts, name)
}

/** The display text of an enumerated value such as `sum`; undefined for texts that people wrote. */
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

/** The text of a compound value, such as a period. */
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
