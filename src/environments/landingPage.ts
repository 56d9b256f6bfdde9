/** Where the door of the working area leads (product 1.2): the last used environment, otherwise the only one, otherwise the list. */
export function landingPageOf(environmentIds: readonly string[], lastUsed: string | undefined, wanted = ''): string {
  const [only, ...others] = environmentIds
  const chosen =
    lastUsed !== undefined && environmentIds.includes(lastUsed) ? lastUsed : others.length === 0 ? only : undefined
  if (chosen === undefined) return '/environments'
  const below = wanted.replace(/^\/+/, '')
  return below === '' ? `/${chosen}` : `/${chosen}/${below}`
}
