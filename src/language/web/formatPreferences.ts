import { waysOf, type Ways } from '#language/format.ts'
import type { Formats } from '#language/formats.ts'
import type { Locale } from '#language/locale.ts'

/** The ways of the reader in a language. */
export type FormatPreferencesIn = (locale: Locale) => Ways

/** The zone of the browser's clock. */
export const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

const usual: FormatPreferencesIn = (locale) => waysOf(locale, browserZone)
const watchers = new Set<() => void>()
let worn = usual

export function currentFormatPreferences(): FormatPreferencesIn {
  return worn
}

export function watchFormatPreferences(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Shows dates and numbers from now on as a person has set it; how, is loaded with the first who has set something. */
export async function applyFormats(formats: Formats): Promise<void> {
  const { timezone, dateformat, timeformat, numberformat } = formats
  // A server of before, while it is being replaced, tells none.
  const isUsual = [timezone, dateformat, timeformat, numberformat].every((each = 'auto') => each === 'auto')
  if (isUsual && worn === usual) return
  worn = isUsual ? usual : (await import('#language/formatPreferences.ts')).formatPreferencesIn(browserZone, formats)
  for (const watcher of watchers) watcher()
}
