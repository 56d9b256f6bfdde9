import { readFileSync } from 'node:fs'
import { expect, test, type APIRequestContext } from '@playwright/test'
import { cellAt, cellOf, choose, field } from './support/screen.ts'
import { password, uniqueName } from './support/stage.ts'

const airports = 'node_modules/vega-datasets/data/airports.csv'
const airportCount = readFileSync(airports, 'utf8').trim().split('\n').length - 1
const airportsShown = airportCount.toLocaleString('en-US')

test('[R001][R002][R004][R032][R035][R036][R039][R043][R052][R053][R057][R058][R085] from an empty installation to a table full of real data, and back', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const name = uniqueName('harbour')
  const email = `${name}@example.org`
  let environment = ''
  let airportsPage = ''

  await test.step('the index page leads to sign-up', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Business apps on your own data, built in an afternoon',
    )
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('link', { name: 'Sign up' }).first().click()
    await expect(page).toHaveURL('/auth/signup')
  })

  await test.step('what is wrong in the sign-up is said at its field', async () => {
    await field(page, 'First name').fill('Ilze')
    await field(page, 'E-mail').fill(email)
    await field(page, 'Password').fill('secret')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(field(page, 'Password')).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, 'E-mail')).toHaveValue(email)
  })

  await test.step('sign-up', async () => {
    await field(page, 'Last name').fill('Kalniņa')
    await field(page, 'Password').fill(password)
    await field(page, 'Repeat password').fill(password)
    await page.getByRole('checkbox', { name: 'Terms' }).check()
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page).toHaveURL('/auth/verify')
    await expect(page.getByText(email)).toBeVisible()
  })

  await test.step('the code of the mail verifies the address and signs in', async () => {
    await field(page, 'Code').fill(await codeFor(page.request, email))
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome, Ilze' })).toBeVisible()
    await expect(page).toHaveURL('/main')
    await expect(page.getByText('30 days of your 30-day free trial left.')).toBeVisible()
  })

  await test.step('an environment, whose uri follows its name and is checked while it is typed', async () => {
    await page.getByRole('link', { name: 'Create an environment' }).click()
    await field(page, 'Name').fill(name)
    await expect(field(page, 'Uri')).toHaveValue(name)
    await expect(page.getByText('Available', { exact: true })).toBeVisible()
    await expect(page.getByText(`http://${name}.localhost`)).toBeVisible()
    await field(page, 'Company').fill('Amber Foods')
    await page.getByRole('button', { name: 'Create environment' }).click()
    await expect(page.getByRole('heading', { name })).toBeVisible()
    environment = new URL(page.url()).pathname
    expect(environment).toMatch(/^\/[0-9a-f-]{36}$/)
  })

  await test.step('developer mode is on for who made the environment', async () => {
    await expect(page.getByRole('link', { name: 'Design a table' })).toBeVisible()
    await page.getByRole('link', { name: 'Design a table' }).click()
    await expect(page).toHaveURL(`${environment}/entity/create`)
  })

  await test.step('a table by hand with its first attributes', async () => {
    await field(page, 'Name').fill('Airline')
    await expect(field(page, 'Collection name')).toHaveValue('Airlines')
    await expect(field(page, 'Uri')).toHaveValue('airlines')
    await page.getByRole('button', { name: 'Add an attribute' }).click()
    const first = page.getByRole('listitem', { name: 'Attribute 1' })
    await field(first, 'Name').fill('Fleet')
    await choose(page, page.getByRole('listitem', { name: 'Fleet' }).getByLabel('Type'), 'Whole number')
    await page.getByRole('button', { name: 'Create table' }).click()
    await expect(page.getByRole('heading', { name: 'Airlines' })).toBeVisible()
    await expect(page.getByText('There are no records in “Airlines” yet.')).toBeVisible()
  })

  await test.step('a record by its form', async () => {
    await page.getByRole('link', { name: 'New Airline' }).click()
    await field(page, 'Name').fill('Amber Air')
    await field(page, 'Fleet').fill('many')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(field(page, 'Fleet')).toHaveAttribute('aria-invalid', 'true')
    await field(page, 'Fleet').fill('1,200')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Amber Air' })).toBeVisible()
    await expect(field(page, 'Fleet')).toHaveValue('1,200')
  })

  await test.step('a CSV file is looked at, and each guess has its reason', async () => {
    await page.getByRole('link', { name: 'Import a file' }).click()
    await page.locator('input[type=file]').setInputFiles(airports)
    await expect(page.getByText('The first row holds names.')).toBeVisible()
    await expect(page.getByText('7 of 7 are imported')).toBeVisible()
    const latitude = page.getByRole('listitem', { name: 'latitude' })
    await expect(latitude.getByText(/Numbers with a decimal point/)).toBeVisible()
    await field(page, 'Name').first().fill('Airport')
    await field(page, 'Collection name').fill('Airports')
  })

  await test.step('the dry run counts what would happen, and nothing is written', async () => {
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByRole('heading', { name: `All ${airportsShown} rows can be imported.` })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Tables' }).getByRole('link')).toHaveCount(1)
  })

  await test.step('the import', async () => {
    await page.getByRole('button', { name: `Import ${airportsShown} rows` }).click()
    await expect(page.getByRole('heading', { name: 'airports.csv was imported' })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText(`${airportsShown} records were imported.`)).toBeVisible()
    await page.getByRole('link', { name: 'Open the table' }).click()
    await expect(page.getByRole('heading', { name: 'Airports' })).toBeVisible()
    airportsPage = new URL(page.url()).pathname
  })

  const grid = page.getByRole('grid', { name: 'Airports' })

  await test.step('the grid has them all', async () => {
    await expect(grid).toHaveAttribute('aria-rowcount', String(airportCount + 1))
    await expect(page.getByRole('status').filter({ hasText: `${airportsShown} records` })).toBeAttached()
    await expect(await cellOf(grid, 0, 'city')).not.toBeEmpty()
  })

  await test.step('a filter narrows them down, and is said', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const filter = page.getByRole('dialog', { name: 'Filter' })
    await filter.getByRole('button', { name: 'Add a condition' }).click()
    await choose(page, filter.getByLabel('Field'), 'state')
    await choose(page, filter.getByLabel('Comparison'), 'is')
    await filter.getByLabel('Value').fill('AK')
    await expect(grid).toHaveAttribute('aria-rowcount', '264')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('toolbar').getByText('state is AK')).toBeVisible()
  })

  await test.step('a sort by the head of a column', async () => {
    await grid.getByRole('columnheader', { name: 'city' }).click()
    await page.getByRole('menu').getByText('Sort descending').click()
    await expect(grid.getByRole('columnheader', { name: 'city' })).toHaveAttribute('aria-sort', 'descending')
    await expect(await cellOf(grid, 0, 'city')).toHaveText('Yakutat')
  })

  await test.step('both are kept in the address', async () => {
    await page.reload()
    await expect(grid).toHaveAttribute('aria-rowcount', '264')
    await expect(page.getByRole('toolbar').getByText('state is AK')).toBeVisible()
    await expect(await cellOf(grid, 0, 'city')).toHaveText('Yakutat')
  })

  await test.step('a cell is edited in place: text', async () => {
    const city = await cellOf(grid, 0, 'city')
    await city.dblclick()
    await city.getByRole('textbox').fill('Zakutat')
    await page.keyboard.press('Enter')
    await expect(city).toHaveText('Zakutat')
  })

  await test.step('a cell is edited in place: number; what is none is refused and said', async () => {
    const latitude = await cellOf(grid, 0, 'latitude')
    await latitude.dblclick()
    await latitude.getByRole('textbox').fill('north')
    await page.keyboard.press('Enter')
    await expect(latitude).toHaveAttribute('aria-invalid', 'true')
    await latitude.dblclick()
    await latitude.getByRole('textbox').fill('59.5')
    await page.keyboard.press('Enter')
    await expect(latitude).toHaveText(/^59\.5/)
    await expect(latitude).not.toHaveAttribute('aria-invalid', 'true')
    await page.reload()
    await expect(latitude).toHaveText(/^59\.5/)
    await expect(await cellOf(grid, 0, 'city')).toHaveText('Zakutat')
  })

  await test.step('without the filter all are there again', async () => {
    await page.getByRole('button', { name: 'Remove this condition' }).click()
    await expect(grid).toHaveAttribute('aria-rowcount', String(airportCount + 1))
  })

  await test.step('a lookup is added to the table', async () => {
    await page.goto(`${airportsPage}/attribute`)
    await page.getByRole('button', { name: 'New attribute' }).first().click()
    const panel = page.getByRole('complementary', { name: 'New attribute' })
    await field(panel, 'Name').fill('Home of')
    await choose(page, field(panel, 'Type'), 'Lookup (N:1)')
    await choose(page, panel.getByLabel('Points to'), 'Airline')
    await panel.getByRole('button', { name: 'Add attribute' }).click()
    await expect(page.getByText('The attribute “Home of” was added.')).toBeVisible()
  })

  await test.step('it is set in the grid', async () => {
    await page.goto(`${airportsPage}?sort=city`)
    const home = await cellOf(grid, 0, 'Home of')
    await home.dblclick()
    await page.getByRole('option', { name: 'Amber Air' }).click()
    await expect(home).toHaveText('Amber Air')
    await page.reload()
    await expect(home).toHaveText('Amber Air')
  })

  await test.step('the record opens beside the grid, and Ctrl S saves', async () => {
    await cellAt(grid, 0, 1).hover()
    await cellAt(grid, 0, 1).getByRole('button', { name: 'Open the record' }).click()
    const form = page.getByRole('form', { name: 'Airport' })
    await expect(form.getByRole('combobox', { name: 'Home of' })).toHaveValue('Amber Air')
    await field(form, 'city').fill('Aaaa')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Saved.')).toBeVisible()
    await expect(await cellOf(grid, 0, 'city')).toHaveText('Aaaa')
  })

  await test.step('the history says what happened, and takes the lookup back', async () => {
    await page.getByRole('link', { name: 'Change history' }).click()
    const changes = page.getByRole('list', { name: 'Change history' })
    const added = changes.getByRole('listitem').filter({ hasText: 'Added attribute “Home of” to “Airport”' }).first()
    await expect(changes.getByText(/^Created (table|entity) “Airline”$/)).toBeVisible()
    await added.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('The change was undone.')).toBeVisible()
    await expect(changes.getByText('was undone')).toBeVisible()
    await page.goto(airportsPage)
    await expect(grid.getByRole('columnheader', { name: 'state' })).toBeVisible()
    await expect(grid.getByRole('columnheader', { name: 'Home of' })).toHaveCount(0)
  })

  await test.step('the import is undone: what nobody touched since is gone, what was edited stays', async () => {
    await page.getByRole('link', { name: 'Jobs' }).click()
    await page.getByRole('button', { name: 'Undo import' }).click()
    await page.getByRole('alertdialog').getByRole('button').last().click()
    await expect(page.getByText(/3,374 records were removed, 2 changed since then were kept\./)).toBeVisible({
      timeout: 30_000,
    })
    await page.goto(airportsPage)
    await expect(grid).toHaveAttribute('aria-rowcount', '3')
  })
})

async function codeFor(request: APIRequestContext, email: string): Promise<string> {
  let code = ''
  await expect(async () => {
    const { value } = (await (await request.get('/dev/mail.json')).json()) as { value: { to: string; text: string }[] }
    code = value.find(({ to }) => to === email)?.text.match(/\b\d{6}\b/)?.[0] ?? ''
    expect(code).not.toBe('')
  }).toPass({ intervals: [50, 100, 200] })
  return code
}
