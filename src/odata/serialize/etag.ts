/** The weak ETag of a row's version, as `@odata.etag` and as header. */
export function etagOf(version: number | string): string {
  return `W/"${version}"`
}

/** What an If-Match header allows: any version, or one of these. Undefined where it is no list of tags. */
export function versionsOf(header: string): '*' | readonly string[] | undefined {
  const text = header.trim()
  if (text === '*') return '*'
  if (!/^(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*$/.test(text)) return undefined
  return [...text.matchAll(/"([^"]*)"/g)].map((found) => found[1] ?? '')
}
