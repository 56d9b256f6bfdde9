// Names of places, and UTC: what is written as an offset counts the other way round for PostgreSQL.
const form = /^(?:UTC|[A-Za-z][A-Za-z_-]*(?:\/[A-Za-z0-9][A-Za-z0-9_+-]*){1,2})$/
const longest = 64
// Names are the same in small and capital letters, so there are more of them than zones.
const mostKept = 1000
const known = new Map<string, boolean>()

/** Whether there is a time zone of this name (IANA), such as `Europe/Riga`. */
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
