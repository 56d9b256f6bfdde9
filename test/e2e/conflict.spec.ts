import type { Page } from '@playwright/test'
import { expect, newTable, recordsOf, test, uniqueName, type Stage } from './support/stage.ts'

const attributes = [
  { name: 'City', uri: 'city', type: 'text' },
  { name: 'Size', uri: 'size', type: 'number' },
]

async function ofOne(stage: Stage) {
  const table = await newTable(stage, attributes, [{ name: 'Amber', city: 'Riga', size: 1 }])
  const path = `/${stage.place.id}/entity/${table.id}/${table.ids[0]}`
  return { table, path }
}

/** Two people with the same record open. */
async function openTwice(page: Page, path: string): Promise<Page> {
  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    await tab.goto(path, { waitUntil: 'networkidle' })
    await expect(tab.getByLabel('City')).toHaveValue('Riga')
  }
  return other
}

test('two people change different fields of a record: both changes hold, and the second is told', async ({
  page,
  stage,
}) => {
  const { table, path } = await ofOne(stage)
  const other = await openTwice(page, path)
  await other.getByLabel('City').fill('Oslo')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByText('Saved.')).toBeVisible()

  await page.getByLabel('Size').fill('12')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(
    page.getByText('Saved. Someone else had changed City in the meantime; that change was kept.'),
  ).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Oslo')
  expect(await recordsOf(stage, table)).toMatchObject([{ city: 'Oslo', size: 12 }])
})

test('two people change the same field: both values are shown, and the choice is saved', async ({ page, stage }) => {
  const { table, path } = await ofOne(stage)
  const other = await openTwice(page, path)
  await other.getByLabel('City').fill('Oslo')
  await other.keyboard.press('Control+s')
  await expect(other.getByText('Saved.')).toBeVisible()

  await page.getByLabel('City').fill('Madrid')
  await page.getByLabel('Size').fill('7')
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('alertdialog', { name: 'Someone else changed the same' })
  await expect(dialog.getByText('Madrid')).toBeVisible()
  await expect(dialog.getByText('Oslo')).toBeVisible()
  await expect(dialog.getByRole('group', { name: 'Size' })).toHaveCount(0)

  await test.step('going on with the editing keeps what was typed', async () => {
    await dialog.getByRole('button', { name: 'Go on editing' }).click()
    await expect(page.getByLabel('City')).toHaveValue('Madrid')
    await expect(page.getByLabel('Size')).toHaveValue('7')
    expect(await recordsOf(stage, table)).toMatchObject([{ city: 'Oslo', size: 1 }])
  })
  await test.step('the choice of mine is saved with the rest', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByRole('radio', { name: 'Your value' }).check()
    await dialog.getByRole('button', { name: 'Save the choice' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Saved.')).toBeVisible()
    expect(await recordsOf(stage, table)).toMatchObject([{ city: 'Madrid', size: 7 }])
  })
})

test('the value of the other one can be chosen, and what was typed elsewhere still counts', async ({ page, stage }) => {
  const { table, path } = await ofOne(stage)
  await page.goto(path)
  await page.getByLabel('City').fill('Madrid')
  await page.getByLabel('Size').fill('7')
  await stage.maker.send('PATCH', `/api/odata/v1/${stage.place.id}/${table.uri}(${table.ids[0]})`, { city: 'Oslo' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Someone else changed the same' })
  await dialog.getByRole('radio', { name: 'Saved by someone else' }).check()
  await dialog.getByRole('button', { name: 'Save the choice' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Oslo')
  expect(await recordsOf(stage, table)).toMatchObject([{ city: 'Oslo', size: 7 }])
})

test('what was typed and not saved is there again after a reload, and can be discarded', async ({ page, stage }) => {
  const { path } = await ofOne(stage)
  await page.goto(path)
  await page.getByLabel('City').fill('Madrid')
  await page.reload()
  await expect(page.getByText('What you typed before and did not save is here again.')).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Madrid')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('City')).toHaveValue('Riga')
})

test('a double click on Save makes one record', async ({ page, stage }) => {
  const table = await newTable(stage, attributes, [])
  await page.goto(`/${stage.place.id}/entity/${table.id}/create`)
  const name = uniqueName('Double ')
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Save', exact: true }).dblclick()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  expect(await recordsOf(stage, table)).toHaveLength(1)
})

test('a formatted text that is only looked at has nothing to save', async ({ page, stage }) => {
  // As a program writes it: the editor would put it otherwise.
  const story = '<h2>Plan</h2><p>Some <b>bold</b> words</p><ul><li>one</li></ul>'
  const table = await newTable(stage, [{ name: 'Story', uri: 'story', type: 'wysiwyg' }], [{ name: 'One', story }])
  await page.goto(`/${stage.place.id}/entity/${table.id}/${table.ids[0]}`)
  const text = page.getByRole('textbox', { name: 'Story' })
  await expect(text).toContainText('bold words')
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeDisabled()
  await text.getByText('words').click()
  await page.keyboard.press('End')
  await page.keyboard.type('x')
  await expect(save).toBeEnabled()
})
