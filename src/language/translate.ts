import { locales, type Locale } from '#language/locale.ts'
import type { CompiledTexts } from '#language/messages.ts'
import { sayMessage } from '#language/sayMessage.ts'

/** The dotted keys of a tree of texts. */
export type KeysOf<Tree, Prefix extends string = ''> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? `${Prefix}${Key}` : KeysOf<Tree[Key], `${Prefix}${Key}.`>
}[keyof Tree & string]

/** The keys of each room's English texts: a room that has texts adds its own in `locales/textKeys.ts`. */
export interface RoomTexts {}

/** Every key of the English texts; a key that is not there does not compile. */
export type TextKey = RoomTexts[keyof RoomTexts]
export type TextValues = Readonly<Record<string, unknown>>

/** Says the text of a key in one language, with values and plurals filled in. */
export type Translate = (key: TextKey, values?: TextValues) => string

/** Specification 5: a translation text over 100 characters is treated as literal text. */
export const longestKey = 100

/**
 * The translate function of one language. A key without text, and a text over 100 characters, is said as it stands.
 * `later` gives the parts that came after those of the start, in the order in which they came; `numbers` is the region that
 * writes numbers as the reader does.
 */
export function createTranslate(
  locale: Locale,
  texts: CompiledTexts,
  later: () => readonly CompiledTexts[] = () => [],
  numbers: string = locales[locale].region,
): Translate {
  const { region } = locales[locale]
  const find = (key: string) => [texts, ...later()].find((part) => Object.hasOwn(part, key))?.[key]
  return (key, values) => {
    const message = key.length > longestKey ? undefined : find(key)
    return message === undefined ? key : sayMessage(message, region, values, numbers)
  }
}

/** For texts from data, such as a template's title: a known key is translated, any other text is returned unchanged. */
export function sayText(translate: Translate, text: string): string {
  return text.length > longestKey ? text : translate(text as TextKey)
}
