import { field } from './support/screen.ts'
import { expect, newTable, recordsOf, signIn, test } from './support/stage.ts'

// These stories begin signed out, without any choice made.
test.use({ storageState: { cookies: [], origins: [] } })

const nobody = '00000000-0000-7000-8000-000000000000'

test('[R032][R080][R081][R082] public pages need no session and do not ask who the user is', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/user/v1/me')) asked.push(page.url())
  })
  for (const path of ['/', '/index', '/index/terms', '/auth', '/auth/signup', '/auth/verify']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
  }
  expect(asked).toEqual([])
})

test('[R033][R083] a private page leads to sign-in, and from there back to what was wanted', async ({
  page,
  stage,
}) => {
  const wanted = `/${stage.place.id}/entity/${stage.tables.companies.id}?sort=city`
  await page.goto(wanted)
  await expect(page).toHaveURL(/\/auth\?next=/)
  await page.getByLabel('E-mail').fill(stage.email)
  await field(page, 'Password').fill('Wrong1')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await signIn(page, stage.email)
  await expect(page).toHaveURL(wanted)
  await expect(page.getByRole('heading', { name: 'Companies' })).toBeVisible()
})

test('a wanted place on another host is not followed', async ({ page, stage }) => {
  await page.goto('/auth?next=//evil.example/main')
  await signIn(page, stage.email)
  await expect(page).toHaveURL('/main')
})

test('[R037][R038] signing out ends the session in every tab, says when it leads home, and does so', async ({
  page,
  stage,
}) => {
  await page.goto(`/auth?next=/${stage.place.id}`)
  await signIn(page, stage.email)
  await expect(page).toHaveURL(`/${stage.place.id}`)
  const other = await page.context().newPage()
  await other.goto('/main')
  await expect(other.getByRole('heading', { name: 'Good to see you' })).toBeVisible()

  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth/signout')
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  await expect(page.getByText(/You will be redirected home in [1-5] seconds?\./)).toBeVisible()
  await expect(other).toHaveURL('/auth/signout')
  await expect(page).toHaveURL('/index')
  await page.goto('/main')
  await expect(page).toHaveURL(/\/auth\?next=/)
})

test('[R493] the language is kept on the device', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Español' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Iniciar sesión')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Iniciar sesión')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  expect(await page.evaluate('localStorage.getItem("locale")')).toBe('es')
})

test('dark mode is chosen in the menu of the person and kept', async ({ page, stage }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/auth')
  await signIn(page, stage.email)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menu').getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

for (const { button, kept } of [
  { button: 'Accept', kept: 'true' },
  { button: 'Decline', kept: 'false' },
]) {
  test(`[R113][R115][R329] cookie banner: ${button} is stored as ${kept}, and it is not asked again`, async ({
    page,
  }) => {
    const banner = page.getByRole('region', { name: 'Cookies' })
    await page.goto('/auth/signup')
    await expect(banner).toBeVisible()
    await page.goto('/nowhere')
    await expect(banner).toBeVisible()
    await banner.getByRole('button', { name: button }).click()
    await expect(banner).toBeHidden()
    await page.goto('/index')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(banner).toBeHidden()
    expect(await page.evaluate('localStorage.getItem("cookies")')).toBe(kept)
  })
}

test('[R113][R114] cookie banner: on the default layout, never on the database layout', async ({ page, stage }) => {
  const banner = page.getByRole('region', { name: 'Cookies' })
  await page.goto('/auth')
  await signIn(page, stage.email)
  await expect(page).toHaveURL('/main')
  await expect(banner).toBeVisible()
  for (const path of ['/environments', `/${stage.place.id}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(banner).toBeHidden()
  }
})

test('[R077][R078][R495][R496] an unknown page: status 404, its title and text', async ({ page }) => {
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page).toHaveTitle(/Page Not Found/)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(page.getByText('The page you are looking for does not exist or has been moved.')).toBeVisible()
  await expect(page.getByText('Page not found: /no/such/page')).toBeVisible()
  await page.getByRole('link', { name: 'Go home' }).click()
  await expect(page).toHaveURL('/')
})

test('[R497] an id that is none: Page Not Found', async ({ page, stage }) => {
  await page.goto('/auth')
  await signIn(page, stage.email)
  await expect(page).toHaveURL('/main')
  await page.goto('/not-an-id/entity')
  await expect(page.getByText('Page Not Found: /not-an-id/entity')).toBeVisible()
})

test('an environment of somebody else looks as if it did not exist', async ({ page, stage }) => {
  await page.goto('/auth')
  await signIn(page, stage.email)
  await expect(page).toHaveURL('/main')
  await page.goto(`/${nobody}`)
  await expect(page.getByText('The page you are looking for does not exist or has been moved.')).toBeVisible()
})

test('what breaks shows the error page with the number to quote, and trying again goes on', async ({ page, stage }) => {
  await page.goto('/auth')
  await signIn(page, stage.email)
  await expect(page).toHaveURL('/main')
  const call = `**/api/env/v1/${stage.place.id}`
  await page.route(call, (route) =>
    route.fulfill({
      status: 500,
      json: { error: { code: 'server.failed', message: 'It broke.', innererror: { requestId: 'quote-me' } } },
    }),
  )
  await page.goto(`/${stage.place.id}`)
  await expect(page.getByRole('heading', { name: 'Internal Server Error' })).toBeVisible()
  await expect(page.getByText('Request id: quote-me')).toBeVisible()
  await page.unroute(call)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: stage.place.uri })).toBeVisible()
})

test('what is typed into a cell when the session ends is offered after the next sign-in', async ({ page, stage }) => {
  const table = await newTable(stage, [{ name: 'City', uri: 'city', type: 'text' }], [{ name: 'Fair', city: 'Riga' }])
  const list = `/${stage.place.id}/entity/${table.id}`
  await page.goto(`/auth?next=${list}`)
  await signIn(page, stage.email)
  const cell = page.getByRole('gridcell', { name: 'Riga' })
  await cell.dblclick()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Tartu')
  await page.context().clearCookies()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/auth\/signout|\/index/)

  await page.goto(list)
  await expect(page).toHaveURL(/\/auth\?next=/)
  await signIn(page, stage.email)
  await expect(page.getByText('“City” of “Fair” was not saved before the page was left.')).toContainText('Tartu')
  await page.getByRole('button', { name: 'Save it' }).click()
  await expect(page.getByRole('gridcell', { name: 'Tartu' })).toBeVisible()
  await expect.poll(() => recordsOf(stage, table, "$filter=city eq 'Tartu'")).toHaveLength(1)
  await expect(page.getByText('was not saved before')).toHaveCount(0)

  // The same where the page is left while the editor is open.
  await page.getByRole('gridcell', { name: 'Tartu' }).dblclick()
  await page.keyboard.type(' city')
  await page.reload()
  await expect(page.getByText('was not saved before')).toContainText('Tartu city')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.reload()
  await expect(page.getByRole('gridcell', { name: 'Tartu' })).toBeVisible()
  await expect(page.getByText('was not saved before')).toHaveCount(0)
  expect(await recordsOf(stage, table, "$filter=city eq 'Tartu'")).toHaveLength(1)
})
