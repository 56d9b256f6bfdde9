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

  await test.step('who manages roles is shown it before saving, and goes on with a reason', async () => {
    await page.goto(`/${place.id}/role/${role}`)
    const read = page.getByRole('slider', { name: `${table.uri}: Read` })
    await read.focus()
    await read.press('Enter')
    await page.getByRole('menuitem', { name: /^All/ }).click()
    await page.getByRole('button', { name: 'Check and save' }).click()
    const broken = dialog.getByRole('list', { name: 'Tests that this would break' })
    await expect(broken).toContainText(`${name} of unit ${unit} may not read ${table.uri} that unit`)
    const save = dialog.getByRole('button', { name: 'Save anyway' })
    await expect(save).toBeDisabled()
    await dialog.getByLabel('Why it is saved all the same').fill('Agreed with the works council until Friday')
    await lookAtBoth(page, 'override-role')
    await save.click()
    await expect(page.getByText(`${name} has been saved.`)).toBeVisible()
    await page.goto(`/${place.id}/entity/${table.id}/security?tab=tests`)
    await expect(line).toContainText('Not true')
  })

  await test.step('so is a change of the table itself that a test stops', async () => {
    const own = { role_id: role, allowed: true, action: 'read', entity_id: table.id, owner: 'self' }
    await expected(200, maker.send('PATCH', `${security}/role/${role}`, { privileges: cells('unit') }))
    await expected(201, maker.send('POST', `${security}/test`, own))
    await page.goto(`/${place.id}/entity/${table.id}/settings`)
    await page.getByRole('radio', { name: 'Organisation', exact: true }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog).toContainText(`${name} may read ${table.uri} that is their own`)
    await lookAtBoth(page, 'override-definition')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByLabel('Why it is saved all the same').fill('Everybody shares it from now on')
    await dialog.getByRole('button', { name: 'Save anyway' }).click()
    await expect(dialog).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Organisation', exact: true })).toBeChecked()
    await page.goto(`/${place.id}/audit`)
    await expect(page.getByText('Permission test overridden').first()).toBeVisible()
    await expected(200, maker.send('PATCH', `/api/metadata/entity/v1/${place.id}/${table.id}`, { ownership: 'user' }))
    await page.goto(`/${place.id}/entity/${table.id}/security?tab=tests`)
    await expect(line).toHaveCount(2)
    await line
      .last()
      .getByRole('button', { name: /Delete the test/ })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(line).toHaveCount(1)
  })

  await line.getByRole('button', { name: /Delete the test/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(line).toHaveCount(0)
  await expected(200, widen())
  // A browser tells every refusal that a page was told of.
  expect(errors.filter((error) => !error.includes('409 (Conflict)'))).toEqual([])
})
