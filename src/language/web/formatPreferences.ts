import { waysOf, type Ways } from '#language/format.ts'
import type { Formats } from '#language/formats.ts'
import type { Locale } from '#language/locale.ts'

/** The ways of the reader in a language. */
export type FormatPreferencesIn = (locale: Locale) => Ways

/** The zone of the browser's clock. */
export const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

const usual: FormatPreferencesIn = (locale) => waysOf(locale, browserZone)
const watchers = new Set<() => void>()
let current = usual

export function currentFormatPreferences(): FormatPreferencesIn {
  return current
}

export function watchFormatPreferences(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/**
 * Shows dates and numbers in the person's formats from now on; the code is loaded when the first person has set a
 * format.
 */
export async function applyFormats(formats: Formats): Promise<void> {
  const { timezone, dateformat, timeformat, numberformat } = formats
  // An older server sends no formats while it is being replaced.
  const isUsual = [timezone, dateformat, timeformat, numberformat].every((each = 'auto') => each === 'auto')
  if (isUsual && current === usual) return
  current = isUsual ? usual : (await import('#language/formatPreferences.ts')).formatPreferencesIn(browserZone, formats)
  for (const watcher of watchers) watcher()
}
