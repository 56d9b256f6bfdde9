import { fault } from '#faults/fault.ts'
import { tableLimit } from '#records/exchange/import/settings.ts'
import { formatShows, builtInShows, type DateSystem, type Shows } from '#records/exchange/sheet/serial.ts'
import { readSharedTexts, type SharedTexts } from '#records/exchange/server/import/sharedTexts.ts'
import { readSheet, type SheetRows } from '#records/exchange/server/import/sheet.ts'
import { readXml } from '#records/exchange/server/import/xml.ts'
import { openArchive, type Archive } from '#records/exchange/server/import/zip.ts'
import { newId } from '#platform/server/newId.ts'
import { beginningOf } from '#text/storable.ts'

/** A table of so many bytes may be made of any workbook; of larger ones as many as they may unpack to. */
const usualTable = 256 * 1024 ** 2

/** A workbook that is being read. */
export type OpenBook = {
  /** The names of its visible sheets, in their order; of all of them where none is visible. */
  readonly sheets: readonly string[]
  /** Reads a sheet row by row, by its place among `sheets`. Macros, formulas and links in it are passed over. */
  readRows(sheet: number, rows: SheetRows): Promise<void>
  /** Most bytes of a table that is made of a sheet: a text that many cells share stands in each of them there. */
  readonly mostTable: number
  close(): void
}

/** Opens a workbook; the texts that its cells share are read once, with the first of its sheets, and lie beside it. */
export async function openBook(file: string): Promise<OpenBook> {
  const archive = await openArchive(file)
  let texts: SharedTexts | undefined
  const close = () => {
    texts?.close()
    archive.close()
  }
  try {
    const { sheets, system } = await readSheets(archive)
    const shows = archive.has(places.styles) ? await readStyles(archive) : []
    return {
      sheets: sheets.map(({ name }) => name),
      mostTable: Math.min(tableLimit, Math.max(usualTable, archive.most)),
      async readRows(sheet, rows) {
        if (!texts && archive.has(places.texts))
          texts = await readSharedTexts(await archive.read(places.texts), `${file}.${newId()}`)
        const shared = (index: number) => texts?.text(index) ?? ''
        await readSheet(await archive.read(await partOf(archive, sheets[sheet])), { shows, system, shared }, rows)
      },
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

const places = {
  book: 'xl/workbook.xml',
  relationships: 'xl/_rels/workbook.xml.rels',
  styles: 'xl/styles.xml',
  texts: 'xl/sharedStrings.xml',
} as const

/** Most bytes of a part that is read for what it says of the sheets. */
const mostBeside = 32 * 1024 * 1024
/** More sheets than anybody chooses from are passed over, as are more parts, styles and number formats than Excel allows. */
const most = { sheets: 1000, parts: 10_000, styles: 65_536, format: 1000 } as const

type Sheet = { readonly id: string; readonly name: string; readonly isVisible: boolean }

async function readSheets(archive: Archive): Promise<{ sheets: readonly Sheet[]; system: DateSystem }> {
  let system: DateSystem = 1900
  const all: Sheet[] = []
  await readXml(await archive.read(places.book, mostBeside), {
    open(name, attribute) {
      if (name === 'workbookPr') system = ['1', 'true'].includes(attribute('date1904') ?? '') ? 1904 : 1900
      const id = attribute('r:id')
      if (name !== 'sheet' || id === undefined || all.length >= most.sheets) return
      const isVisible = (attribute('state') ?? 'visible') === 'visible'
      all.push({ id, name: beginningOf(attribute('name') ?? '', 100), isVisible })
    },
  })
  const visible = all.filter(({ isVisible }) => isVisible)
  return { sheets: visible.length > 0 ? visible : all, system }
}

/** Where the rows of a sheet lie in the archive. */
async function partOf(archive: Archive, sheet: Sheet | undefined): Promise<string> {
  let count = 0
  let target: string | undefined
  await readXml(await archive.read(places.relationships, mostBeside), {
    open(name, attribute) {
      if (name !== 'Relationship' || count++ >= most.parts) return
      if (attribute('Id') === sheet?.id) target = attribute('Target')
    },
  })
  if (target === undefined) throw fault('import.notSheet')
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** What each style of the workbook shows, by its place. */
async function readStyles(archive: Archive): Promise<Shows[]> {
  const formats = new Map<number, Shows>()
  const shows: Shows[] = []
  let isCell = false
  await readXml(await archive.read(places.styles, mostBeside), {
    open(name, attribute) {
      const id = Number(attribute('numFmtId') ?? 0)
      if (name === 'numFmt' && formats.size < most.styles) formats.set(id, showsOf(attribute('formatCode') ?? ''))
      else if (name === 'cellXfs') isCell = true
      else if (name === 'xf' && isCell && shows.length < most.styles) shows.push(formats.get(id) ?? builtInShows(id))
    },
    close(name) {
      if (name === 'cellXfs') isCell = false
    },
  })
  return shows
}

/** A format that is longer than Excel allows is none. */
function showsOf(format: string): Shows {
  return format.length > most.format ? 'number' : formatShows(format)
}
