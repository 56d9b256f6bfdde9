import { isLocale, type Locale } from '#language/locale.ts'

// Specification 7: the locale is stored in local storage under "locale", or in a cookie.
const name = 'locale'
const yearInSeconds = 31_536_000

/** The language that was chosen on this device, from local storage or else the cookie. */
export function keptLocale(): Locale | undefined {
  return [fromStorage(), fromCookie()].find(isLocale)
}

/** Stores the chosen language in local storage, or in a cookie if there is none. */
export function keepLocale(locale: Locale): void {
  try {
    window.localStorage.setItem(name, locale)
  } catch {
    document.cookie = `${name}=${locale}; path=/; max-age=${yearInSeconds}; samesite=lax`
  }
}

function fromStorage(): string | null {
  try {
    return window.localStorage.getItem(name)
  } catch {
    return null
  }
}

function fromCookie(): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=(\\w+)`).exec(document.cookie)?.[1]
}
