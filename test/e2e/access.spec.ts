import type { Browser, Page } from '@playwright/test'
import { newMaker } from '../support/maker.ts'
import { lookAtBoth, lookAtPage, watchErrors } from './support/look.ts'
import { choose, field } from './support/screen.ts'
import { expect, newTable, recordsOf, sendTo, signIn, test, uniqueName, type Stage } from './support/stage.ts'

const attributes = [{ name: 'City', uri: 'city', type: 'text' }]

test('two people in two units: invited, joined, and each sees the records of their own unit', async ({
  page,
  stage,
  browser,
  baseURL,
}) => {
  test.setTimeout(420_000)
  const errors = watchErrors(page)
  const table = await newTable(stage, attributes, [{ name: 'Of the root', city: 'Riga' }])
  const base = `/${stage.place.id}`
  const root = await rootOf(stage)
  const north = await newUnit(stage, 'North', root)
  const south = await newUnit(stage, 'South', root)
  const role = uniqueName('Seller ')
  let roleId = ''

  await test.step('a role that allows what lies in the own unit, told before it is saved', async () => {
    await page.goto(`${base}/role`)
    await page.getByRole('button', { name: 'New role' }).click()
    await field(page, 'Name').fill(role)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: role })).toBeVisible()
    roleId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await page.getByLabel('Find a table').fill(table.uri)
    for (const action of ['Create', 'Read', 'Update']) {
      const circle = page.getByRole('slider', { name: `${table.uri}: ${action}` })
      await circle.focus()
      for (let step = 0; step < 3; step++) await circle.press('ArrowRight')
      await expect(circle).toHaveAttribute('aria-valuetext', 'Unit')
    }
    await lookAtPage(page, 'role')
    await page.getByRole('button', { name: 'Check and save' }).click()
    await expect(page.getByText('Nobody is concerned yet')).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(`${role} has been saved.`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Check and save' })).toBeDisabled()
  })

  const one = await join(browser, baseURL ?? '', await inviteTo(page, base, role, 'North'))
  const other = await join(browser, baseURL ?? '', await inviteTo(page, base, role, 'South'))

  await test.step('each makes a record, which belongs to their unit, and sees no other', async () => {
    await makeRecord(one.page, base, table.id, 'From the north')
    await makeRecord(other.page, base, table.id, 'From the south')
    const rows = await recordsOf<{ name: string; owning_unit_id?: string }>(stage, table, '$select=name')
    expect(rows.map(({ name }) => name).toSorted()).toEqual(['From the north', 'From the south', 'Of the root'])
    for (const [person, own, foreign] of [
      [one, 'From the north', 'From the south'],
      [other, 'From the south', 'From the north'],
    ] as const) {
      await person.page.goto(`${base}/entity/${table.id}`)
      await expect(person.page.getByText(own, { exact: true }).first()).toBeVisible()
      await expect(person.page.getByText(foreign, { exact: true })).toHaveCount(0)
      await expect(person.page.getByText('Of the root', { exact: true })).toHaveCount(0)
    }
  })

  await test.step('what a wider scope will do is foretold, and then so', async () => {
    await page.goto(`${base}/role/${roleId}`)
    await page.getByLabel('Find a table').fill(table.uri)
    const read = page.getByRole('slider', { name: `${table.uri}: Read` })
    await read.focus()
    await read.press('Enter')
    await page.getByRole('menuitem', { name: /^All/ }).click()
    await expect(read).toHaveAttribute('aria-valuetext', 'All')
    await page.getByRole('button', { name: 'Check and save' }).click()
    await expect(page.getByText(`2 members gain “Read” on 3 records of ${table.uri}`)).toBeVisible()
    await lookAtBoth(page, 'role-impact')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(`${role} has been saved.`)).toBeVisible()
    for (const person of [one, other]) {
      await person.page.goto(`${base}/entity/${table.id}`)
      for (const name of ['From the north', 'From the south', 'Of the root'])
        await expect(person.page.getByText(name, { exact: true }).first()).toBeVisible()
    }
  })

  await test.step('who has access, and why', async () => {
    await page.goto(`${base}/entity/${table.id}/security?tab=people`)
    await expect(page.getByText('3 members can do something here.')).toBeVisible()
    await lookAtPage(page, 'entity-security-people')
    await page.goto(`${base}/entity/${table.id}/security?tab=explain`)
    await expect(
      page.getByRole('region', { name: 'Delete' }).getByText('An administrator may do everything'),
    ).toBeVisible()
    await lookAtPage(page, 'entity-security-explain')
    await page.goto(`${base}/entity/${table.id}/security`)
    await expect(page.getByRole('slider', { name: `${role}: Read` })).toHaveAttribute('aria-valuetext', 'All')
  })

  await test.step('a field is hidden from a role on the page of its table, and what is computed from it; both are named first', async () => {
    const formula = { name: 'Shout', uri: 'shout', type: 'formula', expression: 'upper(city)' }
    const made = await stage.maker.send('POST', `/api/metadata/attribute/v1/${stage.place.id}/${table.id}`, formula)
    expect([made.status, made.text]).toEqual([201, expect.any(String)])
    await page.goto(`${base}/entity/${table.id}/security?tab=fields`)
    const cell = page.getByRole('button', { name: `City, ${role}:` })
    await cell.press('ArrowLeft')
    await expect(cell).toHaveAccessibleName(`City, ${role}: Hidden`)
    await lookAtPage(page, 'entity-security-fields')
    await page.getByRole('button', { name: 'Check and save' }).click()
    for (const lost of ['City', 'Shout'])
      await expect(page.getByText(new RegExp(`2 members lose “Read” on .* › ${lost}`))).toBeVisible()
    await expect(page.getByRole('region', { name: 'Where hidden fields are used' })).toContainText(
      'Hidden with it: Shout',
    )
    await lookAtBoth(page, 'hidden-reads')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await one.page.goto(`${base}/entity/${table.id}`)
    await expect(one.page.getByRole('columnheader', { name: 'Name' })).toBeVisible()
    for (const hidden of ['City', 'Shout'])
      await expect(one.page.getByRole('columnheader', { name: hidden })).toHaveCount(0)
  })

  await test.step('a team tells what it changes before it is saved', async () => {
    const wide = uniqueName('Closer ')
    const privileges = ['read', 'delete'].map((action) => ({ entity_id: table.id, action, scope: 'all' }))
    await stage.maker.send('POST', `/api/security/v1/${stage.place.id}/role`, { name: wide, privileges })
    await page.goto(`${base}/users?tab=teams`)
    await page.getByRole('button', { name: 'New team' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Name/).fill(uniqueName('Team '))
    await choose(page, dialog.getByRole('button', { name: /Roles/ }), wide)
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: /Members/ }).click()
    await page.getByRole('option', { name: /North/ }).first().click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Check and save' }).click()
    await expect(dialog.getByText(`1 member gains “Delete” on 3 records of ${table.uri}`)).toBeVisible()
    await lookAtBoth(page, 'team-impact')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog.getByRole('button', { name: 'Check and save' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('people, units and invites', async () => {
    await page.goto(`${base}/users`)
    await expect(page.getByText(one.email)).toBeVisible()
    for (const tab of ['Invites', 'Teams', 'Business units']) {
      await page.getByRole('tab', { name: tab }).click()
      await lookAtPage(page, `users-${tab.toLowerCase().replace(' ', '-')}`)
    }
  })

  await test.step('a unit is moved after it is told who gains and loses by that', async () => {
    await page.getByRole('button', { name: 'What to do with North' }).click()
    await page.getByRole('menuitem', { name: 'Move' }).click()
    const dialog = page.getByRole('dialog')
    await choose(page, dialog.getByRole('button', { name: /Lies below$/ }), 'South')
    await expect(dialog.getByText(/move along/)).toBeVisible()
    await lookAtBoth(page, 'unit-move')
    await dialog.getByRole('button', { name: 'Check and save' }).click()
    const told = dialog.getByRole('list', { name: 'What this will change' })
    await expect(told).toContainText(/1 member gains “Update” on 1 record of/)
    await lookAtBoth(page, 'unit-move-impact')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('a unit goes after it is told who gains and loses by that', async () => {
    await page.getByRole('button', { name: 'What to do with South' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Its members, teams, records and the units below it go')).toBeVisible()
    await dialog.getByRole('button', { name: 'Check and delete' }).click()
    const told = dialog.getByRole('list', { name: 'What this will change' })
    await expect(told).toContainText(/1 member gains “Update” on 1 record of/)
    await lookAtPage(page, 'unit-delete-impact')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'What to do with South' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'What to do with North' })).toBeVisible()
  })
  expect([north, south]).toHaveLength(2)
  expect(errors).toEqual([])
  await one.page.context().close()
  await other.page.context().close()
})

async function rootOf({ maker, place }: Stage): Promise<string> {
  const units = (await maker.send('GET', `/api/security/v1/${place.id}/unit`)).json<{
    value: { id: string; parent_id: string | null }[]
  }>()
  return units.value.find(({ parent_id }) => parent_id === null)?.id ?? ''
}

async function newUnit({ maker, place }: Stage, name: string, parent: string): Promise<string> {
  const made = await maker.send('POST', `/api/security/v1/${place.id}/unit`, { name, parent_id: parent })
  return made.json<{ id: string }>().id
}

/** Makes an open invite on the page of people; answers with its link. */
async function inviteTo(page: Page, base: string, role: string, unit: string): Promise<string> {
  await page.goto(`${base}/users`)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('radio', { name: 'Open code' }).check()
  await choose(page, page.getByRole('dialog').getByRole('button', { name: /Role$/ }), role)
  await choose(page, page.getByRole('dialog').getByRole('button', { name: /Business unit$/ }), unit)
  await page.getByRole('button', { name: 'Make a code' }).click()
  await expect(page.getByText('The code is shown only now.')).toBeVisible()
  const link = await page.getByRole('group', { name: 'Link' }).locator('code').textContent()
  await page.getByRole('button', { name: 'Done' }).click()
  return link ?? ''
}

/** A person of their own browser opens the link, signs in on the way, looks and accepts. */
async function join(browser: Browser, address: string, link: string): Promise<{ page: Page; email: string }> {
  const email = `${uniqueName('guest')}@example.org`
  await newMaker(sendTo(address), email)
  const context = await browser.newContext({
    baseURL: address,
    locale: 'en-US',
    storageState: { cookies: [], origins: [] },
  })
  const page = await context.newPage()
  const { pathname, search } = new URL(link, address)
  await page.goto(pathname + search)
  await page.getByRole('button', { name: 'Decline' }).click()
  await signIn(page, email)
  await expect(page.getByRole('heading', { name: /^You are invited to/ })).toBeVisible()
  await lookAtPage(page, 'join')
  await page.getByRole('button', { name: 'Accept and open' }).click()
  await expect(page).toHaveURL(/\/[0-9a-f-]{36}$/)
  return { page, email }
}

async function makeRecord(page: Page, base: string, tableId: string, name: string): Promise<void> {
  await page.goto(`${base}/entity/${tableId}/create`)
  await field(page, 'Name').fill(name)
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}
