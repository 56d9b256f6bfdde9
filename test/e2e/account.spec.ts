import type { BrowserContext, Page } from '@playwright/test'
import { setUpCode } from '#accounts/server/signUp/setUp.ts'
import { newMaker, type Send } from '../support/maker.ts'
import { storySecret } from '../support/storySecret.ts'
import { lookAtBoth, lookAtPage, settled } from './support/look.ts'
import { choose, field } from './support/screen.ts'
import { expect, password, sendTo, signIn, test, uniqueName } from './support/stage.ts'

// Each story has a person of its own, and begins signed out.
test.use({ storageState: { cookies: [], origins: [] } })

const refreshCookie = '__Host-lintel-refresh'
const accessCookie = '__Host-lintel-session'

type Mail = { readonly to: string; readonly text: string }

async function newPerson(baseURL: string | undefined): Promise<{ email: string; send: Send; id: string }> {
  const email = `${uniqueName('person')}@example.org`
  const { send, id } = await newMaker(sendTo(baseURL ?? ''), email)
  return { email, send, id }
}

async function open(page: Page, path: string, email: string): Promise<void> {
  await page.goto(`/auth?next=${encodeURIComponent(path)}`)
  await page.getByRole('button', { name: 'Decline' }).click()
  await signIn(page, email)
  await expect(page).toHaveURL(path)
}

/** What matches in the latest mail to an address or number. */
async function mailed(baseURL: string | undefined, to: string, pattern: RegExp): Promise<string> {
  let found = ''
  await expect
    .poll(async () => {
      const { value } = (await (await fetch(`${baseURL}/dev/mail.json`)).json()) as { value: readonly Mail[] }
      found = pattern.exec(value.find((mail) => mail.to === to)?.text ?? '')?.[0] ?? ''
      return found
    })
    .not.toBe('')
  return found
}

async function valueOf(context: BrowserContext, name: string): Promise<string> {
  return (await context.cookies()).find((cookie) => cookie.name === name)?.value ?? ''
}

test('two tabs share one refresh; who comes back later with the old refresh token ends the session in both', async ({
  page,
  context,
  baseURL,
  playwright,
}) => {
  const { email } = await newPerson(baseURL)
  await open(page, '/profile', email)
  const other = await context.newPage()
  await other.goto('/settings')
  await settled(other)
  const stolen = await valueOf(context, refreshCookie)
  let refreshes = 0
  context.on('request', (request) => void (request.url().endsWith('/security/v1/refresh') && refreshes++))

  // The access token is over in both tabs at once: one of them asks for the next one, and both go on.
  await context.clearCookies({ name: accessCookie })
  await Promise.all([page.reload(), other.reload()])
  await expect(page.getByRole('heading', { name: 'My profile' })).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  expect(refreshes).toBeGreaterThan(0)
  const fresh = await valueOf(context, refreshCookie)
  expect(fresh).not.toBe(stolen)

  // The new refresh token is used: from now on the old one is somebody else's.
  await context.clearCookies({ name: accessCookie })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'My profile' })).toBeVisible()
  const thief = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  const answer = await thief.post('/api/auth/security/v1/refresh', {
    data: { method: 'cookie', mode: 'strict', remember_me: false },
    headers: { cookie: `${refreshCookie}=${stolen}` },
  })
  expect(answer.status()).toBe(401)
  await thief.dispose()

  await page.getByRole('button', { name: 'Download my data' }).isVisible()
  await page.reload()
  await expect(page).toHaveURL(/\/auth(\/signout|\?next=)/)
  await other.reload()
  await expect(other).toHaveURL(/\/auth(\/signout|\?next=)/)
})

test('[R034] a forgotten password: a link by mail, live rules, and the new one signs in', async ({ page, baseURL }) => {
  const { email } = await newPerson(baseURL)
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'A new password' })).toBeVisible()
  await lookAtPage(page, 'reset-ask')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible()
  await lookAtPage(page, 'reset-asked')

  await page.goto(await mailed(baseURL, email, /\S+\/auth\/reset#\S+/))
  await expect(page).toHaveURL('/auth/reset')
  await field(page, 'New password').fill('Kestrel')
  await field(page, 'Repeat password').fill('Kestrel')
  await lookAtPage(page, 'reset-choose')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await field(page, 'New password').fill('Kestrel42')
  await field(page, 'Repeat password').fill('Kestrel42')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText('Your new password holds from now on.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('E-mail').fill(email)
  await field(page, 'Password').fill('Kestrel42')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/main')
})

test('[R106] my profile: names, picture, phone, password, devices, data and the end of it all', async ({
  page,
  baseURL,
  browser,
}) => {
  const { email } = await newPerson(baseURL)
  await open(page, '/profile', email)
  await expect(page.getByRole('heading', { name: 'My profile' })).toBeVisible()
  await field(page, 'Last name').fill('Ozoliņa-Bērziņa von und zu Hohenstein')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Your profile was saved.')).toBeVisible()
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } })
  await page.getByLabel('Picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  await expect(page.getByRole('button', { name: 'Change the picture' })).toBeVisible()
  await expect(page.locator('main img')).toHaveCount(1)

  await page.getByRole('button', { name: 'Verify' }).click()
  const code = await mailed(baseURL, '+371 2000 0000', /\b\d{6}\b/)
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Not verified')).toHaveCount(0)

  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '', storageState: { cookies: [], origins: [] } })
  const there = await elsewhere.newPage()
  await open(there, '/settings', email)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Sign out:/ }).first()).toBeVisible()
  await lookAtPage(page, 'profile')
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByRole('button', { name: /^Sign out:/ })).toHaveCount(0)
  await there.reload()
  await expect(there).toHaveURL(/\/auth(\/signout|\?next=)/)
  await elsewhere.close()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  expect((await download).suggestedFilename()).toMatch(/^lintel-account-.*\.json$/)

  await page.getByRole('button', { name: 'Change the password' }).click()
  await field(page, 'Present password').fill(password)
  await field(page, 'New password').fill('Kestrel42')
  await field(page, 'Repeat password').fill('Kestrel42')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('Your password was changed.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'My profile' })).toBeVisible()

  await page.getByRole('button', { name: 'Change: Mobile phone' }).click()
  await page.getByLabel('Mobile phone').fill('+371 2333 3333')
  await page.getByRole('button', { name: 'Save' }).last().click()
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await field(asked, 'Password').fill('Wrong1')
  await asked.getByRole('button', { name: 'Confirm' }).click()
  await expect(asked.getByRole('alert')).toBeVisible()
  await lookAtPage(page, 'confirm-me')
  await field(asked, 'Password').fill('Kestrel42')
  await asked.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('+371 2333 3333')).toBeVisible()
  await page.getByRole('button', { name: 'Close my account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close my account' }).click()
  await expect(page).toHaveURL('/auth/signout')
  await page.goto('/auth')
  await page.getByLabel('E-mail').fill(email)
  await field(page, 'Password').fill('Kestrel42')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
})

