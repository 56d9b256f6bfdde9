import { waysOf, type Ways } from '#language/format.ts'
import type { Formats } from '#language/formats.ts'
import type { Locale } from '#language/locale.ts'

/** The ways of the reader in a language. */
export type WaysIn = (locale: Locale) => Ways

/** The zone of the browser's clock; what is no zone (RFC 9557 `Etc/Unknown`) counts as UTC. */
export const browserZone = zoneOfBrowser()

const usual: WaysIn = (locale) => waysOf(locale, browserZone)
const watchers = new Set<() => void>()
let worn = usual

export function wornWays(): WaysIn {
  return worn
}

export function watchWays(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Shows dates and numbers from now on as a person has set it; how, is loaded with the first who has set something. */
export async function wearFormats({ timezone, dateformat, timeformat, numberformat }: Formats): Promise<void> {
  const formats = { timezone, dateformat, timeformat, numberformat }
  const isUsual = Object.values(formats).every((each) => each === 'auto')
  if (isUsual && worn === usual) return
  const { ownWays } = await import('#language/ownWays.ts')
  worn = isUsual ? usual : (locale) => ownWays(locale, browserZone, formats)
  for (const watcher of watchers) watcher()
}

function zoneOfBrowser(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return !timeZone || timeZone === 'Etc/Unknown' ? 'UTC' : timeZone
}
