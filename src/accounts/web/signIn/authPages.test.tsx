import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PasswordPolicy } from '#accounts/password.ts'
import { SignInPage } from '#accounts/web/signIn/SignInPage.tsx'
import { SignOutPage } from '#accounts/web/signIn/SignOutPage.tsx'
import { SignUpPage } from '#accounts/web/signUp/SignUpPage.tsx'
import { VerifyPage } from '#accounts/web/signUp/VerifyPage.tsx'
import { LanguageProvider, loadTexts } from '#language/web/language.tsx'

let sent: { path: string; body: unknown }[] = []
/** Which passwords the installation accepts. */
let passwords: PasswordPolicy = 'standard'

/** The pages at their addresses, as the app has them, before a server that agrees to everything. */
async function open(path: string): Promise<{ path: () => string }> {
  // What the app loads with these pages.
  await loadTexts(['accounts', 'session'])
  const root = createRootRoute()
  const at = (place: string, component: () => ReactNode) =>
    createRoute({ getParentRoute: () => root, path: place, component })
  const router = createRouter({
    routeTree: root.addChildren([
      at('/auth', SignInPage),
      at('/auth/signup', SignUpPage),
      at('/auth/verify', VerifyPage),
      at('/auth/signout', SignOutPage),
      at('/index', () => <p>index</p>),
      at('/main', () => <p>main</p>),
      at('/environments', () => <p>environments</p>),
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  render(
    <LanguageProvider>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </LanguageProvider>,
  )
  await screen.findByRole('heading', { level: 1 })
  return { path: () => router.state.location.pathname }
}

function fill(label: RegExp | string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}

beforeEach(() => {
  sent = []
  passwords = 'standard'
  window.sessionStorage.clear()
  window.localStorage.setItem('locale', 'en')
  vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    // What a page asks for by itself is nothing that somebody sends.
    if (init?.method === 'POST') sent.push({ path: String(address), body: JSON.parse(String(init?.body ?? 'null')) })
    if (String(address).endsWith('/ways')) return Response.json({ providers: [], passwords })
    return Response.json({ expires_in: 1200, ticket: 'ticket of the sign-up' })
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('sign-up', () => {
  test('[R035] [R368] [R375] [R511] every problem is told at once, and nothing is sent', async () => {
    await open('/auth/signup')
    fireEvent.click(screen.getByRole('button', { name: 'Sign up' }))
    expect((await screen.findAllByText('Please fill in this field.')).length).toBeGreaterThan(0)
    expect(screen.getAllByText('Please enter a valid e-mail address.').length).toBeGreaterThan(0)
    expect(
      screen.getAllByText('Please agree to the Terms of Service, Privacy Policy and Acceptable Use Policy').length,
    ).toBeGreaterThan(0)
    expect(document.activeElement?.getAttribute('name')).toBe('firstname')
    expect(sent).toEqual([])
  })

  test('a mark goes as soon as its value holds, and the focus stays where one types', async () => {
    await open('/auth/signup')
    fireEvent.click(screen.getByRole('button', { name: 'Sign up' }))
    const name = screen.getByLabelText(/^First name/)
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
    fill(/^First name/, 'A')
    expect(name.getAttribute('aria-invalid')).toBeNull()
    expect(document.activeElement).toBe(name)
    expect(screen.getByLabelText(/^E-mail/).getAttribute('aria-invalid')).toBe('true')
  })

  test('[R371] the hint for the e-mail address names 3 to 24 characters', async () => {
    await open('/auth/signup')
    expect(screen.getByText(/^3 to 24 characters are usual/)).toBeDefined()
  })

  test('a password that breaks the rules is refused, and the rules are ticked while one types', async () => {
    await open('/auth/signup')
    expect(screen.getAllByText('(still missing)')).toHaveLength(4)
    fill(/^Password/, 'Secret12')
    expect(screen.getAllByText('(fulfilled)')).toHaveLength(4)
    fill(/^Password/, 'secret12')
    expect(screen.getAllByText('(fulfilled)')).toHaveLength(3)
    fireEvent.click(screen.getByRole('button', { name: 'Sign up' }))
    expect(
      (await screen.findAllByText('Please use at least one uppercase letter, one lowercase letter and one number.'))
        .length,
    ).toBeGreaterThan(0)
  })

  test('where the policy is strong, length alone is asked for', async () => {
    passwords = 'strong'
    await open('/auth/signup')
    expect(await screen.findByText('12 to 128 characters')).toBeDefined()
    expect(screen.queryByText('A number')).toBeNull()
    fill(/^Password/, 'a whale hums behind nine doors')
    fireEvent.click(screen.getByRole('button', { name: 'Sign up' }))
    await screen.findByText('Please enter a valid e-mail address.')
    expect(screen.queryByText(/lowercase letter and one number/)).toBeNull()
  })

  test('what holds is sent whole and leads on to the code', async () => {
    const place = await open('/auth/signup')
    fill(/^First name/, 'Ana')
    fill(/^Last name/, 'Torres')
    fill(/^E-mail/, 'Ana@Example.com')
    fill(/^Password/, 'Secret12')
    fill(/^Repeat password/, 'Secret12')
    fireEvent.click(screen.getByRole('checkbox'))
    fireEvent.click(screen.getByRole('button', { name: 'Sign up' }))
    await screen.findByLabelText('Code')
    expect(place.path()).toBe('/auth/verify')
    expect(sent).toEqual([
      {
        path: '/api/auth/security/v1/signup',
        body: {
          firstname: 'Ana',
          lastname: 'Torres',
          email: 'ana@example.com',
          mobilephone: null,
          country: null,
          password: 'Secret12',
          repeatpassword: 'Secret12',
          terms: true,
        },
      },
    ])
    expect(window.sessionStorage.getItem('sign_up')).not.toContain('Secret12')
    fill('Code', '012345')
    fireEvent.click(screen.getByRole('button', { name: 'Verify' }))
    await screen.findByText('main')
    expect(sent.find((call) => call.path.endsWith('/verify'))?.body).toMatchObject({
      email: 'ana@example.com',
      code: '012345',
      ticket: 'ticket of the sign-up',
    })
  })

  test('a browser that did not make the sign-up is asked for its password with the code', async () => {
    window.sessionStorage.setItem('sign_up_ticket', JSON.stringify({ email: 'other@example.com', ticket: 'not this' }))
    await open('/auth/verify')
    fill(/^E-mail/, 'ana@example.com')
    fill('Code', '012345')
    fill(/^Password/, 'Secret12')
    fireEvent.click(screen.getByRole('button', { name: 'Verify' }))
    await screen.findByText('main')
    const body = sent.find((call) => call.path.endsWith('/verify'))?.body
    expect(body).toMatchObject({ email: 'ana@example.com', code: '012345', password: 'Secret12' })
    expect(body).not.toHaveProperty('ticket')
  })
})

describe('sign-in', () => {
  test('[R030] [R033] the page tells of the trial of 30 days', async () => {
    await open('/auth')
    expect(screen.getByText('30 days free trial')).toBeDefined()
  })

  test('it goes on to the page that was wanted, and only to one of this site', async () => {
    const wanted = await open('/auth?next=%2Fenvironments')
    fill('E-mail', 'ana@example.com')
    fill('Password', 'Secret12')
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByText('environments')
    expect(wanted.path()).toBe('/environments')
    cleanup()
    const elsewhere = await open('/auth?next=%2F%2Fevil.example')
    fill('E-mail', 'ana@example.com')
    fill('Password', 'Secret12')
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByText('main')
    expect(elsewhere.path()).toBe('/main')
  })
})

test('[R037] [R038] sign-out ends the session, says that one will be redirected home after a few seconds, and redirects', async () => {
  window.sessionStorage.setItem('access_token', 't1')
  await open('/auth/signout')
  expect(screen.getByText(/You will be redirected home in 5 seconds/)).toBeDefined()
  expect(sent.map(({ path }) => path)).toContain('/api/auth/security/v1/signout')
  await screen.findByText('index', {}, { timeout: 7000 })
  expect(window.sessionStorage.getItem('access_token')).toBeNull()
}, 10_000)
