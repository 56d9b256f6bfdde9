import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { makeTable } from '../../../../../test/support/importTable.ts'
import { sheetBegin, sheetEnd, sheetRow, workbookParts, type SheetCell } from '#records/exchange/sheet/sheetXml.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'lintel-table-'))))
afterAll(() => rm(folder, { recursive: true }))

async function tableOf(content: string | Buffer) {
  const file = join(folder, 'upload')
  await writeFile(file, content)
  const format = await makeTable(file)
  return { format, text: await readFile(file, 'utf8') }
}

async function zipOf(parts: readonly (readonly [string, string])[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [place, xml] of parts) zip.addBuffer(Buffer.from(xml), place)
  zip.end()
  return buffer(zip.outputStream)
}

const sheetOf = (rows: string, others: Record<string, string> = {}) => {
  const parts = new Map(workbookParts('Test'))
  parts.set('xl/worksheets/sheet1.xml', `<worksheet><sheetData>${rows}</sheetData></worksheet>`)
  for (const [place, xml] of Object.entries(others)) parts.set(place, xml)
  return zipOf([...parts])
}

describe('a sheet becomes a table', () => {
  test('with shared and rich texts, without their phonetic hints', async () => {
    const shared =
      '<sst><si><t>Name</t></si><si><r><t>Rī</t></r><r><t xml:space="preserve">ga </t></r><rPh><t>x</t></rPh></si><si/></sst>'
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Sum</t></is></c></row><row r="2"><c r="A2" t="s"><v>1</v></c><c r="C2"><v>5</v></c></row><row r="5"><c r="B5" t="s"><v>2</v></c><c r="A5"><f>1+1</f><v>2</v></c></row>'
    const { format, text } = await tableOf(await sheetOf(rows, { 'xl/sharedStrings.xml': shared }))
    expect(format).toBe('xlsx')
    // Rows 3 and 4 are blank, and formulas are not computed again.
    expect(text).toBe('Name,Sum\r\n"Rīga ",,5\r\n\r\n\r\n2,\r\n')
  })

  test('with numbers as people typed them, not as doubles keep them', async () => {
    const numbers = ['12.300000000000001', '1E-3', '1.5E+20', '-0.1', '12345678901234500', '0.30000000000000004']
    const rows = `<row r="1">${numbers.map((value) => `<c><v>${value}</v></c>`).join('')}</row>`
    expect((await tableOf(await sheetOf(rows))).text).toBe(
      '12.3,0.001,150000000000000000000,-0.1,12345678901234500,0.3\r\n',
    )
  })

  test('with dates by their format, in both date systems', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-409]d\\-mmm\\-yy;@"/><numFmt numFmtId="171" formatCode="0.00&quot;d&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="170"/><xf numFmtId="20"/><xf numFmtId="171"/></cellXfs></styleSheet>'
    const cells =
      '<c s="1"><v>45351</v></c><c s="2"><v>45351.75</v></c><c s="3"><v>1</v></c><c s="4"><v>0.5</v></c><c s="5"><v>7</v></c>'
    const rows = `<row r="1">${cells}</row>`
    const others = { 'xl/styles.xml': styles }
    expect((await tableOf(await sheetOf(rows, others))).text).toBe(
      '2024-02-29,2024-02-29T18:00:00,1900-01-01,12:00:00,7\r\n',
    )
    const book =
      new Map(workbookParts('Test'))
        .get('xl/workbook.xml')
        ?.replace('<sheets>', '<workbookPr date1904="1"/><sheets>') ?? ''
    expect((await tableOf(await sheetOf(rows, { ...others, 'xl/workbook.xml': book }))).text).toBe(
      '2028-03-01,2028-03-01T18:00:00,1904-01-02,12:00:00,7\r\n',
    )
  })

  test('of the first sheet that is not hidden', async () => {
    const book =
      '<workbook xmlns:r="x"><sheets><sheet name="A" r:id="rId1" state="hidden"/><sheet name="B" r:id="rId9"/></sheets></workbook>'
    const relations =
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId9" Target="/xl/worksheets/other.xml"/></Relationships>'
    const others = {
      'xl/workbook.xml': book,
      'xl/_rels/workbook.xml.rels': relations,
      'xl/worksheets/other.xml': '<worksheet><sheetData><row><c><v>7</v></c></row></sheetData></worksheet>',
    }
    expect((await tableOf(await sheetOf('<row><c><v>1</v></c></row>', others))).text).toBe('7\r\n')
  })

  test('texts come back as they were written, whatever is in them', async () => {
    const texts = [
      '=1+1',
      "'x",
      ' a ',
      'a\r\nb\tc',
      '_x000D_',
      '\u0001\uFFFE',
      '<&">',
      '😀',
      '\uD800',
      'x'.repeat(40_000),
    ]
    const row: SheetCell[] = texts.map((text) => ({ kind: 'text', text }))
    const sheet = sheetBegin(['A']) + sheetRow(2, row) + sheetEnd
    const { text } = await tableOf(await zipOf([...workbookParts('T'), ['xl/worksheets/sheet1.xml', sheet]]))
    const cells: string[][] = []
    const { createSplitter } = await import('#records/exchange/import/splitter.ts')
    const { unguardFormula } = await import('#text/formulaGuard.ts')
    const splitter = createSplitter(',', (found) => cells.push(found.map(unguardFormula)))
    splitter.push(text)
    splitter.end()
    // A half of a pair is no character: no file of UTF-8 can hold it.
    expect(cells[1]).toEqual(texts.map((each) => (each === '\uD800' ? '\uFFFD' : each)))
  })
})

