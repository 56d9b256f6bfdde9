import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPage as open, sampleEnvironment as environment, samplePerson as me } from '#main/web/pageStage.tsx'
import { queries } from '#main/web/queries.ts'

const environmentId = environment.id

let asked: string[] = []
let isSignedIn = true
let firstname = me.firstname
let standing: object = {}
let environments: readonly unknown[] = []

function answer(path: string): Response {
  const known: Record<string, unknown> = {
    '/api/user/v1/me': { ...me, firstname, ...standing },
    '/api/env/v1': { value: environments },
    [`/api/env/v1/${environmentId}`]: environment,
    [`/api/metadata/v1/${environmentId}`]: { version: 1, entities: [] },
    [`/api/metadata/change/v1/${environmentId}?top=50`]: { value: [], next: null },
  }
  if (path.startsWith('/api/auth/security/v1/')) return refusal(401, 'session.refreshFailed')
  if (!isSignedIn) return refusal(401, 'session.required')
  return path in known ? Response.json(known[path]) : refusal(404, 'environment.unknown')
}

function refusal(status: number, code: string): Response {
  return Response.json({ error: { code, message: code, innererror: { requestId: 'r1' } } }, { status })
}

beforeEach(() => {
  asked = []
  isSignedIn = true
  firstname = me.firstname
  standing = {}
  environments = [environment]
  window.localStorage.clear()
  window.sessionStorage.clear()
  window.localStorage.setItem('locale', 'en')
  vi.spyOn(window, 'fetch').mockImplementation(async (address) => {
    asked.push(String(address))
    return answer(String(address))
  })
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const banner = () => screen.queryByRole('region', { name: 'Cookies' })

describe('public pages', () => {
  test('[R032] [R080] [R429] / is the index, shown without a session and without asking for the current user', async () => {
    isSignedIn = false
    open('/')
    await screen.findByText('Business apps on your own data, built in an afternoon')
    expect(asked).toEqual([])
  })

  test('[R081] [R520] /index shows the index, with the product version', async () => {
    isSignedIn = false
    open('/index')
    await screen.findByText('Business apps on your own data, built in an afternoon')
    expect(screen.getByText('Version 1.2025.04')).toBeDefined()
  })

  test('[R033] [R036] [R082] pages below /auth are public', async () => {
    isSignedIn = false
    open('/auth')
    await screen.findByRole('heading', { name: 'Sign in' })
    cleanup()
    open('/auth/verify')
    await screen.findByRole('heading', { name: 'Verify your e-mail' })
    // Which ways to sign in there are is nobody's secret.
    expect(asked.filter((path) => !path.startsWith('/api/auth/'))).toEqual([])
  })

  test('[R083] every other page without a session leads to sign-in, which keeps the wanted place', async () => {
    isSignedIn = false
    for (const path of ['/main', '/environments', `/${environmentId}/manage`]) {
      const pages = open(path)
      await screen.findByRole('heading', { name: 'Sign in' })
      expect(pages.state.location.pathname).toBe('/auth')
      expect(pages.state.location.search).toEqual({ next: path })
      cleanup()
    }
  })
})

describe('sign-in and sign-up', () => {
  test('are passed by for those who are signed in: to the home page, or to where they wanted to go', async () => {
    window.localStorage.setItem('last_place', '/environments')
    for (const path of ['/auth', '/auth/signup', '/auth?next=/auth/signout']) {
      const pages = open(path)
      await screen.findByText('Good to see you, Ana')
      expect(pages.state.location.pathname).toBe('/main')
      cleanup()
    }
    const pages = open('/auth?next=%2Fenvironments')
    await screen.findByRole('heading', { name: 'Environments' })
    expect(pages.state.location.pathname).toBe('/environments')
  })

  test('are shown when the session of last time is over', async () => {
    isSignedIn = false
    window.localStorage.setItem('last_place', '/environments')
    open('/auth')
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(asked).toContain('/api/user/v1/me')
  })

  test('do not keep anyone from verifying or signing out', async () => {
    window.localStorage.setItem('last_place', '/environments')
    open('/auth/signout')
    await screen.findByText(/redirected home/)
  })
})

describe('the working area', () => {
  test('[R039] [R041] [R428] [R430] /main is the main index; the current user is loaded once within its cache time', async () => {
    const pages = open('/main')
    await screen.findByText('Good to see you, Ana')
    expect(screen.queryByRole('navigation', { name: 'Navigation' })).toBeNull()
    await pages.navigate({ to: '/environments' })
    await screen.findByRole('heading', { name: 'Environments' })
    expect(asked.filter((path) => path === '/api/user/v1/me')).toHaveLength(1)
  })

  test('who lacks a second factor and has to verify an address is led to the factor first, and not to and fro', async () => {
    standing = { status: 'created', lacks_factor: true }
    const pages = open('/main')
    await waitFor(() => expect(pages.state.resolvedLocation?.pathname).toBe('/profile/security'))
  })

  test('[R427] [R428] [R430] after 5 minutes the next page loads the current user anew and shows who it is', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const loads = () => asked.filter((path) => path === '/api/user/v1/me').length
    const pages = open('/main')
    await screen.findByText('Good to see you, Ana')
    expect(queries.getQueryData(['me'])).toMatchObject({ firstname: 'Ana' })
    vi.setSystemTime(Date.now() + 5 * 60_000 - 1000)
    await pages.navigate({ to: '/environments' })
    await screen.findByRole('heading', { name: 'Environments' })
    expect(loads()).toBe(1)
    firstname = 'Anna'
    vi.setSystemTime(Date.now() + 1001)
    await pages.navigate({ to: '/main' })
    await screen.findByText('Good to see you, Anna')
    expect(loads()).toBe(2)
  })

  test('[R527] a new person is welcomed with the one thing to do and the days of the trial that are left', async () => {
    environments = []
    open('/main')
    await screen.findByText('Welcome, Ana')
    expect((await screen.findByRole('link', { name: /Create an environment/ })).getAttribute('href')).toBe(
      '/environments/create',
    )
    expect(screen.getByText('30 days of your 30-day free trial left.')).toBeDefined()
  })

  test('[R076] /tailwind/styles shows the style guide', async () => {
    open('/tailwind/styles')
    await screen.findByRole('heading', { name: 'Style guide', level: 1 })
  })

  test('who has environments finds the way to a new one at once, or why there is none', async () => {
    open('/main')
    const link = await screen.findByRole('link', { name: 'New environment' })
    expect(link.getAttribute('href')).toBe('/environments/create')
    cleanup()
    environments = [1, 2, 3, 4, 5].map((number) => ({ ...environment, id: `${environmentId.slice(0, -1)}${number}` }))
    open('/main')
    await screen.findByText('You can create at most 5 environments.')
    expect(screen.queryByRole('link', { name: 'New environment' })).toBeNull()
  })

  test('[R041] [R042] /d leads to the only environment, in the database layout', async () => {
    const pages = open('/d')
    await screen.findByRole('heading', { name: 'Nordwind', level: 1 })
    expect(pages.state.location.pathname).toBe(`/${environmentId}`)
    expect(screen.getByRole('navigation', { name: 'Navigation' })).toBeDefined()
  })

  test('[R518] with 5 created environments the list and the form refuse a sixth with the reason', async () => {
    environments = [1, 2, 3, 4, 5].map((number) => ({ ...environment, id: `${environmentId.slice(0, -1)}${number}` }))
    const pages = open('/environments')
    await screen.findByText('You can create at most 5 environments.')
    await pages.navigate({ to: '/environments/create' })
    await screen.findByRole('heading', { name: 'New environment' })
    expect(screen.getByRole('button', { name: 'Create environment' }).hasAttribute('disabled')).toBe(true)
  })
})

describe('the palette', () => {
  test('keys that follow Ctrl K at once are for the palette, and never for the page behind it', async () => {
    open(`/${environmentId}`)
    await screen.findByRole('heading', { name: 'Nordwind', level: 1 })
    const seen = vi.fn()
    const page = screen.getByRole('main')
    page.addEventListener('keydown', seen)
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    for (const key of ['h', 'o', 'o', 'Backspace']) fireEvent.keyDown(page, { key })
    expect(screen.queryByRole('combobox')).toBeNull()
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('ho'), { timeout: 5000 })
    expect(seen).not.toHaveBeenCalled()
    page.removeEventListener('keydown', seen)
  })
})

