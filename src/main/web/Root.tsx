import { Outlet } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useState } from 'react'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { questions } from '#design/web/overlay/confirm.ts'
import { ToastRegion } from '#design/web/feedback/ToastRegion.tsx'
import { useLanguage, withTexts } from '#language/web/language.tsx'
import { showKeys, useKeysHelp } from '#main/web/keysHelp.ts'
import { fetchManifest, ownBuild, pollForNewBuild } from '#platform/web/newBuild.ts'
import { hasUnsavedWork } from '#platform/web/unsavedWork.ts'

const ConfirmRegion = lazy(async () => ({
  default: (await import('#design/web/overlay/ConfirmRegion.tsx')).ConfirmRegion,
}))
const KeysDialog = lazy(async () => ({
  default: (await withTexts(import('#main/web/KeysDialog.tsx'), ['design'])).KeysDialog,
}))

/** What every page shares: messages, questions, and the news of a new build. */
export function Root() {
  const isAsking = questions.useItems().length > 0
  const isShowingKeys = useKeysHelp()
  return (
    <>
      <NewBuild />
      <Outlet />
      <ToastRegion />
      <Suspense>
        {isAsking && <ConfirmRegion />}
        {isShowingKeys && <KeysDialog onClose={() => showKeys(false)} />}
      </Suspense>
    </>
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
