/** Cells as spreadsheets put them on the clipboard: tabs between, a line each, quotes where a cell holds either. */
export function printTsv(cells: readonly (readonly string[])[]): string {
  const cell = (text: string) => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return cells.map((row) => row.map(cell).join('\t')).join('\n')
}

/** The rows of cells in a text from a spreadsheet; a line break at the very end ends the last row. */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  for (;;) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at)
    rows.at(-1)?.push(cell)
    const stop = text[end]
    if (stop === undefined) return rows
    at = end + (stop === '\r' && text[end + 1] === '\n' ? 2 : 1)
    if (stop === '\t') continue
    if (at >= text.length) return rows
    rows.push([])
  }
}

type Cell = { readonly cell: string; readonly end: number }

function plainCell(text: string, start: number): Cell {
  const length = text.slice(start).search(/[\t\n\r]/)
  const end = length < 0 ? text.length : start + length
  return { cell: text.slice(start, end), end }
}

function quotedCell(text: string, start: number): Cell {
  let cell = ''
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    // A quote that never closes was only a character of the cell.
    if (quote < 0) return plainCell(text, start)
    cell += text.slice(at, quote)
    if (text[quote + 1] === '"') {
      cell += '"'
      at = quote + 2
      continue
    }
    const next = text[quote + 1]
    if (next === undefined || /[\t\n\r]/.test(next)) return { cell, end: quote + 1 }
    return plainCell(text, start)
  }
}
