import { lookAtBoth, lookAtPage, watchErrors } from './support/look.ts'
import { choose } from './support/screen.ts'
import { expect, newTable, recordsOf, test } from './support/stage.ts'

const attributes = [
  { name: 'City', uri: 'city', type: 'text' },
  { name: 'Size', uri: 'size', type: 'number' },
]
const rows = Array.from({ length: 30 }, (_, at) => ({ name: `Depot ${at + 1}`, city: 'Riga', size: at }))

test('all records of a list are changed at once, and the change goes back in one undo', async ({ page, stage }) => {
  const errors = watchErrors(page)
  const table = await newTable(stage, attributes, rows)
  const path = `/${stage.place.id}/entity/${table.id}`
  await page.goto(path)
  await page.getByRole('checkbox', { name: 'Select row' }).first().check({ force: true })
  await page.getByRole('button', { name: 'Select all 30' }).click()
  await expect(page.getByText('30 records selected')).toBeVisible()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await choose(page, page.getByLabel('Field', { exact: true }), 'City')
  await page.getByRole('textbox', { name: 'City' }).fill('Oslo')
  await choose(page, page.getByLabel('Another field'), 'Size')
  await page.getByRole('group', { name: 'Size' }).getByRole('button', { name: 'Empty it' }).click()
  await lookAtBoth(page, 'history-bulk')
  await page.getByRole('dialog').getByRole('button', { name: 'Change', exact: true }).click()
  await expect(page.getByText('30 records were changed.')).toBeVisible()
  expect(await recordsOf(stage, table, "$filter=city eq 'Oslo' and size eq null")).toHaveLength(30)
  await lookAtPage(page, 'history-bulk-done')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('30 records are as before.')).toBeVisible()
  expect(await recordsOf(stage, table, "$filter=city eq 'Riga' and size ne null")).toHaveLength(30)
  await page.goto(`${path}/history`)
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await lookAtPage(page, 'history-causes')
  expect(errors).toEqual([])
})

test('a deleted record comes back from the trash, and an old version of it too', async ({ page, stage }) => {
  const errors = watchErrors(page)
  const table = await newTable(stage, attributes, rows.slice(0, 3))
  const path = `/${stage.place.id}/entity/${table.id}`
  await page.goto(`${path}/${table.ids[0]}`)
  await page.getByLabel('City').fill('Porto')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await expect(page.getByText('Changed', { exact: true })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Sides of the record' }).locator('[aria-current]')).toHaveText(
    'History',
  )
  await lookAtPage(page, 'history-record')
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await expect(page.getByRole('dialog').getByText('Porto')).toBeVisible()
  await lookAtBoth(page, 'history-version')
  await page.getByRole('button', { name: 'Set back' }).click()
  await expect(page.getByText('The record is as it was then.')).toBeVisible()
  expect(await recordsOf(stage, table, "$filter=city eq 'Riga'")).toHaveLength(3)

  for (const id of table.ids.slice(0, 2))
    await stage.maker.send('DELETE', `/api/odata/v1/${stage.place.id}/${table.uri}(${id})`)
  await page.goto(path)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  await expect(page.getByText('Depot 2')).toBeVisible()
  await lookAtPage(page, 'history-trash')
  await page.getByRole('searchbox').fill('depot 2')
  await expect(page.getByText('Depot 1')).toBeHidden()
  await page.getByRole('checkbox', { name: 'Select “Depot 2”' }).check()
  await page.getByRole('button', { name: 'Restore', exact: true }).first().click()
  await expect(page.getByText('1 record is back.')).toBeVisible()
  expect(await recordsOf(stage, table)).toHaveLength(2)
  expect(errors).toEqual([])
})

test('a record whose place was taken is kept in the trash with the reason, and comes back without it', async ({
  page,
  stage,
}) => {
  const plate = { name: 'Plate', uri: 'plate', type: 'text', unique: true }
  const table = await newTable(stage, [plate], [{ name: 'First', plate: 'X1' }])
  const records = `/api/odata/v1/${stage.place.id}/${table.uri}`
  await stage.maker.send('DELETE', `${records}(${table.ids[0]})`)
  await stage.maker.send('POST', records, { name: 'Second', plate: 'X1' })
  await page.goto(`/${stage.place.id}/entity/${table.id}/trash`)
  await page.getByRole('button', { name: 'Restore', exact: true }).last().click()
  await expect(page.getByRole('dialog').getByText(/^Plate:/)).toBeVisible()
  await lookAtBoth(page, 'history-refused')
  await page.getByRole('button', { name: 'Restore without these values' }).click()
  await expect(page.getByText('1 record is back.')).toBeVisible()
  expect(await recordsOf(stage, table, '$filter=plate eq null')).toHaveLength(1)
})
