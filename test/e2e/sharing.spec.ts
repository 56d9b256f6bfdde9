import type { Browser, Page } from '@playwright/test'
import { expected, newMaker, type Maker } from '../support/maker.ts'
import { lookAtBoth, lookAtPage, settled, watchErrors } from './support/look.ts'
import { field } from './support/screen.ts'
import { expect, newTable, recordsOf, sendTo, signIn, test, uniqueName, type Stage } from './support/stage.ts'

/** The page of somebody else, signed in. */
async function pageOf(browser: Browser, address: string, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: address, locale: 'en-US', storageState: undefined })
  await context.clearCookies()
  const page = await context.newPage()
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Decline' }).click()
  await signIn(page, email)
  await page.waitForURL('/main')
  return page
}

type Joined = { readonly person: Maker; readonly email: string }

/** Lets a new person into a unit of their own, with a role. */
async function join({ maker, place }: Stage, address: string, name: string, role: string): Promise<Joined> {
  const security = `/api/security/v1/${place.id}`
  const { value } = (await expected(200, maker.send('GET', `${security}/unit`))).json<{
    value: { id: string; parent_id: string | null }[]
  }>()
  const root = value.find(({ parent_id }) => parent_id === null)?.id
  const made = await expected(201, maker.send('POST', `${security}/unit`, { name: uniqueName(name), parent_id: root }))
  const unit = made.json<{ id: string }>().id
  const email = `${uniqueName(name)}@example.org`
  const person = await newMaker(sendTo(address), email)
  const invite = await expected(201, maker.send('POST', `/api/invite/v1/${place.id}`, { role_id: role, unit_id: unit }))
  const accepted = await person.send('POST', '/api/invite/v1/accept', { code: invite.json<{ code: string }>().code })
  expect(accepted.status).toBeLessThan(300)
  return { person, email }
}

test('[R147] [R406] two people in two units: one shares one record, the other sees it, until it ends', async ({
  browser,
  stage,
}, info) => {
  // Two sign-ups, two browsers, and a date that has to pass.
  test.setTimeout(300_000)
  const { maker, place } = stage
  const address = info.project.use.baseURL ?? ''
  const table = await newTable(stage, [], [])
  const rights = ['create', 'read', 'update', 'delete'].map((action) => ({
    entity_id: table.id,
    action,
    scope: 'unit',
  }))
  const made = maker.send('POST', `/api/security/v1/${place.id}/role`, { name: uniqueName('r'), privileges: rights })
  const role = (await expected(201, made)).json<{ id: string }>().id
  const north = await join(stage, address, 'north', role)
  const south = await join(stage, address, 'south', role)
  const written = north.person.send('POST', `/api/odata/v1/${place.id}/${table.uri}`, { name: 'Bridge' })
  const record = (await expected(201, written)).json<{ id: string }>().id
  const path = `/${place.id}/entity/${table.id}/${record}`
  const [giving, receiving] = [await pageOf(browser, address, north.email), await pageOf(browser, address, south.email)]
  const errors = watchErrors(giving)
  const dialog = giving.getByRole('dialog')

  await test.step('a link alone shows nothing', async () => {
    await receiving.goto(path)
    await expect(receiving.getByText('Bridge')).toHaveCount(0)
    await expect(receiving.getByRole('heading', { level: 1 })).not.toHaveText('Bridge')
  })

  await test.step('the owner shares the record from its page', async () => {
    await giving.goto(path)
    await expect(field(giving, 'Name')).toHaveValue('Bridge')
    await lookAtPage(giving, 'record-actions')
    await giving.getByRole('button', { name: 'Share' }).click()
    await expect(dialog.getByText('Shared with nobody.')).toBeVisible()
    await lookAtBoth(giving, 'share-empty')
    const who = dialog.getByRole('combobox', { name: 'Person, team or business unit' })
    await who.fill('Ilze')
    const options = giving.getByRole('option')
    await expect(options.first()).toBeVisible()
    await options.filter({ hasText: /Person in south/ }).click()
    await dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await dialog.getByLabel('Reason').fill('The bridge ends in the South')
    await dialog.getByRole('button', { name: 'Share', exact: true }).click()
    const line = dialog.getByRole('listitem')
    await expect(line).toHaveCount(1)
    await expect(line.getByRole('button', { name: 'Change', pressed: true })).toBeVisible()
    await expect(line).toContainText('The bridge ends in the South')
    await lookAtPage(giving, 'share')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(giving.getByLabel('Shared with one')).toBeVisible()
  })

  await test.step('the other sees it and changes it, and may not share it on', async () => {
    await receiving.goto(path)
    await field(receiving, 'Name').fill('Long bridge')
    await receiving.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => recordsOf(stage, table)).toMatchObject([{ name: 'Long bridge' }])
    await receiving.getByRole('button', { name: 'Share' }).click()
    await expect(receiving.getByRole('dialog')).toContainText('not share it')
    await settled(receiving)
  })

  await test.step('when its date has passed the record is gone for them', async () => {
    const share = `/api/security/v1/${place.id}/share/${table.id}/${record}/${south.person.id}`
    const soon = new Date(Date.now() + 6_000).toISOString()
    await expected(200, north.person.send('PATCH', share, { expires_on: soon }))
    const asked = () => south.person.send('GET', `/api/odata/v1/${place.id}/${table.uri}(${record})`)
    await expect.poll(async () => (await asked()).status, { timeout: 60_000 }).toBe(404)
    await receiving.goto(path)
    await expect(receiving.getByText('Long bridge')).toHaveCount(0)
    await giving.reload()
    await giving.getByRole('button', { name: 'Share' }).click()
    await expect(dialog.getByText('Ended')).toBeVisible()
  })
  expect(errors).toEqual([])
  await giving.context().close()
  await receiving.context().close()
})

