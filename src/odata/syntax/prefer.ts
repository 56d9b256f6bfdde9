/** What a client prefers (part 1, 8.2.8): names without `odata.`, in lower case; a preference without a value is `true`. */
export type Preferences = ReadonlyMap<string, string>

const preferencePattern =
  /^[ \t]*([!#$%&'*+.^_`|~\w-]+)(?:[ \t]*=[ \t]*("(?:[^"\\]|\\.)*"|[!#$%&'*+.^_`|~\w-]*))?[ \t]*(?:;.*)?$/s
const patterns: Readonly<Record<string, RegExp>> = {
  maxpagesize: /^[1-9]\d{0,8}$/,
  wait: /^\d{1,9}$/,
  return: /^(?:minimal|representation)$/,
  'omit-values': /^(?:nulls|defaults)$/,
  'continue-on-error': /^(?:true|false)$/,
  'include-annotations':
    /^-?(?:\*|\w+(?:\.\w+)*\.(?:\*|\w+))(?:#\w+)?(?:,-?(?:\*|\w+(?:\.\w+)*\.(?:\*|\w+))(?:#\w+)?)*$/,
}

/** The preferences of a `Prefer` header. What is malformed or unknown is left out, as RFC 7240 wants it; the first of a name counts. */
export function parsePrefer(header: string): Preferences {
  const found = new Map<string, string>()
  for (const part of splitCommas(header)) {
    const [, written = '', value] = preferencePattern.exec(part) ?? []
    const name = written.toLowerCase().replace(/^odata\./, '')
    const text = value?.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : (value ?? 'true')
    const isGood = written !== '' && (patterns[name]?.test(text) ?? true)
    if (isGood && !found.has(name)) found.set(name, text)
  }
  return found
}

function splitCommas(header: string): readonly string[] {
  return header.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? []
}
