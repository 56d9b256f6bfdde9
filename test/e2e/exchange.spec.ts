import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Download } from '@playwright/test'
import { sheetBegin, sheetEnd, sheetRow, type SheetCell } from '../../src/records/exchange/sheet/sheetXml.ts'
import { zippedSheet } from '../../src/records/exchange/server/export/workbook.ts'
import { makeTable } from '../support/importTable.ts'
import { lookAtBoth, lookAtPage, watchErrors } from './support/look.ts'
import { choose, field } from './support/screen.ts'
import { expect, newTable, recordsOf, test } from './support/stage.ts'

const heads = ['Name', 'Customer', 'Amount', 'Due', 'Paid', 'Note']
const day = (serial: string): SheetCell => ({ kind: 'date', number: serial })
const text = (value: string): SheetCell => ({ kind: 'text', text: value })
const number = (value: string): SheetCell => ({ kind: 'number', number: value })
const rows: readonly SheetCell[][] = [
  [text('First'), text('Acme'), number('12.5'), day('45351'), { kind: 'boolean', value: true }, text('=1+1')],
  [
    text('Second'),
    text('Bolt & Sons'),
    number('-0.25'),
    null,
    { kind: 'boolean', value: false },
    text('\'quoted "text"'),
  ],
  [text('Third'), text('Acme'), number('1000000'), day('44562'), null, text('two\nlines')],
]

/** What a workbook holds, as the one form that imports read. */
async function tableIn(folder: string, bytes: Buffer): Promise<string> {
  const file = join(folder, 'table')
  await writeFile(file, bytes)
  await makeTable(file)
  return readFile(file, 'utf8')
}

const bytesOf = async (download: Download) => readFile(await download.path())

test('[R207:exchange] an Excel file with links is imported, exported again unchanged, and recognised when it comes back', async ({
  page,
  stage,
}) => {
  test.setTimeout(120_000)
  const errors = watchErrors(page)
  const folder = await mkdtemp(join(tmpdir(), 'lintel-exchange-'))
  const customers = await newTable(stage, [], [{ name: 'Acme' }])
  const orders = await newTable(
    stage,
    [
      { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: customers.id },
      { name: 'Amount', uri: 'amount', type: 'decimal' },
      { name: 'Due', uri: 'due', type: 'date' },
      { name: 'Paid', uri: 'paid', type: 'boolean' },
      { name: 'Note', uri: 'note', type: 'textarea' },
    ],
    [],
  )
  const sheet = sheetBegin(heads) + rows.map((cells, at) => sheetRow(at + 2, cells)).join('') + sheetEnd
  const file = join(folder, 'orders.xlsx')
  const bytes = await buffer(zippedSheet('Orders', Readable.from([sheet])))
  await writeFile(file, bytes)
  const records = `/${stage.place.id}/entity/${orders.id}`

  await test.step('the file is looked at, and its columns find their fields', async () => {
    await page.goto(records)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Import' }).click()
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.getByText('6 of 6 are imported')).toBeVisible()
  })

  await test.step('a customer that is missing is told, and made when that is wanted', async () => {
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByRole('heading', { name: '2 of 3 rows can be imported; 1 is refused.' })).toBeVisible()
    await lookAtPage(page, 'import-sheet-refused')
    const fetched = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the refused rows' }).click()
    const refused = await tableIn(folder, await bytesOf(await fetched))
    expect(refused).toContain('Second,Bolt & Sons')
    await page.getByRole('checkbox', { name: 'Make records that are missing' }).check()
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByRole('heading', { name: 'All 3 rows can be imported.' })).toBeVisible()
  })

  await test.step('the import', async () => {
    await page.getByRole('button', { name: 'Import 3 rows' }).click()
    await expect(page.getByRole('heading', { name: 'orders.xlsx was imported' })).toBeVisible({ timeout: 30_000 })
    expect(await recordsOf(stage, customers, '$orderby=name')).toMatchObject([
      { name: 'Acme' },
      { name: 'Bolt & Sons' },
    ])
    await page.getByRole('link', { name: 'Open the table' }).click()
  })

  await test.step('the export is what was imported', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Export' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading')).toBeVisible()
    await dialog.getByRole('radio', { name: 'Excel (XLSX)' }).check()
    await choose(page, field(dialog, 'Links'), 'Name')
    await lookAtBoth(page, 'export-dialog')
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download' }).click()
    const exported = await bytesOf(await download)
    await writeFile(join(folder, 'exported.xlsx'), exported)
    const cells = await columnsOf(await tableIn(folder, exported), heads)
    const before = await columnsOf(await tableIn(folder, bytes), heads)
    expect(cells.toSorted()).toEqual(before.toSorted())
  })

  await test.step('and changes nothing when it comes back by its ids', async () => {
    await page.goto(`/${stage.place.id}/import?entity=${orders.id}`)
    await page.locator('input[type=file]').setInputFiles(join(folder, 'exported.xlsx'))
    await choose(page, field(page, 'Recognise records by'), 'Id')
    await page.keyboard.press('Escape')
    await lookAtPage(page, 'import-keys')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByText('3 rows change records that are there; 0 become new records.')).toBeVisible()
    await page.getByRole('button', { name: 'Import 3 rows' }).click()
    await expect(page.getByText('3 records were imported.')).toBeVisible({ timeout: 30_000 })
    const after = await recordsOf<{ version: unknown }>(stage, orders, '$select=version')
    expect(after.map(({ version }) => Number(version))).toEqual([1, 1, 1])
  })
  await rm(folder, { recursive: true })
  expect(errors).toEqual([])
})

/** The cells of some columns, row by row. */
async function columnsOf(table: string, names: readonly string[]): Promise<string[]> {
  const { createSplitter } = await import('../../src/records/exchange/import/splitter.ts')
  const found: string[][] = []
  const splitter = createSplitter(',', (cells) => found.push(cells))
  splitter.push(table)
  splitter.end()
  const [head = [], ...body] = found
  return body.map((cells) => JSON.stringify(names.map((name) => cells[head.indexOf(name)] ?? '')))
}

test('times of a file that name no zone are on the clocks of who imports, or of a zone that they choose', async ({
  page,
  stage,
}) => {
  const errors = watchErrors(page)
  const visits = await newTable(
    stage,
    [
      { name: 'Seen', uri: 'seen', type: 'datetime' },
      { name: 'Due', uri: 'due', type: 'date' },
    ],
    [],
  )
  const content = 'name,seen,due\nOwn,2024-03-31 03:30,2024-03-31\nNamed,2024-03-31T03:30:00Z,2024-03-31\n'
  await page.goto(`/${stage.place.id}/import?entity=${visits.id}`)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'visits.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  const zone = page.getByRole('combobox', { name: 'Time zone of the file' })
  const own = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
  await expect(zone).toHaveValue(own.replaceAll('_', ' '))
  await zone.fill('kiritimati')
  await page.getByRole('option', { name: 'Pacific/Kiritimati' }).click()
  await expect(zone).toHaveValue('Pacific/Kiritimati')
  await lookAtPage(page, 'import-zone')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByRole('heading', { name: 'visits.csv was imported' })).toBeVisible({ timeout: 30_000 })
  expect(await recordsOf(stage, visits, '$select=name,seen,due&$orderby=name')).toMatchObject([
    { name: 'Named', seen: '2024-03-31T03:30:00+00:00', due: '2024-03-31' },
    { name: 'Own', seen: '2024-03-30T13:30:00+00:00', due: '2024-03-31' },
  ])
  expect(errors).toEqual([])
})
