import { Outlet } from '@tanstack/react-router'
import { CookieBanner } from '#main/web/CookieBanner.tsx'
import { Logo } from '#main/web/Logo.tsx'
import { SmallPrint } from '#main/web/SmallPrint.tsx'

/** The layout of the public pages: one quiet column, the languages and the small print below. */
export function AuthLayout() {
  return (
    <div className="flex min-h-dvh flex-col bg-subtle">
      <header className="flex h-header shrink-0 items-center px-4">
        <Logo href="/index" />
      </header>
      <CookieBanner />
      <main className="flex flex-1 flex-col items-center px-4 pt-[6dvh] pb-10">
        <Outlet />
      </main>
      <SmallPrint />
    </div>
  )
}
