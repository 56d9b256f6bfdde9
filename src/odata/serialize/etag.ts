/** The weak ETag of a row's version, as `@odata.etag` and as header. */
export function etagOf(version: number | string): string {
  return `W/"${version}"`
}

/** What an If-Match header allows: any version, or one of these. Undefined where it is no list of tags. */
export function headerVersions(header: string): '*' | readonly string[] | undefined {
  const text = header.trim()
  if (text === '*') return '*'
  if (!/^(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*$/.test(text)) return undefined
  return [...text.matchAll(/"([^"]*)"/g)].map((found) => found[1] ?? '')
}

/** The ETag header of a row; none where its set has no versions. */
export function etagHeader(version: string | null): { readonly etag?: string } {
  return version === null || version === '' ? {} : { etag: etagOf(version) }
}

/** Whether an If-None-Match header names the version of a row, so that its asker has it already. */
export function isKnown(header: string | undefined, version: string | null): boolean {
  const versions = header === undefined || version === null ? undefined : headerVersions(header)
  return versions === '*' || (version !== null && versions?.includes(version) === true)
}
