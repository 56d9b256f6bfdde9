import type { CDPSession, Page } from '@playwright/test'
import { codeAt, stepOf } from '../../src/accounts/server/factors/totpCode.ts'
import { lookAtBoth, lookAtPage, settled, watchErrors } from './support/look.ts'
import { field } from './support/screen.ts'
import { expect, password, sendTo, signIn, test, uniqueName } from './support/stage.ts'
import { newMaker, type Send } from '../support/maker.ts'

// These stories begin signed out.
test.use({ storageState: { cookies: [], origins: [] } })

const addressOf = (info: { project: { use: { baseURL?: string | undefined } } }) => info.project.use.baseURL ?? ''

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  const decline = page.getByRole('button', { name: 'Decline' })
  if (await decline.isVisible().catch(() => false)) await decline.click()
}

/** Says at a provider who comes next. */
async function be(send: Send, provider: 'oidc' | 'facebook', person: object): Promise<void> {
  const started = await send('POST', '/api/auth/security/v1/external/start', { provider })
  const { origin } = new URL(started.json<{ address: string }>().address)
  await fetch(`${origin}/be`, { method: 'POST', body: JSON.stringify(person) })
}

async function mailedCode(send: Send, email: string): Promise<string> {
  let code: string | undefined
  await expect
    .poll(async () => {
      const { value } = (await send('GET', '/dev/mail.json')).json<{ value: { to: string; text: string }[] }>()
      code = value.find(({ to }) => to === email)?.text.match(/\b\d{6}\b/)?.[0]
      return code
    })
    .toMatch(/^\d{6}$/)
  return code ?? ''
}

