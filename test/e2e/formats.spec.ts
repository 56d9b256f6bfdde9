import type { Browser, Page } from '@playwright/test'
import { expected, newMaker, type Maker } from '../support/maker.ts'
import { lookAtBoth, lookAtPage, settled, watchErrors } from './support/look.ts'
import { cellOf, choose, field } from './support/screen.ts'
import { expect, newTable, recordsOf, sendTo, signIn, test, uniqueName, type Stage } from './support/stage.ts'

type Someone = { readonly person: Maker; readonly email: string }

/** A person who may do everything with a table. */
async function newColleague({ maker, place }: Stage, address: string, tableId: string): Promise<Someone> {
  const security = `/api/security/v1/${place.id}`
  const privileges = ['create', 'read', 'update', 'delete'].map((action) => ({
    entity_id: tableId,
    action,
    scope: 'all',
  }))
  const role = await expected(201, maker.send('POST', `${security}/role`, { name: uniqueName('r'), privileges }))
  const email = `${uniqueName('far')}@example.org`
  const person = await newMaker(sendTo(address), email)
  const draft = { role_id: role.json<{ id: string }>().id }
  const invite = await expected(201, maker.send('POST', `/api/invite/v1/${place.id}`, draft))
  const accepted = await person.send('POST', '/api/invite/v1/accept', { code: invite.json<{ code: string }>().code })
  expect(accepted.status).toBeLessThan(300)
  return { person, email }
}

async function pageOf(browser: Browser, baseURL: string, email: string): Promise<Page> {
  const storageState = { cookies: [], origins: [] }
  const context = await browser.newContext({ baseURL, locale: 'en-US', timezoneId: 'America/New_York', storageState })
  const page = await context.newPage()
  await page.goto('/auth?next=/profile')
  await page.getByRole('button', { name: 'Decline' }).click()
  await signIn(page, email)
  await page.waitForURL('/profile')
  return page
}

async function newView({ maker, place }: Stage, tableId: string, content: object): Promise<string> {
  const made = await expected(201, maker.send('POST', `/api/metadata/view/v1/${place.id}/${tableId}`, content))
  return made.json<{ id: string }>().id
}

