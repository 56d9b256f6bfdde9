import type { Locale } from '#language/locale.ts'
import { compileTexts } from '#language/messages.ts'
import { listLocaleFiles, readLocaleTexts } from '#language/server/localeFiles.ts'
import { createTranslate, type Translate } from '#language/translate.ts'

const made = new Map<Locale, Translate>()

/** The translate function of a language on the server; read and compiled at its first use. */
export function translateFor(locale: Locale): Translate {
  let translate = made.get(locale)
  if (!translate) {
    const texts = compileTexts(readLocaleTexts(listLocaleFiles(locale)))
    made.set(locale, (translate = createTranslate(locale, texts)))
  }
  return translate
}