test('somebody new comes by a provider, agrees to the terms, and the next time just comes in', async ({
  page,
}, info) => {
  const errors = watchErrors(page)
  const send = sendTo(addressOf(info))
  const email = `${uniqueName('acme')}@example.org`
  const person = { sub: email, email, email_verified: true, given_name: 'Ilze', family_name: 'Kalniņa' }
  await be(send, 'oidc', person)
  await open(page, '/auth')
  await lookAtPage(page, 'auth-ways')
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  // The code that the provider gave stands in no history.
  expect(new URL(page.url()).search).toBe('')
  await expect(page.getByText(`You will sign in with Acme as ${email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('Please agree to the Terms').first()).toBeVisible()
  await lookAtPage(page, 'external-signup')
  await page.getByText('I agree to the Terms').click()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL('/main')
  await signOut(page)
  await page.goto('/auth?next=%2Fprofile')
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await page.waitForURL('/profile')
  // A reload of the page has nothing to bring.
  await page.goto('/auth/external/oidc')
  await expect(page.getByRole('heading', { name: 'That did not work' })).toBeVisible()
  await lookAtBoth(page, 'external-failed')
  expect(errors).toEqual([])
})

test('[R021] Facebook says nothing of the address: a code proves it', async ({ page }, info) => {
  const send = sendTo(addressOf(info))
  const email = `${uniqueName('faye')}@example.org`
  await be(send, 'facebook', { sub: email, email, first_name: 'Faye' })
  await open(page, '/auth')
  await page.getByRole('button', { name: 'Continue with Facebook' }).click()
  await expect(page.getByRole('heading', { name: 'Verify your e-mail' })).toBeVisible()
  await lookAtPage(page, 'external-prove')
  await page.getByLabel('Code').fill(await mailedCode(send, email))
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByText('I agree to the Terms').click()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL('/main')
})

test('an account is joined with a provider only by its password; both open it then, and it is taken away again', async ({
  page,
}, info) => {
  const send = sendTo(addressOf(info))
  const email = `${uniqueName('link')}@example.org`
  await newMaker(send, email)
  await be(send, 'oidc', { sub: email, email, email_verified: true })
  await open(page, '/auth')
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await expect(page.getByRole('heading', { name: 'Connect Acme?' })).toBeVisible()
  await lookAtPage(page, 'external-link')
  await page.getByLabel('Password of your account').fill('Wrong1')
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Password of your account').fill(password)
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.waitForURL('/main')

  await page.goto('/profile/security')
  await be(send, 'facebook', { sub: `f-${email}` })
  await page.getByRole('button', { name: 'Connect Facebook' }).click()
  await confirmByPassword(page)
  await expect(page.getByText('The sign-in was connected.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Disconnect: Facebook' })).toBeVisible()
  await settled(page)
  await lookAtPage(page, 'security-connected')
  await page.getByRole('button', { name: 'Disconnect: Acme' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('button', { name: 'Connect Acme' })).toBeVisible()
})

test('two-factor sign-in is turned on with an app, asked for at the door, and turned off with a code', async ({
  page,
}, info) => {
  const errors = watchErrors(page)
  const email = `${uniqueName('totp')}@example.org`
  await newMaker(sendTo(addressOf(info)), email)
  await open(page, '/auth?next=%2Fprofile%2Fsecurity')
  await signIn(page, email)
  await page.waitForURL('/profile/security')
  await lookAtPage(page, 'security-empty')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await lookAtBoth(page, 'security-confirm')
  await confirmByPassword(page)
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('img', { name: 'Picture for the authenticator app' })).toBeVisible()
  const shown = await dialog.getByRole('group', { name: 'Or type this key' }).locator('code').innerText()
  const secret = fromBase32(shown.trim())
  await lookAtPage(page, 'security-totp')
  const code = freshCodes(secret)
  await dialog.getByLabel('Code from the app').fill(await code())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
  const codes = (await page.getByRole('alertdialog').locator('code').innerText()).trim().split('\n')
  expect(codes).toHaveLength(10)
  await lookAtBoth(page, 'security-codes')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()

  await signOut(page)
  await page.goto('/auth?next=%2Fprofile%2Fsecurity')
  await signIn(page, email)
  await page.waitForURL('/auth/second')
  await lookAtPage(page, 'second-step')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('/profile/security')
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await page.getByLabel('Code').fill(await code())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Two-factor sign-in is off.')).toBeVisible()
  // The server asks once more who it is: 403.
  expect(errors.filter((error) => !error.includes('403'))).toEqual([])
})

test('a passkey is made, named, opens the account without a password or a code, and is removed', async ({
  page,
}, info) => {
  const email = `${uniqueName('passkey')}@example.org`
  await newMaker(sendTo(addressOf(info)), email)
  const devtools = await page.context().newCDPSession(page)
  await virtualAuthenticator(devtools)
  await open(page, '/auth?next=%2Fprofile%2Fsecurity')
  await signIn(page, email)
  await page.waitForURL('/profile/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await confirmByPassword(page)
  await field(page.getByRole('dialog'), 'Name').fill('My laptop')
  await lookAtBoth(page, 'passkey-name')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('My laptop')).toBeVisible()
  await page.getByRole('button', { name: 'Rename: My laptop' }).click()
  await field(page.getByRole('dialog'), 'Name').fill('Office laptop')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Office laptop')).toBeVisible()
  await settled(page)
  await lookAtPage(page, 'security-passkey')

  await signOut(page)
  await page.goto('/auth?next=%2Fprofile%2Fsecurity')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL('/profile/security')
  await page.getByRole('button', { name: 'Remove: Office laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await confirmByPassword(page)
  await expect(page.getByText('No passkeys yet.')).toBeVisible()

  await signOut(page)
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('This passkey was not accepted.')).toBeVisible()
})

/** Leaves only when the server has heard of it. */
async function signOut(page: Page): Promise<void> {
  const heard = page.waitForResponse(/v1\/signout$/)
  await page.goto('/auth/signout')
  await heard
}

async function confirmByPassword(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await field(dialog, 'Password').fill(password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
}

/** Chromium's own authenticator: it has a person who always agrees. */
async function virtualAuthenticator(devtools: CDPSession): Promise<void> {
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Codes as the app shows them; one that was used is waited out. */
function freshCodes(secret: Buffer): () => Promise<string> {
  let used = 0
  return async () => {
    // The server takes the next step's code as well, so nobody waits for longer than it must be.
    const step = Math.max(stepOf(new Date()), used + 1)
    while (step > stepOf(new Date()) + 1) await new Promise((done) => setTimeout(done, 500))
    used = step
    return codeAt(secret, step)
  }
}

function fromBase32(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text].map((each) => alphabet.indexOf(each).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
