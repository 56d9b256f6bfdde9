/** A separator of cells that we read and write. */
export type Delimiter = ',' | ';' | '\t' | '|'

/** What the splitter tolerated, counted, with the row of the first. */
export type SplitWarnings = {
  /** A quote inside a cell that was not quoted, or text behind a closing quote: taken literally. */
  strayQuotes: number
  firstStrayQuote: number
  /** The file ended inside a quoted cell. */
  unclosedQuote: boolean
}

/**
 * Cells of a row, and its number in the file: 1 is the first, blank lines and the header count, as in a spreadsheet. `width`
 * is the number of its cells, of which the first `mostCells` are given.
 */
export type OnRow = (cells: string[], row: number, width: number) => void

/** More cells of one row than any table has are counted and not kept. */
export const mostCellsInRow = 1000

export type Splitter = {
  /** Takes the next piece of the text; it may end anywhere, also inside a quoted cell or between CR and LF. */
  push(text: string): void
  /** The text is over: tells of the last row. */
  end(): void
  /** Characters of the cell and of the row that are not complete yet, and the number of that row. */
  pending(): { readonly cell: number; readonly row: number }
  row(): number
  readonly warnings: SplitWarnings
}

const QUOTE = 34
const LF = 10
const CR = 13

/** Where in a cell we are when a piece of text ends. */
type Place = 'start' | 'plain' | 'quoted' | 'quoteSeen'

/**
 * Splits CSV text (RFC 4180) piece by piece: quotes, doubled quotes, CR, LF and CRLF, newlines inside quotes. Never fails:
 * what is wrong is taken literally and counted. Blank lines are left out. Memory: one row. A byte order mark at the start
 * is dropped.
 */
export function createSplitter(delimiter: Delimiter, onRow: OnRow): Splitter {
  const separator = delimiter.charCodeAt(0)
  const warnings: SplitWarnings = { strayQuotes: 0, firstStrayQuote: 0, unclosedQuote: false }
  const cells = createRowCells(onRow)
  let place: Place = 'start'
  let cell = ''
  let row = 1
  let skipLineFeed = false
  let begun = false

  const pending = () => ({ cell: cell.length, row: cells.length() + cell.length })
  return { push, end, pending, row: () => row, warnings }

  function push(text: string): void {
    let at = 0
    if (!begun && text.length > 0) {
      begun = true
      if (text.charCodeAt(0) === 0xfeff) at = 1
    }
    while (at < text.length) {
      if (skipLineFeed) {
        skipLineFeed = false
        if (text.charCodeAt(at) === LF) {
          at++
          continue
        }
      }
      if (place === 'quoted') at = readQuoted(text, at)
      else if (place === 'quoteSeen') at = readAfterQuote(text, at)
      else if (place === 'start' && text.charCodeAt(at) === QUOTE) {
        place = 'quoted'
        at++
      } else at = readPlain(text, at)
    }
  }

  function end(): void {
    if (place === 'quoted') warnings.unclosedQuote = true
    if (cells.count() > 0 || place !== 'start') endRow()
  }

  function readPlain(text: string, from: number): number {
    let at = from
    let code = 0
    while (at < text.length) {
      code = text.charCodeAt(at)
      if (code === separator || code === LF || code === CR) break
      if (code === QUOTE) noteStrayQuote()
      at++
    }
    const piece = text.slice(from, at)
    if (at === text.length) {
      cell += piece
      if (cell !== '') place = 'plain'
      return at
    }
    cell = cell === '' ? piece : cell + piece
    return endCell(code, at)
  }

  function readQuoted(text: string, from: number): number {
    const close = text.indexOf('"', from)
    if (close < 0) {
      cell += text.slice(from)
      return text.length
    }
    cell += text.slice(from, close)
    place = 'quoteSeen'
    return close + 1
  }

  /** Behind a quote in a quoted cell: a second one is a literal quote, else the cell should end here. */
  function readAfterQuote(text: string, at: number): number {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      cell += '"'
      place = 'quoted'
      return at + 1
    }
    if (code === separator || code === LF || code === CR) return endCell(code, at)
    noteStrayQuote()
    place = 'plain'
    return at
  }

  function endCell(code: number, at: number): number {
    if (code === separator) {
      endPart()
      return at + 1
    }
    skipLineFeed = code === CR
    if (cells.count() === 0 && cell === '' && place === 'start') row++
    else endRow()
    return at + 1
  }

  function endPart(): void {
    cells.add(cell)
    cell = ''
    place = 'start'
  }

  function endRow(): void {
    endPart()
    cells.end(row++)
  }

  function noteStrayQuote(): void {
    if (warnings.strayQuotes++ === 0) warnings.firstStrayQuote = row
  }
}

/** The cells of the row that is being read; of too many only their number is known. */
function createRowCells(onRow: OnRow) {
  let cells: string[] = []
  let width = 0
  let length = 0
  return {
    count: () => width,
    /** In characters. */
    length: () => length,
    add(cell: string): void {
      if (width < mostCellsInRow) cells.push(cell)
      width++
      length += cell.length
    },
    end(row: number): void {
      const [done, count] = [cells, width]
      cells = []
      width = 0
      length = 0
      onRow(done, row, count)
    },
  }
}
