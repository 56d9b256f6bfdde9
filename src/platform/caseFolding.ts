// The root collation of ICU folds every script alike on every server; it is also what JavaScript does.
export const unicode = 'collate "und-x-icu"'

/** A text in small letters, as SQL. Indexes for searches stand on exactly this expression. */
export function folded(text: string): string {
  return `lower(${text} ${unicode})`
}

/** A text in large letters, as SQL. */
export function capitalised(text: string): string {
  return `upper(${text} ${unicode})`
}

/** Whether what its letters fold to depends on what stands beside them: a final sigma. */
export function foldsByNeighbours(text: string): boolean {
  return text.includes('Σ')
}
