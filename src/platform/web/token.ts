// Specification 9: token storage is session storage, under the keys access_token and remember_me.
const tokenKey = 'access_token'
const rememberKey = 'remember_me'
const memory = new Map<string, string>()

/** The access token of this tab; none in a session by cookie. */
export function storedToken(): string | undefined {
  return read(tokenKey) || undefined
}

/** Keeps the access token of this tab, or forgets it. */
export function storeToken(token: string | undefined): void {
  write(tokenKey, token)
}

/** Whether the person asked to stay signed in. */
export function rememberMe(): boolean {
  return read(rememberKey) === 'true'
}

export function storeRememberMe(remember: boolean): void {
  write(rememberKey, String(remember))
}

function read(key: string): string | undefined {
  try {
    return window.sessionStorage.getItem(key) ?? undefined
  } catch {
    return memory.get(key)
  }
}

function write(key: string, value: string | undefined): void {
  try {
    if (value === undefined) window.sessionStorage.removeItem(key)
    else window.sessionStorage.setItem(key, value)
  } catch {
    // Storage is refused in some private windows: the session then lasts as long as the page.
    if (value === undefined) memory.delete(key)
    else memory.set(key, value)
  }
}
