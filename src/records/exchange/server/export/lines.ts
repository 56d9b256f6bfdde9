import { Transform, type Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createPieces, inPieces, type InPieces } from '#platform/server/bufferPool.ts'
import { readRaw, textOfValue, type CellKind } from '#records/exchange/export/cells.ts'
import { createCopyReader } from '#records/exchange/export/copyRows.ts'
import type { ExportColumn } from '#records/exchange/export/exportColumns.ts'
import type { ExportOptions } from '#records/exchange/export/exportOptions.ts'
import { jsonLine } from '#records/exchange/export/jsonLine.ts'
import { finishCells } from '#records/exchange/server/export/csvCells.ts'
import { guardFormula } from '#text/formulaGuard.ts'
import { printCells } from '#records/exchange/import/print.ts'

type Written = { readonly columns: readonly ExportColumn[]; readonly options: Pick<ExportOptions, 'encoding'> }

/** So much is made of a piece of rows, in bytes, with some room for what makes them longer. */
const pieceLength = 80 * 1024

/** CSV that PostgreSQL has written, behind its header and finished by the kinds of its cells. */
export function csvCopied(kinds: readonly CellKind[]): (source: InPieces, written: Written) => Readable {
  return (source, written) => {
    const pieces = createPieces(pieceLength)
    let isBegun = false
    const through = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (!isBegun) this.push(headerOf(written))
        isBegun = true
        finish(chunk)
        source.giveBack(chunk)
        done()
      },
      flush(done) {
        done(null, isBegun ? undefined : headerOf(written))
      },
    })
    const finish = finishCells(kinds, pieces, (piece) => through.push(piece))
    return inPieces(joined(source, through), pieces.giveBack)
  }
}

/** CSV with columns that only their types know how to write. */
export function csvOf(source: Readable, written: Written): Readable {
  const { columns } = written
  return joined(
    source,
    eachRow({
      begin: headerOf(written),
      row: (raw) => {
        const cells = columns.map((column, at) => guardFormula(textOfValue(column, readRaw(column, raw[at] ?? null))))
        return `${printCells(cells, ',')}\n`
      },
      end: '',
    }),
  )
}

/** JSON lines. */
export function jsonOf(source: Readable, { columns }: Pick<Written, 'columns'>): Readable {
  return joined(source, eachRow({ begin: '', row: (raw) => jsonLine(columns, raw), end: '' }))
}

/** Text made of rows as they come from `COPY`; pieces of text are as large as those that come in. */
export function eachRow(text: {
  readonly begin: string
  readonly row: (raw: readonly (string | null)[]) => string
  readonly end: string
}): Transform {
  const decoder = new StringDecoder('utf8')
  let out = text.begin
  const reader = createCopyReader((raw) => {
    out += text.row(raw)
  })
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      reader.push(decoder.write(chunk))
      const piece = out
      out = ''
      done(null, piece === '' ? undefined : piece)
    },
    flush(done) {
      done(null, out + text.end)
    },
  })
}

/** What comes out of `through`; it is destroyed with its source and the source with it. */
export function joined(source: Readable, through: Transform): Readable {
  source.once('error', (error) => through.destroy(error))
  through.once('close', () => source.destroy())
  return source.pipe(through)
}

function headerOf({ columns, options }: Written): string {
  const titles = columns.map(({ title }) => guardFormula(title))
  return `${options.encoding === 'utf-8-mark' ? '\uFEFF' : ''}${printCells(titles, ',')}\n`
}
