import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useLanguage } from '#language/web/language.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { buttonLink } from '#design/web/navigation/buttonLink.ts'
import { isBot } from '#platform/web/bot.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'

/** The error page of everything that is not a 404: what happened, the number to quote, and two ways on. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const { t } = useLanguage()
  const router = useRouter()
  useTitle(t('shell.error.title'))
  if (isBot(navigator.userAgent)) return null
  const { text, requestId } = sayFault(t, error)
  const again = () => {
    reset()
    void router.invalidate()
  }
  return (
    <div role="alert" className="flex min-h-[70dvh] flex-col items-center justify-center gap-3 px-6 text-center">
      <CircleAlert className="size-8 stroke-[1.5] text-red" aria-hidden />
      <h1 className="text-auth font-semibold">{t('shell.error.title')}</h1>
      <p className="max-w-110 text-muted">{text}</p>
      {requestId && (
        <p className="text-label text-muted">
          {t('design.requestId')} <code className="font-mono select-all">{requestId}</code>
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-2">
        {/* A full load: whatever broke may have broken the router too. */}
        <a href="/" className={buttonLink.secondary}>
          {t('shell.goHome')}
        </a>
        <Button kind="primary" onPress={again}>
          {t('design.tryAgain')}
        </Button>
      </div>
    </div>
  )
}
