/** Whether a value is a list of texts. */
export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

/** The list that a value is; one value alone is a list of one. */
export function listOf(value: string | boolean | readonly string[]): readonly string[] {
  return typeof value === 'object' ? value : [String(value)]
}

/** A list on one line, with semicolons between its texts; what holds one itself stands in quotes. */
export function joinList(texts: readonly string[]): string {
  return texts.map((text) => (/[";]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('; ')
}

/** The texts of a line that `joinList` wrote, or that people typed with semicolons between them. */
export function splitList(line: string): string[] {
  const parts = line.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^;]*?))\s*(?:;|$)/g)
  return [...parts]
    .map(([, quoted, plain = '']) => (quoted === undefined ? plain : quoted.replaceAll('""', '"')))
    .filter((text) => text !== '')
}
