import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { entityOf } from '#entities/entity.ts'
import { withAttributes } from '#entities/model.ts'
import { LanguageProvider, loadLocale } from '#language/web/language.tsx'
import { WordsNote } from '#records/web/list/WordsNote.tsx'

const initial = await loadLocale('en')
const entity = withAttributes(
  entityOf({ name: 'Note', collectionname: 'Notes', uri: 'notes' }, { id: 'e', change_id: 'c' }),
  [],
)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a table whose index of words is being built says so, until it is there', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const building = [['e', 'other'], ['e'], ['other']]
  const fetched = vi
    .spyOn(window, 'fetch')
    .mockImplementation(async () => Response.json({ building: building.shift() ?? [] }))
  render(
    <LanguageProvider initial={initial}>
      <QueryClientProvider client={new QueryClient()}>
        <WordsNote table={{ envid: 'env', entity }} />
      </QueryClientProvider>
    </LanguageProvider>,
  )
  expect((await screen.findByRole('status')).textContent).toContain('index of words of this table is still being built')
  expect(String(fetched.mock.calls[0]?.[0])).toBe('/api/search/v1/env/building')
  await vi.advanceTimersByTimeAsync(7000)
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  await vi.advanceTimersByTimeAsync(30_000)
  expect(fetched).toHaveBeenCalledTimes(3)
})