test('what is selected is given to a team in one go, and back by one undo', async ({ page, stage }) => {
  test.setTimeout(240_000)
  const errors = watchErrors(page)
  const { maker, place } = stage
  const table = await newTable(stage, [], [{ name: 'Pump' }, { name: 'Valve' }])
  const security = `/api/security/v1/${place.id}`
  const privileges = [{ entity_id: table.id, action: 'read', scope: 'all' }]
  const made = maker.send('POST', `${security}/role`, { name: uniqueName('r'), privileges })
  const role = (await expected(201, made)).json<{ id: string }>().id
  const name = uniqueName('service')
  const team = maker.send('POST', `${security}/team`, { name, kind: 'owner', role_ids: [role] })
  const teamId = (await expected(201, team)).json<{ id: string }>().id
  const owners = async () =>
    (await recordsOf<{ owner_id: string }>(stage, table, '$select=owner_id')).map(({ owner_id: owner }) => owner)
  const before = await owners()
  await page.goto(`/${place.id}/entity/${table.id}`)
  await page.getByRole('checkbox', { name: 'Select row' }).nth(0).check({ force: true })
  await page.getByRole('checkbox', { name: 'Select row' }).nth(1).check({ force: true })
  await page.getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'New owner' }).fill(name)
  await page.getByRole('option', { name }).click()
  await lookAtBoth(page, 'bulk-assign')
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(page.getByText('2 records were changed.')).toBeVisible()
  await lookAtPage(page, 'bulk-assigned')
  expect(await owners()).toEqual([teamId, teamId])
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect.poll(owners).toEqual(before)
  expect(errors).toEqual([])
})

test('who may not change a record is led to the reasons, and to what would help', async ({ browser, stage }, info) => {
  test.setTimeout(240_000)
  const { maker, place } = stage
  const table = await newTable(stage, [], [])
  const cell = (action: string, scope: string) => ({ entity_id: table.id, action, scope })
  const privileges = [cell('read', 'all'), cell('update', 'user')]
  const draft = { name: uniqueName('reader'), privileges, activities: ['explain-access'] }
  const made = maker.send('POST', `/api/security/v1/${place.id}/role`, draft)
  const role = (await expected(201, made)).json<{ id: string }>().id
  const address = info.project.use.baseURL ?? ''
  const { email } = await join(stage, address, 'reader', role)
  const written = maker.send('POST', `/api/odata/v1/${place.id}/${table.uri}`, { name: 'Ledger' })
  const record = (await expected(201, written)).json<{ id: string }>().id
  const page = await pageOf(browser, address, email)
  await page.goto(`/${place.id}/entity/${table.id}/${record}`)
  await field(page, 'Name').fill('Other ledger')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Why?' }).click()
  const reasons = page.getByRole('dialog').getByRole('region', { name: 'Update' })
  await expect(reasons).toContainText('Not allowed')
  await expect(reasons).toContainText(draft.name)
  await lookAtBoth(page, 'why-refused')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(field(page, 'Name')).toHaveValue('Other ledger')

  // Who may not change it may not give it to another either.
  await page.reload()
  await page.getByRole('button', { name: 'Assign' }).click()
  const assign = page.getByRole('dialog', { name: /Assign/ })
  await assign.getByRole('combobox', { name: 'New owner' }).fill('Ilze')
  await page.getByRole('option', { name: /Ilze/ }).first().click()
  await assign.getByRole('button', { name: 'Assign' }).click()
  await expect(assign.getByRole('button', { name: 'Why?' })).toBeVisible()
  await lookAtBoth(page, 'assign-refused')
  await assign.getByRole('button', { name: 'Why?' }).click()
  await expect(reasons).toContainText('Not allowed')
  await lookAtPage(page, 'assign-why')
  await page.context().close()
})
