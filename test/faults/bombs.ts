import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { workbookParts } from '../../src/records/exchange/sheet/sheetXml.ts'

/** A file that unpacks or unfolds to far more than it weighs. `megabytes` is the size of what unfolds. */
export type Bomb = (megabytes: number) => BombFile

export type BombFile = {
  readonly label: string
  /** Parts of a workbook by their places, or the whole of a plain file. */
  readonly content: Readonly<Record<string, Iterable<string>>> | Iterable<string>
}

const million = 1_000_000
const sheetPlace = 'xl/worksheets/sheet1.xml'
const sharedPlace = 'xl/sharedStrings.xml'

/** A piece again and again, until so many megabytes are full. */
function* repeated(piece: string, megabytes: number): Iterable<string> {
  const block = piece.repeat(Math.ceil(million / piece.length))
  for (let left = megabytes; left > 0; left--) yield block
}

function* around(head: string, body: Iterable<string>, tail: string): Iterable<string> {
  yield head
  yield* body
  yield tail
}

const inSheet = (head: string, body: Iterable<string>, tail: string): BombFile => ({
  label: 'bomb.xlsx',
  content: {
    [sheetPlace]: around(
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${head}`,
      body,
      `${tail}</sheetData></worksheet>`,
    ),
  },
})

const inShared = (head: string, body: Iterable<string>, tail: string): BombFile => ({
  label: 'bomb.xlsx',
  content: {
    [sharedPlace]: around(`<sst>${head}`, body, `${tail}</sst>`),
    [sheetPlace]: ['<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>'],
  },
})

/** Bombs by what is wrong with them. */
export const bombs: Readonly<Record<string, Bomb>> = {
  'one endless cell': (size) => inSheet('<row><c t="inlineStr"><is><t>', repeated('A', size), '</t></is></c></row>'),
  'a cell of many texts': (size) =>
    inSheet('<row><c t="inlineStr"><is>', repeated('<r><t>AAAAAAAA</t></r>', size), '</is></c></row>'),
  'a comment': (size) => inSheet('<!--', repeated('<a>', size), '-->'),
  'character data': (size) => inSheet('<row><c><v><![CDATA[', repeated('<a>', size), ']]></v></c></row>'),
  'an instruction': (size) => inSheet('<?x ', repeated('<a>', size), '?>'),
  'an attribute': (size) => inSheet('<row r="', repeated('1', size), '"/>'),
  'a name': (size) => inSheet('<', repeated('a', size), '/>'),
  'a reference': (size) => inSheet('<row><c><v>&', repeated('a', size), ';</v></c></row>'),
  'elements in elements': (size) => inSheet('', repeated('<a>', size), ''),
  'a row of long cells': (size) =>
    inSheet('<row>', repeated(`<c t="inlineStr"><is><t>${'A'.repeat(90_000)}</t></is></c>`, size), '</row>'),
  'rows far apart': () => inSheet('<row r="1"/><row r="900000000"><c><v>1</v></c></row>', [], ''),
  'a shared text': (size) => inShared('<si><t>', repeated('A', size), '</t></si>'),
  'empty shared texts': (size) => inShared('', repeated('<si/>', size), ''),
  'a shared text in many cells': (size) => ({
    label: 'bomb.xlsx',
    content: {
      [sharedPlace]: [`<sst><si><t>${'A'.repeat(90_000)}</t></si></sst>`],
      [sheetPlace]: around(
        '<worksheet><sheetData>',
        repeated('<row><c t="s"><v>0</v></c></row>', size),
        '</sheetData></worksheet>',
      ),
    },
  }),
  styles: (size) => ({
    label: 'bomb.xlsx',
    content: {
      'xl/styles.xml': around('<styleSheet><cellXfs>', repeated('<xf/>', size), '</cellXfs></styleSheet>'),
      [sheetPlace]: ['<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>'],
    },
  }),
  relationships: (size) => ({
    label: 'bomb.xlsx',
    content: {
      'xl/_rels/workbook.xml.rels': around('<Relationships>', numbered(size), '</Relationships>'),
      [sheetPlace]: ['<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>'],
    },
  }),
  'a line of JSON without an end': (size) => ({
    label: 'bomb.jsonl',
    content: around('{"a":1}\n{"a":[', repeated('1,', size), '1]}'),
  }),
  'JSON in JSON': (size) => ({ label: 'bomb.jsonl', content: around('{"a":1}\n{"a":', repeated('[', size), '') }),
  'many names in JSON and many lines': (size) => ({
    label: 'bomb.jsonl',
    content: around(
      `{${Array.from({ length: 500 }, (_, at) => `"n${at}":1`).join(',')}}\n`,
      repeated('{"n0":1}\n', size),
      '',
    ),
  }),
  'a quote that nobody closes': (size) => ({ label: 'bomb.csv', content: around('a,b\n1,"', repeated('A', size), '') }),
  'a row without an end': (size) => ({ label: 'bomb.csv', content: around('a,b\n', repeated('1,', size), '\n') }),
  'columns without an end': (size) => ({ label: 'bomb.csv', content: around('', repeated('c,', size), '\n1,2\n') }),
}

function* numbered(megabytes: number): Iterable<string> {
  for (let block = 0; block < megabytes; block++)
    yield Array.from({ length: 25_000 }, (_, at) => `<Relationship Id="r${block * 25_000 + at}" Target="x"/>`).join('')
}

/**
 * Writes a bomb. `padding` megabytes that no packing makes smaller lie beside the parts of a workbook, so that the whole
 * does not look packed out of all proportion.
 */
export async function writeBomb(file: string, { content }: BombFile, padding: number): Promise<void> {
  if (Symbol.iterator in content) return pipeline(Readable.from(content), createWriteStream(file))
  const zip = new ZipFile()
  const parts = new Map<string, Iterable<string>>(workbookParts('Bomb').map(([place, xml]) => [place, [xml]]))
  for (const [place, pieces] of Object.entries(content)) parts.set(place, pieces)
  for (const [place, pieces] of parts) zip.addReadStream(Readable.from(pieces), place)
  if (padding > 0) zip.addBuffer(randomBytes(padding * million), 'padding.bin', { compress: false })
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(file))
}
