import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import type { Ways } from '#language/format.ts'
import { defaultLocale, isLocale, localeOf, locales, type Locale } from '#language/locale.ts'
import type { CompiledTexts } from '#language/messages.ts'
import { createTranslate, sayText, type Translate } from '#language/translate.ts'
import { laterParts, type LaterPart } from '#language/startTexts.ts'
import { keepLocale, keptLocale } from '#language/web/localeChoice.ts'
import {
  watchFormatPreferences,
  currentFormatPreferences,
  type FormatPreferencesIn,
} from '#language/web/formatPreferences.ts'

/** The reader's language: its texts, the reader's ways of dates and numbers, and the way to another language. */
export type Language = Ways & {
  readonly locale: Locale
  /** Loads the texts of another language and switches to it. Rejects an unknown one with 'Locale not found'. */
  readonly setLocale: (locale: string) => Promise<void>
  readonly t: Translate
  /** For texts that data brings: a known key is translated, anything else is said literally. */
  readonly say: (text: string) => string
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

/** Loads all texts of a language; of the kept or the browser's one when none is named. */
export async function loadLocale(locale: Locale = firstLocale()): Promise<LoadedLocale> {
  const [loaded] = await Promise.all([loadStart(locale), loadLater(laterParts, locale)])
  return loaded
}

/** Loads what every page may say from the start. */
export async function loadStart(locale: Locale = firstLocale()): Promise<LoadedLocale> {
  shown = locale
  return { locale, texts: await partOf(starts, locale) }
}

/** Loads what not every page says. A page that does waits for it before it is shown. */
export async function loadLater(parts: readonly LaterPart[], locale: Locale = shown ?? firstLocale()): Promise<void> {
  await Promise.all(
    parts.map(async (part) => {
      wanted.add(part)
      const texts = await partOf(laters[part], locale)
      if (!later[locale].includes(texts)) later[locale] = [...later[locale], texts]
    }),
  )
}

/** Gives everything below it the reader's language. Shows nothing until the first texts are there, unless `initial` brings them. */
export function LanguageProvider({ children, initial }: { children: ReactNode; initial?: LoadedLocale }) {
  const [loaded, setLoaded] = useState(initial)
  const [failure, setFailure] = useState<unknown>()

  useEffect(() => {
    if (initial) return
    loadNeeded(firstLocale()).then(setLoaded, setFailure)
  }, [initial])

  useEffect(() => {
    if (loaded) document.documentElement.lang = loaded.locale
  }, [loaded])

  const switchTo = useCallback(async (next: Locale) => {
    setLoaded(await loadNeeded(next))
    keepLocale(next)
  }, [])

  const waysIn = useSyncExternalStore(watchFormatPreferences, currentFormatPreferences)
  const language = useMemo(
    () => (loaded ? createLanguage(loaded, waysIn, switchTo) : undefined),
    [loaded, waysIn, switchTo],
  )
  if (failure) throw failure
  if (!language) return null
  return (
    <LanguageContext value={language}>
      <I18nProvider locale={locales[language.locale].region}>{children}</I18nProvider>
    </LanguageContext>
  )
}

function createLanguage(
  { locale, texts }: LoadedLocale,
  waysIn: FormatPreferencesIn,
  switchTo: (locale: Locale) => Promise<void>,
): Language {
  const ways = waysIn(locale)
  const t = createTranslate(locale, texts, () => later[locale], ways.numberRegion)
  return {
    ...ways,
    locale,
    t,
    // Specification 8: an unknown locale is rejected with 'Locale not found'.
    setLocale: (next) => (isLocale(next) ? switchTo(next) : Promise.reject(new Error(t('language.notFound')))),
    say: (text) => sayText(t, text),
  }
}

function firstLocale(): Locale {
  return keptLocale() ?? localeOf(navigator.languages?.join(',')) ?? defaultLocale
}

async function loadNeeded(locale: Locale): Promise<LoadedLocale> {
  const [loaded] = await Promise.all([loadStart(locale), loadLater([...wanted], locale)])
  return loaded
}

async function partOf(files: Record<string, () => Promise<CompiledTexts>>, locale: Locale): Promise<CompiledTexts> {
  return (await files[`../locales/${locale}.json`]?.()) ?? {}
}

// The build compiles the locale files to flat messages, in parts (scripts/viteMessages.ts).
const starts = import.meta.glob<CompiledTexts>('../locales/*.json', { query: '?start', import: 'default' })
const laters: Record<LaterPart, Record<string, () => Promise<CompiledTexts>>> = {
  rest: import.meta.glob<CompiledTexts>('../locales/*.json', { query: '?rest', import: 'default' }),
  aside: import.meta.glob<CompiledTexts>('../locales/*.json', { query: '?aside', import: 'default' }),
  identity: import.meta.glob<CompiledTexts>('../locales/*.json', { query: '?identity', import: 'default' }),
  entry: import.meta.glob<CompiledTexts>('../locales/*.json', { query: '?entry', import: 'default' }),
  doing: import.meta.glob<CompiledTexts>('../locales/*.json', { query: '?doing', import: 'default' }),
  access: import.meta.glob<CompiledTexts>('../locales/*.json', { query: '?access', import: 'default' }),
}
const later: Record<Locale, readonly CompiledTexts[]> = { en: [], es: [], lv: [], ru: [] }
const wanted = new Set<LaterPart>()
let shown: Locale | undefined
