/** PostgreSQL refuses JSON that is nested some thousand levels deep; nothing that people make comes near this. */
const deepest = 100

/** Whether a text can be stored as it is: no NUL, which PostgreSQL's texts cannot hold, and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** The beginning of a text, of at most so many characters; a sign of two of them is never halved. */
export function beginningOf(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
}

/** A JSON value that can be stored: in its texts stands U+FFFD for what cannot. */
export function madeStorable<Value>(value: Value): Value {
  const stored = (_key: string, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll('\0', '\ufffd').toWellFormed() : inner
  return JSON.parse(JSON.stringify(value, stored)) as Value
}

/** The paths within a JSON value of what cannot be stored, joined by dots: such texts, and what is nested too deep. */
export function unstorablePaths(value: unknown, path = '', depth = 0): string[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [path]
  if (value === null || typeof value !== 'object') return []
  if (depth === deepest) return [path]
  return Object.entries(value).flatMap(([key, inner]) =>
    isStorable(key) ? unstorablePaths(inner, path === '' ? key : `${path}.${key}`, depth + 1) : [path],
  )
}
