import english from '#language/locales/en.json' with { type: 'json' }
import spanish from '#language/locales/es.json' with { type: 'json' }
import latvian from '#language/locales/lv.json' with { type: 'json' }
import russian from '#language/locales/ru.json' with { type: 'json' }
import type { Locale } from '#language/locale.ts'
import { compileTexts, type TextTree } from '#language/messages.ts'
import { createTranslate, type Translate } from '#language/translate.ts'

const trees: Record<Locale, TextTree> = { en: english, es: spanish, lv: latvian, ru: russian }
const made = new Map<Locale, Translate>()

/** The translate function of a language on the server; compiled at its first use. */
export function translateFor(locale: Locale): Translate {
  let translate = made.get(locale)
  if (!translate) made.set(locale, (translate = createTranslate(locale, compileTexts(trees[locale]))))
  return translate
}
