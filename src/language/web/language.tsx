import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { formatCurrency, formatDate, formatDay, formatNumber, type DateStyle } from '#language/format.ts'
import { defaultLocale, isLocale, localeOf, locales, type Locale } from '#language/locale.ts'
import type { CompiledTexts } from '#language/messages.ts'
import { createTranslate, sayText, type Translate } from '#language/translate.ts'
import { keepLocale, keptLocale } from '#language/web/localeChoice.ts'

/** The reader's language: its texts, its formats, and the way to another one. */
export type Language = {
  readonly locale: Locale
  /** Loads the texts of another language and switches to it. Rejects an unknown one with 'Locale not found'. */
  readonly setLocale: (locale: string) => Promise<void>
  readonly t: Translate
  /** For texts that data brings: a known key is translated, anything else is said literally. */
  readonly say: (text: string) => string
  readonly date: (value: Date, style: DateStyle, timeZone?: string) => string
  /** A calendar day `YYYY-MM-DD`, never shifted by a zone. */
  readonly day: (value: string, style: 'longDate' | 'shortDate') => string
  readonly number: (value: number | string, decimals?: number) => string
  readonly currency: (value: number | string, code: string) => string
}

/** A language whose texts are here. */
export type LoadedLocale = { readonly locale: Locale; readonly texts: CompiledTexts }

const LanguageContext = createContext<Language | undefined>(undefined)

/** The language of the nearest LanguageProvider. */
export function useLanguage(): Language {
  const language = use(LanguageContext)
  if (!language) throw new Error('useLanguage needs a LanguageProvider above it')
  return language
}

/** Loads the texts of a language; of the kept or the browser's one when none is named. */
export async function loadLocale(locale: Locale = firstLocale()): Promise<LoadedLocale> {
  const { default: texts } = await sources[locale]()
  // The build compiles the locale files to flat messages (scripts/viteMessages.ts); their type here is that of the source.
  return { locale, texts: texts as unknown as CompiledTexts }
}

/** Gives everything below it the reader's language. Shows nothing until the first texts are there, unless `initial` brings them. */
export function LanguageProvider({ children, initial }: { children: ReactNode; initial?: LoadedLocale }) {
  const [loaded, setLoaded] = useState(initial)
  const [failure, setFailure] = useState<unknown>()

  useEffect(() => {
    if (initial) return
    loadLocale().then(setLoaded, setFailure)
  }, [initial])

  useEffect(() => {
    if (loaded) document.documentElement.lang = loaded.locale
  }, [loaded])

  const switchTo = useCallback(async (next: Locale) => {
    setLoaded(await loadLocale(next))
    keepLocale(next)
  }, [])

  const language = useMemo(() => (loaded ? createLanguage(loaded, switchTo) : undefined), [loaded, switchTo])
  if (failure) throw failure
  if (!language) return null
  return (
    <LanguageContext value={language}>
      <I18nProvider locale={locales[language.locale].region}>{children}</I18nProvider>
    </LanguageContext>
  )
}

function createLanguage({ locale, texts }: LoadedLocale, switchTo: (locale: Locale) => Promise<void>): Language {
  const t = createTranslate(locale, texts)
  return {
    locale,
    t,
    // Specification 8: an unknown locale is rejected with 'Locale not found'.
    setLocale: (next) => (isLocale(next) ? switchTo(next) : Promise.reject(new Error(t('language.notFound')))),
    say: (text) => sayText(t, text),
    date: (value, style, timeZone) => formatDate(value, style, locale, timeZone),
    day: (value, style) => formatDay(value, style, locale),
    number: (value, decimals) => formatNumber(value, locale, decimals),
    currency: (value, code) => formatCurrency(value, code, locale),
  }
}

function firstLocale(): Locale {
  return keptLocale() ?? localeOf(navigator.languages?.join(',')) ?? defaultLocale
}

const sources: Record<Locale, () => Promise<{ default: unknown }>> = {
  en: () => import('#language/locales/en.json'),
  es: () => import('#language/locales/es.json'),
  lv: () => import('#language/locales/lv.json'),
  ru: () => import('#language/locales/ru.json'),
}