describe('unknown pages and errors', () => {
  test('[R077] [R078] [R495] [R496] [R516] an unknown path shows the 404 page with the specified words', async () => {
    open('/no/such/page/at/all')
    await screen.findByRole('heading', { name: 'Page Not Found' })
    expect(screen.getByText('Page not found: /no/such/page/at/all')).toBeDefined()
    expect(screen.getByText('The page you are looking for does not exist or has been moved.')).toBeDefined()
    await waitFor(() => expect(document.title).toContain('Page Not Found'))
  })

  test('[R079] [R497] an id in the address that is no uuid is a route validation failure', async () => {
    open('/acme')
    await screen.findByText('Page Not Found: /acme')
  })

  test('an environment that one may not see does not exist', async () => {
    open('/0190a4c2-7a3b-7c4d-8e5f-00000000000f')
    await screen.findByRole('heading', { name: 'Page Not Found' })
  })

  test('a table that is not there, or not for its reader, is the 404 page inside the layout', async () => {
    const table = '0190a4c2-7a3b-7c4d-8e5f-0000000000aa'
    for (const path of [`/${environmentId}/entity/${table}`, `/${environmentId}/entity/${table}/settings`]) {
      open(path)
      await screen.findByRole('heading', { name: 'Page Not Found', level: 1 })
      expect(screen.getByText('The page you are looking for does not exist or has been moved.')).toBeDefined()
      expect(screen.getByText(`Page not found: ${path}`)).toBeDefined()
      expect(screen.getByRole('navigation', { name: 'Navigation' })).toBeDefined()
      cleanup()
    }
  })

  test('[R517] for bot user agents the error page is not rendered', async () => {
    vi.spyOn(window.navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (compatible; Googlebot/2.1)')
    open('/no/such/page')
    await waitFor(() => expect(document.title).toContain('Page Not Found'))
    expect(screen.queryByRole('heading', { name: 'Page Not Found' })).toBeNull()
  })

  test('[R516] any other error is titled Internal Server Error, with the request id and two ways on', async () => {
    vi.mocked(window.fetch).mockImplementation(async () => refusal(500, 'server.internal'))
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    open('/main')
    await screen.findByRole('heading', { name: 'Internal Server Error' })
    expect(screen.getByText('r1')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Go home' })).toBeDefined()
  })
})

describe('the cookie banner', () => {
  test('[R113] [R115] [R329] is on pages outside of the database layout until a choice is stored as true or false', async () => {
    open('/auth')
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(banner()).not.toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Decline' }))
    await waitFor(() => expect(banner()).toBeNull())
    expect(window.localStorage.getItem('cookies')).toBe('false')
    cleanup()
    window.localStorage.removeItem('cookies')
    open('/main')
    await screen.findByText('Good to see you, Ana')
    fireEvent.click(screen.getByRole('button', { name: 'Accept' }))
    await waitFor(() => expect(banner()).toBeNull())
    expect(window.localStorage.getItem('cookies')).toBe('true')
  })

  test('stands before the page, where it covers none of its fields on a small screen', async () => {
    open('/auth')
    await screen.findByRole('heading', { name: 'Sign in' })
    const order = banner()?.compareDocumentPosition(screen.getByRole('main')) ?? 0
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(banner()?.className).toMatch(/(^|\s)roomy:sticky(\s|$)/)
    expect(banner()?.className).not.toMatch(/(^|\s)(sticky|fixed|absolute)(\s|$)/)
  })

  test('[R114] never appears on the database layout', async () => {
    open('/environments')
    await screen.findByRole('heading', { name: 'Environments' })
    expect(banner()).toBeNull()
  })
})
