import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import '#design/web/theme/tokens.css'
import { startSession } from '#accounts/web/session.ts'
import { LanguageProvider, loadStart } from '#language/web/language.tsx'
import { createPages, preload } from '#main/pages.tsx'
import { reloadOnChunkFailure } from '#platform/web/chunkReload.ts'

// The page's content policy forbids code made at run time. zod reads this when it is loaded, which few pages need at once.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
reloadOnChunkFailure()

const pages = createPages()

// The code of the page is on its way while its texts and the session are asked for.
preload(pages)

const [initial] = await Promise.all([loadStart(), startSession()])
const place = document.querySelector('#root')
if (!place) throw new Error('The page has no place for the app')
createRoot(place).render(
  <LanguageProvider initial={initial}>
    <RouterProvider router={pages} />
  </LanguageProvider>,
)
