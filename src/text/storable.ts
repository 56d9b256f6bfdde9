/** Whether a text can be stored as it is: no NUL, which PostgreSQL's texts cannot hold, and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** The paths of the texts within a JSON value that cannot be stored, joined by dots. */
export function unstorablePaths(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [path]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) =>
    isStorable(key) ? unstorablePaths(inner, path === '' ? key : `${path}.${key}`) : [path],
  )
}
