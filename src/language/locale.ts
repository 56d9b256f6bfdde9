/** Specification 9: the interface languages with the region whose formats they use. */
export const locales = {
  en: { region: 'en-US', name: 'English' },
  es: { region: 'es-ES', name: 'Español' },
  lv: { region: 'lv-LV', name: 'Latviešu' },
  ru: { region: 'ru-RU', name: 'Русский' },
} as const

export type Locale = keyof typeof locales
export const defaultLocale: Locale = 'en'
export const localeCodes = Object.keys(locales) as Locale[]

export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && Object.hasOwn(locales, value)
}

/** The first of our languages that an Accept-Language header (RFC 9110 12.5.4) asks for; the default when it names none. */
export function localeOf(acceptLanguage: string | undefined): Locale {
  if (acceptLanguage === undefined) return defaultLocale
  const wanted = acceptLanguage
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='))
      return { code: tag.slice(0, 2).toLowerCase(), quality: quality ? Number(quality.slice(2)) : 1 }
    })
    .filter(({ code, quality }) => isLocale(code) && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  const best = wanted[0]?.code
  return isLocale(best) ? best : defaultLocale
}
