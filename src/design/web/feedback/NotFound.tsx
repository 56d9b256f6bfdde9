import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLanguage } from '#language/web/language.tsx'
import { useTitle } from '#platform/web/title.ts'

/** Why a page is not found: nothing is at this path, or its ids are none. */
export type NotFoundReason = 'path' | 'id'

/** What the page of status 404 says, with a way on as its child. Also where its reader may not see what is there. */
export function NotFound({ reason = 'path', children }: { reason?: NotFoundReason; children: ReactNode }) {
  const { t } = useLanguage()
  const path = useRouterState({ select: (state) => state.location.pathname })
  useTitle(t('shell.notFound.title'))
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-3 px-6 pb-24 text-center">
      <p className="text-label font-semibold text-muted">404</p>
      <h1 className="text-auth font-semibold">{t('shell.notFound.title')}</h1>
      <p className="max-w-110 text-muted">{t('shell.notFound.text')}</p>
      <p className="max-w-full text-label break-all text-muted">
        {t(reason === 'id' ? 'shell.notFound.invalid' : 'shell.notFound.unknown', { path })}
      </p>
      {children}
    </div>
  )
}
