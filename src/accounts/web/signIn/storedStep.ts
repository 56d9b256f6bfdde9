/** What a sign-in that goes over several pages leaves for the next of them, in this tab only. */
export function storeStep(name: string, step: object): void {
  try {
    window.sessionStorage.setItem(name, JSON.stringify(step))
  } catch {
    // Without storage the next page says that it took too long.
  }
}

/** What the page before has left; taken once. */
export function takeStep<Step>(name: string): Step | undefined {
  try {
    const kept = window.sessionStorage.getItem(name)
    window.sessionStorage.removeItem(name)
    return kept === null ? undefined : (JSON.parse(kept) as Step)
  } catch {
    return undefined
  }
}
