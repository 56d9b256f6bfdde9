import { existsSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { importGround, planOf, type ImportGround } from '../../../../../test/support/imports.ts'
import { workbookParts } from '#records/exchange/sheet/sheetXml.ts'
import { bookOf, fileOf } from '#records/exchange/server/import/file.ts'
import { discardImport, readImport, startImport } from '#records/exchange/server/import/imports.ts'
import { guessAgain } from '#records/exchange/server/import/uploadedFile.ts'

let house: ImportGround
beforeAll(async () => void (house = await importGround('import_sheets')))
afterAll(() => house.stop())

type Drawn = { readonly name: string; readonly rows: readonly (readonly string[])[]; readonly isHidden?: boolean }

/** A workbook as spreadsheets write it, with sheets of texts. */
function workbook(sheets: readonly Drawn[]): Promise<Buffer> {
  const parts = new Map(workbookParts('Test'))
  const list = sheets.map(
    ({ name, isHidden }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at}"${isHidden ? ' state="hidden"' : ''}/>`,
  )
  const relations = sheets.map((_sheet, at) => `<Relationship Id="s${at}" Target="worksheets/part${at}.xml"/>`)
  parts.set('xl/workbook.xml', `<workbook xmlns:r="x"><sheets>${list.join('')}</sheets></workbook>`)
  parts.set('xl/_rels/workbook.xml.rels', `<Relationships>${relations.join('')}</Relationships>`)
  for (const [at, { rows }] of sheets.entries()) {
    const cells = (row: readonly string[]) => row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')
    const drawn = rows.map((row) => `<row>${cells(row)}</row>`).join('')
    parts.set(`xl/worksheets/part${at}.xml`, `<worksheet><sheetData>${drawn}</sheetData></worksheet>`)
  }
  const zip = new ZipFile()
  for (const [place, xml] of parts) zip.addBuffer(Buffer.from(xml), place)
  zip.end()
  return buffer(zip.outputStream)
}

const ordinary: readonly Drawn[] = [
  { name: 'Cover', rows: [['Report of the year']] },
  { name: 'Secret', rows: [['x'], ['y']], isHidden: true },
  {
    name: 'Towns &amp; villages',
    rows: [
      ['town', 'area'],
      ['Riga', '304'],
    ],
  },
  { name: 'Rivers', rows: [['river'], ['Daugava'], ['Gauja']] },
]
const columns = ({ guess }: Awaited<ReturnType<ImportGround['upload']>>) => guess.columns.map(({ header }) => header)
const book = (id: string) => house.deps.files.path(bookOf(fileOf(house.actor.environment.id, id)))

test('of a workbook the first visible sheet with a table is read, and any other can be chosen', async () => {
  const made = await house.upload(await workbook(ordinary), 'Latvia.xlsx')
  expect(made).toMatchObject({ format: 'xlsx', sheets: ['Cover', 'Towns & villages', 'Rivers'], sheet: 1 })
  expect(columns(made)).toEqual(['town', 'area'])
  const rivers = await guessAgain(house.actor, house.deps, made.id, { sheet: 2 })
  expect([rivers.sheet, rivers.guess.rows.value, columns(rivers)]).toEqual([2, 2, ['river']])
  // What else is settled holds for the sheet that is read now.
  const unnamed = await guessAgain(house.actor, house.deps, made.id, { header: false })
  expect([unnamed.sheet, unnamed.guess.rows.value]).toEqual([2, 3])
  const again = await guessAgain(house.actor, house.deps, made.id, { header: true })
  const job = await startImport(house.actor, house.deps, made.id, planOf(again, { name: 'Rivers', uri: 'rivers' }))
  expect(await house.ended(job)).toMatchObject({ state: 'succeeded', result: { rows: 2 } })
  expect(await house.rows(`select river from ${house.table('rivers')} order by 1`)).toEqual([
    { river: 'Daugava' },
    { river: 'Gauja' },
  ])
  // The files go once what they became is committed.
  await expect.poll(() => existsSync(book(made.id))).toBe(false)
  await expect(guessAgain(house.actor, house.deps, made.id, { sheet: 1 })).rejects.toMatchObject({
    code: 'import.state',
  })
})

test('a sheet that is not there or holds no table is refused, and what was read before stays', async () => {
  const made = await house.upload(await workbook(ordinary))
  const refused = (sheet: number) => guessAgain(house.actor, house.deps, made.id, { sheet })
  await expect(refused(3)).rejects.toMatchObject({ details: [{ code: 'validation.option', target: 'sheet' }] })
  await expect(refused(0)).rejects.toMatchObject({ code: 'import.empty' })
  expect(columns(await readImport(house.actor, made.id))).toEqual(['town', 'area'])
  await discardImport(house.actor, house.deps, made.id)
  expect(existsSync(book(made.id))).toBe(false)
})

test('a workbook of one visible sheet asks nothing; one without any table is refused and leaves nothing', async () => {
  const one = await house.upload(await workbook(ordinary.slice(1, 3)))
  expect([one.sheets, one.sheet, existsSync(book(one.id))]).toEqual([[], 0, false])
  await expect(
    house.upload(
      await workbook([
        { name: 'A', rows: [] },
        { name: 'B', rows: [] },
      ]),
    ),
  ).rejects.toMatchObject({ code: 'import.empty' })
})

test('rows of a sheet may end anywhere: that is a table all the same', async () => {
  const rows = [
    ['town', 'area', 'river', 'note'],
    ['Riga'],
    ['Ogre', '15'],
    ['Cesis', '19', 'Gauja'],
    ['Ludza', '', '', 'x'],
  ]
  const made = await house.upload(await workbook([{ name: 'Ragged', rows }]))
  expect([columns(made), made.guess.rows.value]).toEqual([['town', 'area', 'river', 'note'], 4])
})
