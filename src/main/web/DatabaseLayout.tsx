import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { TypingAhead, useCommandKey } from '#design/web/navigation/commandKey.ts'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { useLanguage, withTexts } from '#language/web/language.tsx'
import { Logo } from '#main/web/Logo.tsx'
import { queries } from '#main/web/queries.ts'
import { Sidebar } from '#main/web/Sidebar.tsx'
import { onConflict } from '#platform/web/http.ts'
import { viewing } from '#platform/web/viewAs.ts'
import { overrides, refusals } from '#security/web/pendingDialogs.ts'

onConflict(async (refusal) => (await import('#security/web/permissionTests/overrides.ts')).askToOverride(refusal))

const Drawer = lazy(async () => ({ default: (await import('#design/web/overlay/Drawer.tsx')).Drawer }))
const ViewAsBanner = lazy(async () => ({
  default: (await import('#security/web/viewAs/ViewAsBanner.tsx')).ViewAsBanner,
}))
const OverrideRegion = lazy(async () => ({
  default: (await withTexts(import('#security/web/permissionTests/OverrideRegion.tsx'), ['security'])).OverrideRegion,
}))
const RefusalRegion = lazy(async () => ({
  default: (await withTexts(import('#security/web/permissionTests/RefusalRegion.tsx'), ['security'])).RefusalRegion,
}))
const Palette = lazy(async () => ({ default: (await import('#main/web/Palette.tsx')).Palette }))

/** The layout of the working area: the sidebar (on a phone a drawer) and the page, each scrolling by itself. */
export function DatabaseLayout() {
  const { t } = useLanguage()
  const [isSearching, setSearching] = useState(false)
  const path = useRouterState({ select: (state) => state.location.pathname })
  // The drawer belongs to the page on which it was opened: another page closes it.
  const [drawerAt, setDrawerAt] = useState<string>()
  const search = useCallback(() => {
    setDrawerAt(undefined)
    setSearching(true)
  }, [])
  const endSearch = useCallback(() => setSearching(false), [])
  const isStopped = overrides.useItems().length > 0
  const isExplaining = refusals.useItems().length > 0
  useCommandKey(search)
  return (
    <QueryClientProvider client={queries}>
      <div className="flex h-dvh flex-col md:flex-row">
        <a href="#page" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-background focus:p-2">
          {t('shell.skip')}
        </a>
        <aside className="w-sidebar shrink-0 border-r border-line bg-subtle max-md:hidden">
          <Sidebar onSearch={search} />
        </aside>
        <header className="flex h-header shrink-0 items-center gap-1 border-b border-line bg-subtle px-2 md:hidden">
          <IconButton label={t('shell.openMenu')} icon={<MenuIcon />} onPress={() => setDrawerAt(path)} />
          <Logo href="/main" />
        </header>
        <main
          id="page"
          tabIndex={-1}
          // What only screen readers see is placed within it, so that the page itself never scrolls beside it.
          className="relative flex min-h-0 min-w-0 flex-1 flex-col overflow-auto bg-background outline-none"
        >
          <ViewedAs path={path} />
          <Outlet />
        </main>
        <Suspense fallback={isSearching && <TypingAhead onClose={endSearch} />}>
          {drawerAt === path && (
            <Drawer label={t('shell.navigation')} isOpen onClose={() => setDrawerAt(undefined)}>
              <Sidebar onSearch={search} />
            </Drawer>
          )}
          {isSearching && <Palette isOpen onClose={endSearch} />}
        </Suspense>
        <Suspense>
          {isStopped && <OverrideRegion />}
          {isExplaining && <RefusalRegion />}
        </Suspense>
      </div>
    </QueryClientProvider>
  )
}

/** Beginning and ending a view as another member load the page anew, so it stays what it was. */
function ViewedAs({ path }: { path: string }) {
  const [viewed] = useState(viewing)
  if (!viewed || !path.includes(viewed.environment)) return null
  return (
    <Suspense>
      <ViewAsBanner viewing={viewed} />
    </Suspense>
  )
}
