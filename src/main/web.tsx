import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import '#design/web/tokens.css'
import { startSession } from '#accounts/web/session.ts'
import { LanguageProvider, loadStart } from '#language/web/language.tsx'
import { createPages } from '#main/pages.tsx'
import { ApiFault } from '#platform/web/http.ts'
import { reloadOnChunkFailure } from '#platform/web/chunkReload.ts'

// The page's content policy forbids code made at run time.
z.config({ jitless: true })
reloadOnChunkFailure()

const client = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal stays one; only what was not reached is asked for again.
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiFault && error.status > 0 && error.status < 500),
      refetchOnWindowFocus: true,
    },
  },
})
const pages = createPages(client)

const [initial] = await Promise.all([loadStart(), startSession()])
const place = document.querySelector('#root')
if (!place) throw new Error('The page has no place for the app')
createRoot(place).render(
  <LanguageProvider initial={initial}>
    <QueryClientProvider client={client}>
      <RouterProvider router={pages} />
    </QueryClientProvider>
  </LanguageProvider>,
)
