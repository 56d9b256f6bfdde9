import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCountdown } from '#accounts/web/signIn/countdown.ts'
import { signOut } from '#accounts/web/accounts.client.ts'
import { AuthCard } from '#accounts/web/signIn/AuthCard.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useGo } from '#platform/web/routeParams.ts'
import { useTitle } from '#platform/web/title.ts'

const secondsBeforeHome = 5

/** Ends the session, on the server and in the other tabs, and leads home after a few seconds. */
export function SignOutPage() {
  const { t } = useLanguage()
  const go = useGo()
  const { left } = useCountdown(secondsBeforeHome)
  useTitle(t('accounts.signOut.title'))
  useEffect(() => {
    void signOut()
  }, [])
  useEffect(() => {
    if (left === 0) go('/index')
    // The way home is taken once, when the count ends.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [left])
  return (
    <AuthCard title={t('accounts.signOut.title')}>
      <p className="text-center" role="status">
        {t('accounts.signOut.redirect', { seconds: left })}
      </p>
      <p className="text-center">
        <Link to="/auth" className={linkClass}>
          {t('accounts.signOut.again')}
        </Link>
      </p>
    </AuthCard>
  )
}
