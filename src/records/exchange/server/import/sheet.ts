import type { Readable } from 'node:stream'
import { fault } from '#faults/fault.ts'
import { rowTooLong } from '#records/exchange/import/rowBounds.ts'
import { cellLimit, columnLimit, rowLimit } from '#records/exchange/import/settings.ts'
import { cellText, type Workbook } from '#records/exchange/sheet/cellValue.ts'
import { columnOfPlace, unescapeText } from '#records/exchange/sheet/sheetXml.ts'
import { readXml } from '#records/exchange/server/import/xml.ts'

/** Told of each row of the sheet that has cells, with its number, and asked now and then whether to wait. */
export type SheetRows = {
  readonly row: (cells: string[], number: number) => void
  readonly rest: () => Promise<void> | undefined
}

/** Most rows without cells, all together: as many as a sheet of Excel has rows. */
const mostBlank = 1_048_576

/**
 * Reads the XML of a sheet. Cells and rows are measured while they come. Faults: `import.columns`, `import.cellTooLong`,
 * `import.rowTooLong`, and those of `readXml`.
 */
export async function readSheet(source: Readable, book: Workbook, rows: SheetRows): Promise<void> {
  let number = 0
  let told = 0
  let blank = 0
  let cells: string[] = []
  let length = 0
  let at = -1
  let type = ''
  let style = 0
  let value = ''
  let isValue = false
  let phonetic = 0
  await readXml(
    source,
    {
      open(name, attribute) {
        if (name === 'c') {
          const place = attribute('r')
          at = place === undefined ? at + 1 : columnOfPlace(place)
          if (at >= columnLimit) throw fault('import.columns', { count: at + 1, max: columnLimit })
          type = attribute('t') ?? 'n'
          style = Number(attribute('s') ?? 0)
          value = ''
        } else if (name === 'v' || name === 't') isValue = phonetic === 0
        else if (name === 'rPh') phonetic += 1
        else if (name === 'row') beginRow(Number(attribute('r') ?? number + 1))
      },
      text(piece) {
        if (!isValue) return
        if (value.length + piece.length > cellLimit) throw fault('import.cellTooLong', { row: number })
        value += piece
      },
      close(name) {
        if (name === 'v' || name === 't') isValue = false
        else if (name === 'rPh') phonetic -= 1
        else if (name === 'c') endCell()
        else if (name === 'row' && cells.some((cell) => cell !== '')) endRow()
      },
    },
    rows.rest,
  )

  function beginRow(given: number): void {
    if (!(Number.isSafeInteger(given) && given > number)) throw fault('import.notSheet')
    number = given
    cells = []
    length = 0
    at = -1
  }

  function endRow(): void {
    blank += number - told - 1
    if (blank > mostBlank) throw fault('import.notSheet')
    told = number
    rows.row(cells, number)
  }

  function endCell(): void {
    while (cells.length < at) cells.push('')
    const text = type === 'inlineStr' || type === 'str' ? unescapeText(value) : value
    const cell = cellText({ type, style, value: text }, book)
    length += cell.length
    if (length > rowLimit) throw rowTooLong(number)
    cells[at] = cell
  }
}
