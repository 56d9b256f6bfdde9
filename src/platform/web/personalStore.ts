// What someone typed is kept in the tab, with whose it is: whoever signs in there next is never offered it.
const prefix = 'personal.'
const ownerKey = 'personal_of'

/** Called once it is known who is signed in: what another person left in this tab is forgotten, one's own stays. */
export function keepFor(person: string): void {
  try {
    const { sessionStorage } = window
    if (sessionStorage.getItem(ownerKey) === person) return
    const names = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index) ?? '')
    for (const name of names) if (name.startsWith(prefix)) sessionStorage.removeItem(name)
    sessionStorage.setItem(ownerKey, person)
  } catch {
    // Without storage nothing was kept.
  }
}

/** What this person left under a name in this tab. */
export function readPersonal<Kept>(name: string): Kept | undefined {
  try {
    const text = window.sessionStorage.getItem(prefix + name)
    return text === null ? undefined : (JSON.parse(text) as Kept)
  } catch {
    return undefined
  }
}

/** Keeps something under a name for as long as the tab lives and its person does not change; undefined forgets it. */
export function storePersonal(name: string, kept: object | undefined): void {
  try {
    if (kept) window.sessionStorage.setItem(prefix + name, JSON.stringify(kept))
    else window.sessionStorage.removeItem(prefix + name)
  } catch {
    // Without storage it lasts as long as the page.
  }
}
