import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage'

/** Texts of one locale as they stand in the file: nested groups of ICU messages. */
export type TextTree = { readonly [key: string]: string | TextTree }

/** Texts of one locale ready to use: dotted key -> compiled message. */
export type CompiledTexts = Readonly<Record<string, CompiledMessage>>

/** A locale file compiled. Throws on a text that is not a valid ICU message. */
export function compileTexts(tree: TextTree): CompiledTexts {
  return Object.fromEntries(Object.entries(flatten(tree)).map(([key, text]) => [key, compileMessageOrThrow(text)]))
}

/** A nested tree of texts as dotted keys. */
export function flatten(tree: TextTree, prefix = ''): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(tree).map(([key, value]) =>
      typeof value === 'string' ? { [prefix + key]: value } : flatten(value, `${prefix}${key}.`),
    ),
  )
}
