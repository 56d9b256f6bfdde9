import { lookAtBoth, watchErrors } from './support/look.ts'
import { choose } from './support/screen.ts'
import { expect, newTable, recordsOf, test } from './support/stage.ts'

const rows = [
  { name: 'Whole', amount: '12' },
  { name: 'Broken', amount: '12.75' },
  { name: 'Words', amount: 'about ten' },
  { name: 'Nothing', amount: null },
]

test('an attribute becomes a number, what is lost is shown before, and an undo brings every value back', async ({
  page,
  stage,
}) => {
  const errors = watchErrors(page)
  const table = await newTable(stage, [{ name: 'Amount', uri: 'amount', type: 'text' }], rows)
  await page.goto(`/${stage.place.id}/entity/${table.id}/attribute`)
  await page
    .getByRole('link', { name: 'Amount', exact: true })
    .or(page.getByRole('button', { name: 'Amount', exact: true }))
    .first()
    .click()
  await page.getByRole('button', { name: 'Change type…' }).click()
  const dialog = page.getByRole('dialog')
  await choose(page, dialog.getByRole('button', { name: /New type/ }), 'Whole number')
  await expect(dialog.getByRole('row', { name: /Words/ })).toContainText('cleared')
  await expect(dialog.getByRole('row', { name: /Broken/ })).toContainText('13')
  await expect(dialog.getByRole('row', { name: /Whole/ })).toHaveCount(0)
  await lookAtBoth(page, 'type-change')
  const apply = dialog.getByRole('button', { name: 'Change type', exact: true })
  await expect(apply).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /^2 values change as shown/ }).check({ force: true })
  await apply.click()
  await expect(page.getByText('The type of “Amount” was changed.')).toBeVisible()
  const numbers = await recordsOf(stage, table, '$orderby=created_on&$select=amount')
  expect(numbers.map((row) => row['amount'])).toEqual([12, 13, null, null])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(async () => (await recordsOf(stage, table, '$orderby=created_on')).map((row) => row['amount']))
    .toEqual(['12', '12.75', 'about ten', null])
  await page.goto(`/${stage.place.id}/change`)
  await expect(page.getByText('Changed the type of “Amount”').first()).toBeVisible()
  await lookAtBoth(page, 'type-change-history')
  expect(errors).toEqual([])
})
