/** PostgreSQL refuses JSON that is nested some thousand levels deep; nothing that people make comes near this. */
const deepest = 100

/** Whether a text can be stored as it is: no NUL, which PostgreSQL's texts cannot hold, and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
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
