import { lookAtBoth, lookAtPage, watchErrors } from './support/look.ts'
import { choose } from './support/screen.ts'
import { expect, newTable, test, uniqueName } from './support/stage.ts'

const attributes = [{ name: 'City', uri: 'city', type: 'text' }]

test('[R170] the audit log tells who changed what; its seals are checked, and a record leads to its entries', async ({
  page,
  stage,
}) => {
  const errors = watchErrors(page)
  const table = await newTable(stage, attributes, [
    { name: 'Depot', city: 'Riga' },
    { name: 'Store', city: 'Oslo' },
  ])
  const [id = ''] = table.ids
  await stage.maker.send('PATCH', `/api/odata/v1/${stage.place.id}/${table.uri}(${id})`, { city: 'Porto' })
  const role = uniqueName('Clerk')
  await stage.maker.send('POST', `/api/security/v1/${stage.place.id}/role`, { name: role })

  await page.goto(`/${stage.place.id}/audit`)
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()
  // Other stories may have changed records of this environment before.
  await page.getByRole('button', { name: `Record changed ${table.uri}` }).click()
  await expect(page.getByText('Riga', { exact: true })).toBeVisible()
  await expect(page.getByText('Porto', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: `Role created ${role}` })).toBeVisible()
  await lookAtPage(page, 'audit')
  await page.getByRole('button', { name: 'Check the seals' }).click()
  await expect(page.getByText(/as written. Nothing is missing/)).toBeVisible()
  await choose(page, page.getByLabel('About'), 'Rights')
  await expect(page.getByRole('button', { name: /Record changed/ })).toHaveCount(0)
  await expect(page).toHaveURL(/area=security/)
  await page.getByRole('button', { name: 'Retention' }).click()
  await expect(page.getByRole('textbox', { name: 'Days' })).toHaveValue('365')
  await lookAtBoth(page, 'audit-retention')
  await page.getByRole('textbox', { name: 'Days' }).fill('90')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: /Retention of the log changed/ })).toBeVisible()

  await page.goto(`/${stage.place.id}/entity/${table.id}/${id}`)
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await page.getByRole('link', { name: 'Show in the audit log' }).click()
  await expect(page).toHaveURL(new RegExp(`audit\\?record=${id}`))
  await expect(page.getByRole('button', { name: /Record (changed|created)/ })).toHaveCount(2)
  expect(errors).toEqual([])
})
