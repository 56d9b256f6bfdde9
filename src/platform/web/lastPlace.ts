const key = 'last_place'
const startKey = 'start_page'

/** The page that was open last while signed in; `/` leads there. */
export function lastPlace(): string | undefined {
  return read(key) ?? undefined
}

export function keepLastPlace(path: string): void {
  write(key, path)
}

export function forgetLastPlace(): void {
  write(key, undefined)
}

/** Where `/` may lead those who are signed in: to where they were, home, or to the environment that they used last. */
export const startPages = ['last', 'main', 'd'] as const

/** Which of them the person has chosen on this device. */
export function startPage(): (typeof startPages)[number] {
  return startPages.find((page) => page === read(startKey)) ?? 'last'
}

export function keepStartPage(page: string): void {
  write(startKey, page)
}

/** The page that `/` leads to; none for those who were never signed in here. */
export function firstPlace(): string | undefined {
  const last = lastPlace()
  const page = startPage()
  return last === undefined || page === 'last' ? last : `/${page}`
}

function read(name: string): string | null {
  try {
    return window.localStorage.getItem(name)
  } catch {
    return null
  }
}

function write(name: string, value: string | undefined): void {
  try {
    if (value === undefined) window.localStorage.removeItem(name)
    else window.localStorage.setItem(name, value)
  } catch {
    // Without storage the home page is the last place.
  }
}
