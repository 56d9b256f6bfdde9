import { lookAtBoth, lookAtPage, watchErrors } from './support/look.ts'
import { expect, newTable, test } from './support/stage.ts'

const attributes = [
  { name: 'City', uri: 'city', type: 'text', placeholder: 'Where it is' },
  { name: 'State', uri: 'state', type: 'select', options: [{ value: 'new', label: 'New one' }] },
]

test('a maker says the texts of a table in Latvian; who reads in Latvian reads them, and makers go on changing the base text', async ({
  page,
  stage,
}) => {
  const errors = watchErrors(page)
  const table = await newTable(stage, attributes, [{ name: 'Depot', city: 'Riga', state: 'new' }])
  const records = `/${stage.place.id}/entity/${table.id}`
  const input = (property: string, of: string) =>
    page.getByRole('textbox', { name: `${property} of “${of}” in this language: Latviešu` })

  await page.goto(`${records}/settings`)
  await page.getByRole('link', { name: 'Edit the texts in other languages' }).click()
  await expect(page).toHaveURL(/\/language$/)
  await page.getByRole('radio', { name: /^Latviešu · \d+ missing$/ }).check()
  await input('Name', 'City').fill('P')
  await expect(page.getByText(/3 (to|and) 24 characters/)).toBeVisible()
  await page.getByRole('button', { name: 'Review and save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await input('Name', 'City').fill('Pilsēta')
  await input('Option', 'State').fill('Jauns')
  await expect(page.getByText('2 texts not saved yet')).toBeVisible()
  await lookAtPage(page, 'labels')
  await page.getByRole('button', { name: 'Review and save' }).click()
  await expect(page.getByText(/Changed 2 texts of .* in other languages: Latviešu/)).toBeVisible()
  await lookAtBoth(page, 'labels-review')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(input('Name', 'City')).toHaveValue('Pilsēta')
  await page.getByRole('switch', { name: 'Only what is missing' }).check()
  await expect(input('Name', 'City')).toHaveCount(0)
  await expect(input('Name', 'State')).toBeVisible()

  await page.evaluate(() => window.localStorage.setItem('locale', 'lv'))
  await page.goto(records)
  await expect(page.getByRole('columnheader', { name: 'Pilsēta' })).toBeVisible()
  // The button *New* is called so too.
  await expect(page.getByRole('grid').getByText('Jauns', { exact: true })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'State' })).toBeVisible()
  await page.goto(`${records}/attribute`)
  await page.getByRole('button', { name: 'City', exact: true }).click()
  await expect(page.locator('form input[name="name"]')).toHaveValue('City')
  expect(errors).toEqual([])
})
