/** Whether a value is a list of texts. */
export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

/** The list that a value is; one value alone is a list of one. */
export function listOfTexts(value: string | boolean | readonly string[]): readonly string[] {
  return typeof value === 'object' ? value : [String(value)]
}

/** A list on one line, with semicolons between its texts; what holds one itself stands in quotes. */
export function joinList(texts: readonly string[]): string {
  return texts.map((text) => (/[";]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('; ')
}

/** The texts of a line that `joinList` wrote, or that people typed with semicolons between them. */
export function splitList(line: string): string[] {
  const texts: string[] = []
  for (let at = 0; at < line.length;) {
    const quoted = quotedFrom(line, at)
    const end = line.indexOf(';', quoted?.end ?? at)
    const next = end < 0 ? line.length : end
    const text = quoted?.text ?? line.slice(at, next).trim()
    if (text !== '') texts.push(text)
    at = next + 1
  }
  return texts
}

/** The text in quotes that stands alone between two semicolons, and where it ends. */
function quotedFrom(line: string, from: number): { text: string; end: number } | undefined {
  const quoted = /\s*"((?:[^"]|"")*)"\s*(?=;|$)/y
  quoted.lastIndex = from
  const [whole, text = ''] = quoted.exec(line) ?? []
  return whole === undefined ? undefined : { text: text.replaceAll('""', '"'), end: from + whole.length }
}
