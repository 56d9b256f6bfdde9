import { fault } from '#faults/fault.ts'
import { columnLimit } from '#records/import/settings.ts'
import { builtInShows, formatShows, type DateSystem, type Shows } from '#records/sheet/serial.ts'
import { cellText, type Workbook } from '#records/sheet/cellValue.ts'
import { columnOfPlace, unescapeText } from '#records/sheet/sheetXml.ts'
import { readSharedTexts, type SharedTexts } from '#records/server/import/sharedTexts.ts'
import { readXml } from '#records/server/import/xml.ts'
import { openArchive, type Archive } from '#records/server/import/zip.ts'
import { beginningOf } from '#text/storable.ts'

/** Told of each row of the sheet that has cells, with its number, and asked to wait now and then. */
export type SheetRows = { readonly row: (cells: string[], number: number) => void; readonly rest: () => Promise<void> }

/** The names of a workbook's visible sheets, in their order; of all of them where none is visible. */
export async function listSheets(file: string): Promise<readonly string[]> {
  const archive = await openArchive(file)
  try {
    return (await readBook(archive)).sheets.map(({ name }) => name)
  } finally {
    archive.close()
  }
}

/** Reads a sheet of a workbook, row by row, by its place among those of `listSheets`. Macros, formulas and links in it are passed over. */
export async function readWorkbook(file: string, sheet: number, rows: SheetRows): Promise<void> {
  const archive = await openArchive(file)
  let texts: SharedTexts | undefined
  try {
    const book = await readBook(archive)
    const shows = archive.has('xl/styles.xml') ? await readStyles(archive) : []
    if (archive.has('xl/sharedStrings.xml'))
      texts = await readSharedTexts(await archive.read('xl/sharedStrings.xml'), `${file}.texts`)
    const shared = (index: number) => texts?.text(index) ?? ''
    await readSheet(archive, await partOf(archive, book.sheets[sheet]), { shows, system: book.system, shared }, rows)
  } finally {
    texts?.close()
    archive.close()
  }
}

type Sheet = { readonly id: string; readonly name: string; readonly isVisible: boolean }

/** More sheets than anybody chooses from are passed over. */
const mostSheets = 1000

async function readBook(archive: Archive): Promise<{ sheets: readonly Sheet[]; system: DateSystem }> {
  let system: DateSystem = 1900
  const all: Sheet[] = []
  await readXml(await archive.read('xl/workbook.xml'), {
    open(name, attribute) {
      if (name === 'workbookPr') system = ['1', 'true'].includes(attribute('date1904') ?? '') ? 1904 : 1900
      const id = attribute('r:id')
      if (name !== 'sheet' || id === undefined || all.length >= mostSheets) return
      const isVisible = (attribute('state') ?? 'visible') === 'visible'
      all.push({ id, name: beginningOf(attribute('name') ?? '', 100), isVisible })
    },
  })
  const visible = all.filter(({ isVisible }) => isVisible)
  return { sheets: visible.length > 0 ? visible : all, system }
}

/** Where the rows of a sheet lie in the archive. */
async function partOf(archive: Archive, sheet: Sheet | undefined): Promise<string> {
  const targets = new Map<string, string>()
  await readXml(await archive.read('xl/_rels/workbook.xml.rels'), {
    open(name, attribute) {
      if (name === 'Relationship') targets.set(attribute('Id') ?? '', attribute('Target') ?? '')
    },
  })
  const target = sheet && targets.get(sheet.id)
  if (target === undefined) throw fault('import.notSheet')
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** What each style of the workbook shows, by its place. */
async function readStyles(archive: Archive): Promise<Shows[]> {
  const formats = new Map<number, Shows>()
  const shows: Shows[] = []
  let isCell = false
  await readXml(await archive.read('xl/styles.xml'), {
    open(name, attribute) {
      const id = Number(attribute('numFmtId') ?? 0)
      if (name === 'numFmt') formats.set(id, formatShows(attribute('formatCode') ?? ''))
      else if (name === 'cellXfs') isCell = true
      else if (name === 'xf' && isCell) shows.push(formats.get(id) ?? builtInShows(id))
    },
    close(name) {
      if (name === 'cellXfs') isCell = false
    },
  })
  return shows
}

async function readSheet(archive: Archive, part: string, book: Workbook, rows: SheetRows): Promise<void> {
  let number = 0
  let cells: string[] = []
  let at = -1
  let type = ''
  let style = 0
  let value = ''
  let isValue = false
  let phonetic = 0
  await readXml(
    await archive.read(part),
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
        else if (name === 'row') {
          const given = Number(attribute('r') ?? number + 1)
          if (!(given > number)) throw fault('import.notSheet')
          number = given
          cells = []
          at = -1
        }
      },
      text(piece) {
        if (isValue) value += piece
      },
      close(name) {
        if (name === 'v' || name === 't') isValue = false
        else if (name === 'rPh') phonetic -= 1
        else if (name === 'c') {
          while (cells.length < at) cells.push('')
          cells[at] = cellText(
            { type, style, value: type === 'inlineStr' || type === 'str' ? unescapeText(value) : value },
            book,
          )
        } else if (name === 'row' && cells.some((cell) => cell !== '')) rows.row(cells, number)
      },
    },
    rows.rest,
  )
}
