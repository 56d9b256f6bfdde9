/** What a client prefers (part 1, 8.2.8): names without `odata.`, in lower case; a preference without a value is `true`. */
export type Preferences = ReadonlyMap<string, string>

const preferencePattern =
  /^[ \t]*([!#$%&'*+.^_`|~\w-]+)(?:[ \t]*(=)(?:[ \t]*("(?:[^"\\]|\\.)*"|[!#$%&'*+.^_`|~\w-]+))?)?[ \t]*(?:;.*)?$/s
const patterns: ReadonlyMap<string, RegExp> = new Map([
  ['maxpagesize', /^[1-9]\d{0,8}$/],
  ['wait', /^\d{1,9}$/],
  ['return', /^(?:minimal|representation)$/],
  ['omit-values', /^(?:nulls|defaults)$/],
  ['continue-on-error', /^(?:true|false)$/],
  [
    'include-annotations',
    /^-?(?:\*|\w+(?:\.\w+)*\.(?:\*|\w+))(?:#\w+)?(?:,-?(?:\*|\w+(?:\.\w+)*\.(?:\*|\w+))(?:#\w+)?)*$/,
  ],
])

/** No header is longer by itself; within a batch nothing else would bound it. */
const longest = 16_384

/** The preferences of a `Prefer` header. What is malformed or unknown is left out, as RFC 7240 wants it; the first of a name counts. */
export function parsePrefer(header: string): Preferences {
  const found = new Map<string, string>()
  if (header.length > longest) return found
  for (const part of splitCommas(header)) {
    const [, written = '', equals, value = equals && ''] = preferencePattern.exec(part) ?? []
    const name = written.toLowerCase().replace(/^odata\./, '')
    const text = value?.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : (value ?? 'true')
    const isGood = written !== '' && (patterns.get(name)?.test(text) ?? true)
    if (isGood && !found.has(name)) found.set(name, text)
  }
  return found
}

/**
 * The parts of a header between its commas; one within quotes parts nothing. Looked at by hand: a pattern would begin anew at each
 * quote of a text without end.
 */
export function splitCommas(header: string): readonly string[] {
  const parts: string[] = []
  let from = 0
  let isQuoted = false
  for (let at = 0; at < header.length; at++) {
    const sign = header[at]
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === '\\' && isQuoted) at++
    else if (sign === ',' && !isQuoted) {
      parts.push(header.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, header.slice(from)]
}
