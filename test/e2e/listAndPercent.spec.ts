import { lookAtBoth, lookAtPage, settled, watchErrors } from './support/look.ts'
import { expect, newTable, test } from './support/stage.ts'

const attributes = [
  { name: 'Margin', uri: 'margin', type: 'percent' },
  { name: 'Amount', uri: 'amount', type: 'decimal', scale: 2, pretext: 'EUR' },
  { name: 'Due', uri: 'due', type: 'date' },
]
const deals = Array.from({ length: 60 }, (_, at) => ({
  name: at === 4 ? 'A deal whose name is much longer than the row that it has to find its place on' : `Deal ${at}`,
  margin: at === 0 ? '0.25' : `0.${String(at).padStart(3, '0')}5`,
  amount: `${at * 100}.50`,
  due: `2026-0${1 + (at % 6)}-10`,
}))

test('records are seen as a list, and shares are shown and typed in percent', async ({ page, stage }) => {
  test.setTimeout(180_000)
  const errors = watchErrors(page)
  const table = await newTable(stage, attributes, deals)
  const records = `/${stage.place.id}/entity/${table.id}`
  const draft = { name: 'As a list', kind: 'list' }
  const made = await stage.maker.send('POST', `/api/metadata/view/v1/${stage.place.id}/${table.id}`, draft)
  expect(made.status).toBe(201)
  const view = made.json<{ id: string }>().id

  await test.step('each row has a name and a line of values', async () => {
    await page.goto(`${records}?view=${view}`)
    await settled(page)
    await expect(page.getByRole('button', { name: /^Deal 0\b.*25%/ })).toBeVisible()
    await lookAtPage(page, 'list')
  })

  await test.step('the kind is chosen in the editor', async () => {
    await page.goto(`${records}?view=${view}&edit=view`)
    await expect(page.getByRole('radio', { name: 'List' })).toBeChecked()
    await lookAtPage(page, 'list-editor')
  })

  await test.step('arrow keys go from row to row, Enter opens one, whose share is typed in percent', async () => {
    await page.goto(`${records}?view=${view}`)
    await settled(page)
    await page.locator('[data-at]').first().focus()
    await page.keyboard.press('End')
    await expect(page.locator('[data-at="59"]')).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    const margin = page.getByRole('textbox', { name: 'Margin' })
    await expect(margin).toHaveValue('25')
    await margin.fill('30.5 %')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('button', { name: /^Deal 0\b.*30\.5%/ })).toBeVisible()
    await lookAtBoth(page, 'list-record')
  })
  expect(errors).toEqual([])
})
