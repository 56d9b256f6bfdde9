import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { LanguageProvider, loadLocale } from '#language/web/language.tsx'
import { JoinByLink } from '#security/web/members/JoinByLink.tsx'

const initial = await loadLocale('en')
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** Opens the link of an invite, which the server answers as it is told. */
function open(look: () => Promise<Response>) {
  vi.spyOn(window, 'fetch').mockImplementation(async (address) =>
    String(address).endsWith('/look') ? look() : Response.json({ token: 'token' }),
  )
  const page = () => <JoinByLink code="ABCD1234EFGH" onLater={() => undefined} />
  const router = createRouter({ routeTree: createRootRoute({ component: page }), history: createMemoryHistory() })
  render(
    <LanguageProvider initial={initial}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </LanguageProvider>,
  )
}

test('the link of an invite that leads nowhere says so, and can only be left', async () => {
  const error = { code: 'invite.unknown', message: 'There is no such invite.', innererror: { requestId: 'r1' } }
  open(async () => Response.json({ error }, { status: 404 }))
  await screen.findByText('There is no such invite.')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Close' })).toBeDefined()
})

test('the link of an invite is tried again where the server was not reached', async () => {
  const environment = { id: 'e', name: 'Nordwind', uri: 'nordwind', color: '#15803d', icon: null }
  const look = { environment, by: 'Ann Maker', role: 'Sales', expires_on: '2030-01-01T00:00:00Z' }
  let isReached = false
  open(async () => {
    if (!isReached) throw new TypeError('Failed to fetch')
    return Response.json(look)
  })
  const again = await screen.findByRole('button', { name: 'Try again' })
  isReached = true
  fireEvent.click(again)
  await screen.findByRole('heading', { name: 'You are invited to Nordwind' })
})
