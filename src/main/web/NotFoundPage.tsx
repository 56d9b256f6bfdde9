import { Link } from '@tanstack/react-router'
import { useLanguage } from '#language/web/language.tsx'
import { isBot } from '#platform/web/bot.ts'
import { useTitle } from '#platform/web/title.ts'
import { CookieBanner } from '#main/web/CookieBanner.tsx'
import { Logo } from '#main/web/Logo.tsx'
import { buttonLink } from '#design/web/navigation/buttonLink.ts'
import { NotFound } from '#design/web/feedback/NotFound.tsx'

/** The error page of status 404. */
export function NotFoundPage({ data }: { data?: unknown }) {
  const { t } = useLanguage()
  useTitle(t('shell.notFound.title'))
  if (isBot(navigator.userAgent)) return null
  return (
    <div className="flex min-h-dvh flex-col bg-subtle">
      <header className="flex h-header shrink-0 items-center px-4">
        <Logo href="/" />
      </header>
      <main className="flex flex-1 flex-col">
        <NotFound reason={data === 'id' ? 'id' : 'path'}>
          <Link to="/" className={buttonLink.primary}>
            {t('shell.goHome')}
          </Link>
        </NotFound>
      </main>
      <CookieBanner />
    </div>
  )
}
