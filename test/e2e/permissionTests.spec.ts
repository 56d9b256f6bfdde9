import { expected } from '../support/maker.ts'
import { lookAtBoth, lookAtPage, watchErrors } from './support/look.ts'
import { choose } from './support/screen.ts'
import { expect, newTable, test, uniqueName } from './support/stage.ts'

test('a sentence about rights is put together, is judged, and stops the change that would make it untrue', async ({
  page,
  stage,
}) => {
  test.setTimeout(300_000)
  const errors = watchErrors(page)
  const { maker, place } = stage
  const table = await newTable(stage, [{ name: 'Salary', uri: 'salary', type: 'number' }], [])
  const name = uniqueName('seller')
  const security = `/api/security/v1/${place.id}`
  const cells = (scope: string) => [{ entity_id: table.id, action: 'read', scope }]
  const made = maker.send('POST', `${security}/role`, { name, privileges: cells('unit') })
  const role = (await expected(201, made)).json<{ id: string }>().id
  const widen = () => maker.send('PATCH', `${security}/role/${role}`, { privileges: cells('all') })

  await page.goto(`/${place.id}/entity/${table.id}/security?tab=tests`)
  await page.getByRole('button', { name: 'New test' }).click()
  const dialog = page.getByRole('dialog')
  await choose(page, dialog.getByRole('button', { name: /Who has the role/ }), name)
  const unit = uniqueName('north')
  await lookAtBoth(page, 'permission-test')
  await expect(dialog.getByText(`${name} may not read ${table.uri}, whoever owns it`)).toBeVisible()
  // Everybody is of the root's branch; of the unit below it, the rest is out of reach.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const { value } = (await expected(200, maker.send('GET', `${security}/unit`))).json<{
    value: { id: string; parent_id: string | null }[]
  }>()
  const root = value.find(({ parent_id }) => parent_id === null)?.id
  await expected(201, maker.send('POST', `${security}/unit`, { name: unit, parent_id: root }))
  await page.reload()
  await page.getByRole('button', { name: 'New test' }).click()
  await choose(page, dialog.getByRole('button', { name: /Who has the role/ }), name)
  await choose(page, dialog.getByRole('button', { name: /Of the business unit/ }), unit)
  await choose(page, dialog.getByRole('button', { name: /Owned by/ }), 'A certain unit')
  const others = dialog.getByRole('button', { name: /Which unit/ })
  await others.click()
  await page.getByRole('option').first().click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  const line = page.getByRole('list', { name: 'Tests' }).getByRole('listitem')
  await expect(line).toHaveCount(1)
  await expect(line).toContainText(`${name} of unit ${unit} may not read ${table.uri} that unit`)
  await expect(line).toContainText('True')
  await lookAtPage(page, 'permission-tests')
  expect((await widen()).status).toBe(409)
  await line.getByRole('button', { name: /Delete the test/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(line).toHaveCount(0)
  await expected(200, widen())
  expect(errors).toEqual([])
})
