const key = 'view_as'

/** As whom this tab sees an environment. */
export type Viewing = { readonly environment: string; readonly member: string; readonly name: string }

/** As whom this tab sees any environment now. */
export function viewing(): Viewing | undefined {
  try {
    const kept = window.sessionStorage.getItem(key)
    return kept === null ? undefined : (JSON.parse(kept) as Viewing)
  } catch {
    return undefined
  }
}

/** The member as whom a call is to be answered; the calls that begin and end it are one's own. */
export function viewedIn(path: string): string | undefined {
  const now = viewing()
  return now && path.includes(now.environment) && !path.endsWith(`/viewas/${now.member}`) ? now.member : undefined
}

/** Sees an environment as a member from here on, or as oneself again. What is on the page was answered to another: it loads anew. */
export function keepViewing(now: Viewing | undefined): void {
  if (now) window.sessionStorage.setItem(key, JSON.stringify(now))
  else window.sessionStorage.removeItem(key)
}
