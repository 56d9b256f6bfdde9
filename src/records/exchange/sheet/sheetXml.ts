/** A cell of a sheet: a text, a number as it is written, a share, a truth value, a date, a date with time or a time. */
export type SheetCell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number' | 'percent' | 'date' | 'datetime' | 'time'; readonly number: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | null

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaging = 'http://schemas.openxmlformats.org/package/2006'

/** Styles by what they show; 1 is the bold of the header. Sheets know no zones: the format of instants says that they are in UTC. */
const styles = { date: 2, datetime: 3, time: 4, percent: 5 } as const

/** The parts of a workbook with one sheet, but for the sheet itself, by their places (ECMA-376). */
export function workbookParts(sheetName: string): readonly (readonly [place: string, xml: string])[] {
  const name = escapeText(
    sheetName
      .replaceAll(/[\\/?*[\]:]/g, ' ')
      .replaceAll(/^'|'$/g, ' ')
      .slice(0, 31)
      .trim() || 'Sheet1',
  )
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return [
    [
      '[Content_Types].xml',
      `${head}<Types xmlns="${packaging}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `${head}<Relationships xmlns="${packaging}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${head}<Relationships xmlns="${packaging}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `${head}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss&quot;Z&quot;"/><numFmt numFmtId="166" formatCode="0.##############%"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="21" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ],
  ]
}

/** The beginning of the sheet with its header, which stays in sight. */
export function sheetBegin(titles: readonly string[]): string {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const cells = titles.map((text, at) => textCell(`${letters(at)}1`, text, ' s="1"')).join('')
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetData><row r="1">${cells}</row>`
}

export const sheetEnd = '</sheetData></worksheet>'

/** A row; `number` counts from 1, which is the header. */
export function sheetRow(number: number, cells: readonly SheetCell[]): string {
  let xml = `<row r="${number}">`
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at]
    if (cell) xml += cellXml(`${letters(at)}${number}`, cell)
  }
  return `${xml}</row>`
}

function cellXml(place: string, cell: NonNullable<SheetCell>): string {
  switch (cell.kind) {
    case 'text':
      return textCell(place, cell.text)
    case 'boolean':
      return `<c r="${place}" t="b"><v>${cell.value ? 1 : 0}</v></c>`
    case 'number':
      return `<c r="${place}"><v>${cell.number}</v></c>`
    default:
      return `<c r="${place}" s="${styles[cell.kind]}"><v>${cell.number}</v></c>`
  }
}

function textCell(place: string, text: string, style = ''): string {
  return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`
}

/**
 * A text for XML. What XML cannot hold, and the carriage return that it would change, is written as `_xHHHH_`; a text that
 * looks like that has its own underscore written so.
 */
export function escapeText(text: string): string {
  if (!special.test(text)) return text
  return text
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(unsayable, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** The text that `escapeText` wrote, after XML itself was read. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
}

// Lone surrogates cannot be written as UTF-8, so they are spelled out too.
const halves = String.raw`[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]`
const unsayable = new RegExp(String.raw`[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|${halves}`, 'g')
const special = new RegExp(String.raw`[&<>"_\u0000-\u0008\u000b-\u001f\ufffe\uffff\ud800-\udfff]`)

const known: string[] = []

/** The letters of a column; 0 is `A`. */
export function letters(at: number): string {
  return (known[at] ??= at < 26 ? String.fromCharCode(65 + at) : letters(Math.floor(at / 26) - 1) + letters(at % 26))
}

/** The column of a cell's place such as `AB12`, from 0; -1 where it names none. */
export function columnOfPlace(place: string): number {
  let column = 0
  let at = 0
  for (; at < place.length; at++) {
    const code = place.charCodeAt(at) & ~32
    if (code < 65 || code > 90) break
    column = column * 26 + (code - 64)
  }
  return column - 1
}
