import { Outlet, useRouter } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useState } from 'react'
import { RouterProvider } from 'react-aria-components'
import { Banner } from '#design/web/Banner.tsx'
import { Button } from '#design/web/Button.tsx'
import { ToastRegion } from '#design/web/ToastRegion.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { fetchManifest, ownBuild, pollForNewBuild } from '#platform/web/newBuild.ts'
import { useGo } from '#platform/web/place.ts'
import { hasUnsavedWork } from '#platform/web/unsaved.ts'

const ConfirmRegion = lazy(async () => ({ default: (await import('#design/web/ConfirmRegion.tsx')).ConfirmRegion }))

/** What every page shares: links of menus go through the router, messages, questions, and the news of a new build. */
export function Root() {
  const router = useRouter()
  const go = useGo()
  return (
    <RouterProvider navigate={(path) => go(path)} useHref={(path) => router.history.createHref(path)}>
      <NewBuild />
      <Outlet />
      <ToastRegion />
      <Suspense>
        <ConfirmRegion />
      </Suspense>
    </RouterProvider>
  )
}

function NewBuild() {
  const { t } = useLanguage()
  const [isWaiting, setWaiting] = useState(false)
  useEffect(
    () =>
      pollForNewBuild({
        fetchManifest,
        ownBuild: ownBuild(),
        hasUnsavedWork,
        reload: () => window.location.reload(),
        tell: () => setWaiting(true),
        // oxlint-disable-next-line no-console -- specification 8: a manifest fetch failure is logged only
        log: (text, error) => console.warn(text, error),
      }),
    [],
  )
  if (!isWaiting) return null
  return (
    <Banner
      actions={<Button onPress={() => window.location.reload()}>{t('shell.newBuild.reload')}</Button>}
      onClose={() => setWaiting(false)}
    >
      {t('shell.newBuild.text')}
    </Banner>
  )
}