describe('what is refused', () => {
  test('what is no archive, no workbook, or has a password', async () => {
    await expect(tableOf(Buffer.from('PK\u0003\u0004 and nothing'))).rejects.toMatchObject({ code: 'import.notSheet' })
    await expect(tableOf(await zipOf([['a.txt', 'a']]))).rejects.toMatchObject({ code: 'import.notSheet' })
    await expect(tableOf(await sheetOf('<row><c></row>'))).rejects.toMatchObject({ code: 'import.notSheet' })
  })

  test('entities of a document’s own, which could grow without end', async () => {
    const sheet =
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData><row><c t="inlineStr"><is><t>&b;</t></is></c></row></sheetData></worksheet>'
    const file = await sheetOf('', { 'xl/worksheets/sheet1.xml': sheet })
    await expect(tableOf(file)).rejects.toMatchObject({ code: 'import.notSheet' })
  })

  test('a bomb: an archive that would unpack to more than its bound, by what it says or by what it is', async () => {
    const file = await sheetOf('<row><c><v>1</v></c></row>')
    // The sizes in the directory of the archive, behind each mark PK12.
    const big = Buffer.from(file)
    for (let at = big.indexOf('PK\u0001\u0002'); at >= 0; at = big.indexOf('PK\u0001\u0002', at + 4))
      big.writeUInt32LE(0xfffffff0, at + 24)
    await expect(tableOf(big)).rejects.toMatchObject({ code: 'import.unpacked' })
    const lying = Buffer.from(file)
    for (let at = lying.indexOf('PK\u0001\u0002'); at >= 0; at = lying.indexOf('PK\u0001\u0002', at + 4))
      lying.writeUInt32LE(3, at + 24)
    await expect(tableOf(lying)).rejects.toThrow()
  })

  test('rows that go on beyond the widest table, or backwards', async () => {
    await expect(tableOf(await sheetOf('<row r="1"><c r="XFD1"><v>1</v></c></row>'))).rejects.toMatchObject({
      code: 'import.columns',
    })
    await expect(tableOf(await sheetOf('<row r="2"/><row r="1"/>'))).rejects.toMatchObject({ code: 'import.notSheet' })
  })
})

describe('JSON lines become a table', () => {
  test('with all names that occur, numbers in all of their digits, and lists on one line', async () => {
    const lines = ['{"a":"x","n":12345678901234567890.12}', '{"b":true,"a":null,"l":["one","two; three"]}', '']
    const { format, text } = await tableOf(lines.join('\n'))
    expect(format).toBe('jsonl')
    expect(text).toBe('a,n,b,l\r\nx,12345678901234567890.12,,\r\n,,true,"one; ""two; three"""\r\n')
  })

  test('but a line that is no object is refused by its number', async () => {
    await expect(tableOf('{"a":1}\n\n[2]\n')).rejects.toMatchObject({ code: 'import.jsonLine', parameters: { row: 3 } })
  })

  test('and what only begins like JSON stays as it is', async () => {
    expect((await tableOf('{"a":\n1}')).format).toBe('csv')
    expect((await tableOf('a,b\n1,2\n')).format).toBe('csv')
  })
})
