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
import { createTranslate, sayText, type RoomTexts, type Translate } from '#language/translate.ts'
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

/** What is loaded at once: the texts that a room says on its screens, or those of every page of a session. */
export type TextPart = keyof RoomTexts | 'session'

/** Loads all texts of a language; of the kept or the browser's one when none is named. */
export async function loadLocale(locale: Locale = firstLocale()): Promise<LoadedLocale> {
  const [loaded, ofRooms] = await Promise.all([loadStart(locale), moduleOf(rooms, locale)])
  await loadTexts(['session', ...(Object.keys(ofRooms) as (keyof RoomTexts)[])], locale)
  return loaded
}

/** Loads what every page may say from the start. */
export async function loadStart(locale: Locale = firstLocale()): Promise<LoadedLocale> {
  shown = locale
  return { locale, texts: await moduleOf(starts, locale) }
}

/** Loads what not every page says. */
export async function loadTexts(names: readonly TextPart[], locale: Locale = shown ?? firstLocale()): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      wanted.add(name)
      const texts = await (name === 'session' ? moduleOf(sessions, locale) : textsOfRoom(name, locale))
      if (!later[locale].includes(texts)) later[locale] = [...later[locale], texts]
    }),
  )
}

/** A module of the web with the texts that it says beyond those that are there: a screen is shown when both are here. */
export async function withTexts<Module>(module: Promise<Module>, parts: readonly TextPart[]): Promise<Module> {
  const [loaded] = await Promise.all([module, loadTexts(parts)])
  return loaded
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
  const [loaded] = await Promise.all([loadStart(locale), loadTexts([...wanted], locale)])
  return loaded
}

async function textsOfRoom(room: keyof RoomTexts, locale: Locale): Promise<CompiledTexts> {
  const ofRooms = await moduleOf(rooms, locale)
  return (await ofRooms[room]()).default
}

function moduleOf<Module>(modules: Readonly<Record<string, () => Promise<Module>>>, locale: Locale): Promise<Module> {
  return modules[`../locales/start/${locale}.json`]?.() ?? Promise.reject(new Error(`No texts in ${locale}`))
}

// The build makes modules of the texts of all rooms (scripts/viteMessages.ts). How those of a room are loaded is a module
// of its own: it imports the first file, which waits for the texts of the start.
type RoomLoaders = Readonly<Record<keyof RoomTexts, () => Promise<{ readonly default: CompiledTexts }>>>
const starts = import.meta.glob<CompiledTexts>('../locales/start/*.json', { query: '?start', import: 'default' })
const sessions = import.meta.glob<CompiledTexts>('../locales/start/*.json', { query: '?session', import: 'default' })
const rooms = import.meta.glob<RoomLoaders>('../locales/start/*.json', { query: '?rooms', import: 'default' })
const later: Record<Locale, readonly CompiledTexts[]> = { en: [], es: [], lv: [], ru: [] }
const wanted = new Set<TextPart>()
let shown: Locale | undefined