test('a person sets a zone and formats, and reads and types by them everywhere; another reads the same moment on other clocks', async ({
  page: near,
  browser,
  stage,
}, info) => {
  // A sign-up, a second browser and five screens.
  test.setTimeout(240_000)
  const address = info.project.use.baseURL ?? ''
  const attributes = [
    { name: 'Amount', uri: 'amount', type: 'decimal', scale: 2, max: '5000' },
    { name: 'Day', uri: 'day', type: 'date' },
    { name: 'Moment', uri: 'moment', type: 'datetime' },
  ]
  const first = { name: 'Launch', amount: '1234.50', day: '2026-03-14', moment: '2026-03-14T10:30:00Z' }
  const table = await newTable(stage, attributes, [first])
  const idOf = async (uri: string) => {
    const path = `/api/metadata/attribute/v1/${stage.place.id}/${table.id}`
    const { value } = (await stage.maker.send('GET', path)).json<{ value: { id: string; uri: string }[] }>()
    return value.find((each) => each.uri === uri)?.id
  }
  const { email } = await newColleague(stage, address, table.id)
  const page = await pageOf(browser, address, email)
  page.setDefaultTimeout(20_000)
  const errors = watchErrors(page)
  const records = `/${stage.place.id}/entity/${table.id}`

  await test.step('the profile shows an example of what is chosen, and keeps it', async () => {
    const example = page.getByRole('region', { name: 'This is how it looks' })
    await expect(example).toContainText('-1,234,567.89')
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await expect(zone).toHaveValue('As in this browser: America/New_York')
    await zone.fill('kiritimati')
    await page.getByRole('option', { name: 'Pacific/Kiritimati' }).click()
    await choose(page, field(page, 'Dates'), '21.11.2026')
    await choose(page, field(page, 'Times'), '24 hours: 13:05')
    await choose(page, field(page, 'Numbers'), '1.234.567,89')
    await expect(example).toContainText('21.11.2026')
    await expect(example).toContainText('-1.234.567,89')
    await expect(example).toContainText('€1.234,50')
    await page.getByRole('button', { name: 'Save formats' }).click()
    await expect(page.getByText('Your profile was saved.')).toBeVisible()
    await page.reload()
    await expect(zone).toHaveValue('Pacific/Kiritimati')
    await settled(page)
    await lookAtPage(page, 'formats')
  })

  const grid = page.getByRole('grid')
  await test.step('a grid shows the moment on those clocks, the day as it is, and takes a number as it is written', async () => {
    await page.goto(records)
    await expect(await cellOf(grid, 0, 'Moment')).toHaveText('15.03.2026 00:30')
    await expect(await cellOf(grid, 0, 'Day')).toHaveText('14.03.2026')
    const amount = await cellOf(grid, 0, 'Amount')
    await expect(amount).toHaveText('1.234,50')
    await amount.click()
    await page.keyboard.type('9.999,00')
    await page.keyboard.press('Enter')
    await expect(page.getByText('5.000').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await amount.click()
    await page.keyboard.type('2.345,75')
    await page.keyboard.press('Enter')
    await expect(amount).toHaveText('2.345,75')
    await expect.poll(async () => (await recordsOf(stage, table))[0]?.['amount']).toBe(2345.75)
    await lookAtBoth(page, 'formats-grid-1440')
  })

  await test.step('a form has the parts of the moment in that order, and means those clocks', async () => {
    await page.goto(`${records}/${table.ids[0]}`)
    await expect(field(page, 'Amount')).toHaveValue('2.345,75')
    const moment = page.getByRole('group', { name: 'Moment' }).first()
    const parts = moment.getByRole('spinbutton')
    await expect(parts).toHaveText(['15', '03', '2026', '00', '30'])
    await parts.nth(3).focus()
    await page.keyboard.type('08')
    await expect(parts.nth(4)).toBeFocused()
    await lookAtBoth(page, 'formats-form-1440')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(async () => new Date(String((await recordsOf(stage, table))[0]?.['moment'])).toISOString())
      .toBe('2026-03-14T18:30:00.000Z')
  })

  await test.step('a calendar has it on the day of those clocks', async () => {
    const view = await newView(stage, table.id, {
      name: 'Days',
      kind: 'calendar',
      calendar: { start: await idOf('moment') },
    })
    const kept = JSON.stringify({ span: 'day', date: '2026-03-15' })
    await page.evaluate(`sessionStorage.setItem('calendar.${table.id}', '${kept}')`)
    await page.goto(`${records}?view=${view}`)
    const day = page.getByRole('region', { name: 'Sunday, March 15, 2026' })
    await expect(day).toContainText('Launch')
    await expect(day).toContainText('08:30')
    await lookAtBoth(page, 'formats-calendar-1440')
  })

  await test.step('a summary groups by the days of those clocks', async () => {
    const measure = { function: 'sum', attribute: await idOf('amount') }
    const pivot = { rows: await idOf('moment'), rowsby: 'day', measure, chart: 'bar' }
    const view = await newView(stage, table.id, { name: 'Sums', kind: 'pivot', pivot })
    await page.goto(`${records}?view=${view}`)
    await expect(page.getByRole('rowheader', { name: '15.03.2026' })).toBeVisible()
    await expect(page.getByText('2.345,75').first()).toBeVisible()
  })

  await test.step('who has set nothing reads the same moment as their browser does', async () => {
    await near.goto(records)
    const moment = await cellOf(near.getByRole('grid'), 0, 'Moment')
    await expect(moment).toHaveText(/^3\/14\/26, 6:30\sPM$/)
    await expect(await cellOf(near.getByRole('grid'), 0, 'Amount')).toHaveText('2,345.75')
  })
  expect(errors).toEqual([])
})
