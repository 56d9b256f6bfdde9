const key = 'last_place'

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
