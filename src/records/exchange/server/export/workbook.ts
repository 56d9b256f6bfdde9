import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ExportColumn } from '#records/exchange/export/exportColumns.ts'
import { sheetCell } from '#records/exchange/export/sheetCell.ts'
import { sheetBegin, sheetEnd, sheetRow, workbookParts } from '#records/exchange/sheet/sheetXml.ts'
import { eachRow, joined } from '#records/exchange/server/export/lines.ts'

type Written = { readonly columns: readonly ExportColumn[]; readonly entity: { readonly collectionname: string } }

/** A workbook (ECMA-376) with one sheet, zipped while its rows come. */
export function workbookOf(source: Readable, { columns, entity }: Written): Readable {
  const titles = columns.map(({ title }) => title)
  let number = 1
  const sheet = joined(
    source,
    eachRow({
      begin: sheetBegin(titles),
      row: (raw) =>
        sheetRow(
          (number += 1),
          columns.map((column, at) => sheetCell(column, raw[at] ?? null)),
        ),
      end: sheetEnd,
    }),
  )
  return zippedSheet(entity.collectionname, sheet)
}

/** A workbook around the XML of its one sheet. */
export function zippedSheet(name: string, sheet: Readable): Readable {
  const zip = new ZipFile()
  for (const [place, xml] of workbookParts(name)) zip.addBuffer(Buffer.from(xml), place)
  // A little packing goes a long way with XML; more would only cost time.
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { compressionLevel: 1 })
  zip.end()
  const out = new PassThrough()
  zip.on('error', (error: Error) => out.destroy(error))
  sheet.once('error', (error) => out.destroy(error))
  out.once('close', () => sheet.destroy())
  zip.outputStream.pipe(out)
  return out
}