test('[R108] settings: the start page and the look are kept on the device', async ({ page, baseURL }) => {
  const { email } = await newPerson(baseURL)
  await open(page, '/settings', email)
  await page.getByRole('radio', { name: 'Compact' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
  await page.getByRole('button', { name: /Start page/ }).click()
  await page.getByRole('option', { name: 'Home' }).click()
  await lookAtPage(page, 'settings')
  await page.goto('/')
  await expect(page).toHaveURL('/main')
})

test('[R071] [R072] [R073] the set-up code makes an administrator, who finds people and disables one: out at once', async ({
  page,
  baseURL,
  browser,
}) => {
  const admin = await newPerson(baseURL)
  const other = await newPerson(baseURL)
  await open(page, '/settings', admin.email)
  await field(page, 'Set-up code').fill(setUpCode(storySecret))
  await page.getByRole('button', { name: 'Become its administrator' }).click()
  await expect(page.getByText('You administer this installation now.')).toBeVisible()

  await page.getByRole('link', { name: 'People' }).click()
  await expect(page).toHaveURL('/users')
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible()
  await lookAtPage(page, 'users')
  await page.getByRole('searchbox', { name: 'Search people' }).fill(other.email)
  await page.getByRole('link', { name: new RegExp(other.email) }).click()
  // The list says the address too.
  await expect(page).toHaveURL(/\/users\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Ilze Kalniņa' })).toBeVisible()
  await expect(page.getByText(other.email)).toBeVisible()
  await lookAtPage(page, 'user')

  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '', storageState: { cookies: [], origins: [] } })
  const there = await elsewhere.newPage()
  await open(there, '/main', other.email)
  await there.goto(`/users/${admin.id}`)
  await expect(there.getByRole('alert')).toBeVisible()

  await page.getByRole('link', { name: 'Manage' }).click()
  await expect(page.getByRole('button', { name: /^Account made/ })).toBeVisible()
  await lookAtPage(page, 'user-manage')
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('Disabled')).toBeVisible()
  await there.reload()
  await expect(there).toHaveURL(/\/auth(\/signout|\?next=)/)
  await elsewhere.close()

  // What was done stands in the log: of this person at once, and of all in the installation's.
  await page.getByRole('link', { name: 'All about this person' }).click()
  await expect(page).toHaveURL(`/users/audit?record=${other.id}`)
  await expect(page.getByRole('heading', { name: 'Sign-ins and accounts' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Person' })).toHaveValue(/^Ilze/)
  await page.getByRole('button', { name: /^User changed/ }).click()
  await expect(page.getByText('disabled', { exact: true })).toBeVisible()
  await lookAtPage(page, 'installation-log')
  await choose(page, page.getByLabel('What happened'), 'Account made')
  await expect(page.getByRole('list', { name: 'Sign-ins and accounts' }).getByRole('listitem')).toHaveCount(1)
  const csv = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  expect((await csv).suggestedFilename()).toBe('audit.csv')
  await page.getByRole('button', { name: 'Check the seals' }).click()
  await expect(page.getByText(/as written. Nothing is missing/)).toBeVisible()

  // What holds for everyone would hold for the other stories too: the server is not asked.
  await page.route('**/api/user/v1/rule', (route) =>
    route.fulfill({ json: { second_factor: route.request().method() === 'PATCH' } }),
  )
  await page.route('**/api/user/v1/everysession', (route) => route.fulfill({ json: { ended: 3 } }))
  await page.goto('/users')
  await page.getByRole('link', { name: 'Sign-in rules' }).click()
  await expect(page).toHaveURL('/users/rules')
  await page.getByRole('switch', { name: 'Second factor for everyone' }).click({ force: true })
  await expect(page.getByText('Saved.')).toBeVisible()
  await settled(page)
  await lookAtPage(page, 'rules')
  await page.getByRole('button', { name: 'End all sessions' }).click()
  await lookAtBoth(page, 'rules-end-all')
  await page.getByRole('alertdialog').getByRole('button', { name: 'End all sessions' }).click()
  await expect(page.getByText('3 sessions were ended.')).toBeVisible()

  // Whoever lacks the factor that is asked for is led to set one up, from every page.
  await page.route('**/api/user/v1/me', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), lacks_factor: true } })
  })
  await page.goto('/main')
  await expect(page).toHaveURL('/profile/security')
  await expect(page.getByText('This installation asks everyone for a second factor.')).toBeVisible()
  await lookAtPage(page, 'security-factor-first')
})
