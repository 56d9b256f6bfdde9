import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { CookieBanner } from '#main/web/CookieBanner.tsx'
import { Logo } from '#main/web/Logo.tsx'
import { PersonMenu } from '#main/web/PersonMenu.tsx'
import { queries } from '#main/web/queries.ts'
import { SmallPrint } from '#main/web/SmallPrint.tsx'

/** The layout of pages outside of an environment: a bar with the person, and the page. */
export function DefaultLayout() {
  return (
    <QueryClientProvider client={queries}>
      <div className="flex min-h-dvh flex-col bg-subtle">
        <header className="flex h-header shrink-0 items-center justify-between gap-3 border-b border-line bg-background px-3">
          <Logo href="/main" />
          <div className="min-w-0">
            <PersonMenu placement="bottom end" />
          </div>
        </header>
        <CookieBanner />
        <main className="flex flex-1 flex-col">
          <Outlet />
        </main>
        <SmallPrint />
      </div>
    </QueryClientProvider>
  )
}
