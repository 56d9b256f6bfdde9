import { Link, useRouterState } from '@tanstack/react-router'
import { useLanguage } from '#language/web/language.tsx'
import { isBot } from '#platform/web/bot.ts'
import { useTitle } from '#platform/web/title.ts'
import { CookieBanner } from '#main/web/CookieBanner.tsx'
import { Logo } from '#main/web/Logo.tsx'
import { buttonLink } from '#design/web/buttonLink.ts'

/** Why a page is not found: no route has this path, or a route has it but its ids are none. */
export type NotFoundReason = 'path' | 'id'

/** The error page of status 404. */
export function NotFoundPage({ data }: { data?: unknown }) {
  const { t } = useLanguage()
  const path = useRouterState({ select: (state) => state.location.pathname })
  useTitle(t('shell.notFound.title'))
  if (isBot(navigator.userAgent)) return null
  const reason: NotFoundReason = data === 'id' ? 'id' : 'path'
  return (
    <div className="flex min-h-dvh flex-col bg-subtle">
      <header className="flex h-header shrink-0 items-center px-4">
        <Logo href="/" />
      </header>
      <main className="flex flex-1 flex-col items-center justify-center gap-3 px-6 pb-24 text-center">
        <p className="text-label font-semibold text-muted">404</p>
        <h1 className="text-auth font-semibold">{t('shell.notFound.title')}</h1>
        <p className="max-w-110 text-muted">{t('shell.notFound.text')}</p>
        <p className="max-w-full text-label break-all text-muted">
          {t(reason === 'id' ? 'shell.notFound.invalid' : 'shell.notFound.unknown', { path })}
        </p>
        <Link to="/" className={buttonLink.primary}>
          {t('shell.goHome')}
        </Link>
      </main>
      <CookieBanner />
    </div>
  )
}
