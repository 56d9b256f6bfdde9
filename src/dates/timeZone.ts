// Names of places, and UTC. Offsets are excluded, because PostgreSQL counts their sign the other way round.
const form = /^(?:UTC|[A-Za-z][A-Za-z_-]*(?:\/[A-Za-z0-9][A-Za-z0-9_+-]*){1,2})$/
const longest = 64
// Limit of the cache: names are case-insensitive, so there are more spellings than zones.
const mostKept = 1000
const known = new Map<string, boolean>()

/** Whether a time zone of this name exists (IANA), such as `Europe/Riga`. */
export function isTimeZone(name: string): boolean {
  const found = known.get(name)
  if (found !== undefined) return found
  const exists = name.length <= longest && form.test(name) && isKnownToIntl(name)
  if (known.size >= mostKept) known.clear()
  known.set(name, exists)
  return exists
}

function isKnownToIntl(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone }).format(0)
    return true
  } catch {
    return false
  }
}
