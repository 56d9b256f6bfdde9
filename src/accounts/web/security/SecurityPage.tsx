import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { ConfirmProvider } from '#accounts/web/security/ConfirmMe.tsx'
import { ConnectedSection } from '#accounts/web/security/ConnectedSection.tsx'
import { PasskeySection } from '#accounts/web/security/PasskeySection.tsx'
import { TotpSection } from '#accounts/web/security/TotpSection.tsx'
import { useSecurity } from '#accounts/web/identity.client.ts'
import { useMe } from '#accounts/web/me.client.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { FormSections } from '#design/web/layout/FormSection.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'

/** How I sign in besides my password. What changes it asks once more who I am. */
export function SecurityPage() {
  const { t } = useLanguage()
  const { data: state, error, refetch } = useSecurity()
  const { data: me } = useMe()
  useTitle(t('identity.security.title'))
  return (
    <div className="mx-auto w-full max-w-240">
      <div className="flex flex-col gap-1 px-4 pt-8 sm:px-6">
        <Link to="/profile" className={`${linkClass} inline-flex items-center gap-1 self-start`}>
          <ChevronLeft size={14} aria-hidden />
          {t('profile.title')}
        </Link>
        <h1 className="text-auth font-semibold">{t('identity.security.title')}</h1>
        <p className="text-muted">{t('identity.security.lead')}</p>
      </div>
      {!state && error && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
      {!state && !error && (
        <Loading>
          <Skeleton className="m-6 h-40" />
        </Loading>
      )}
      {state && (
        <ConfirmProvider>
          <FormSections>
            {me?.lacks_factor && <Banner kind="warning">{t('identity.security.factorFirst')}</Banner>}
            <TotpSection totp={state.totp} />
            <PasskeySection passkeys={state.passkeys} />
            {(state.providers.length > 0 || state.connections.length > 0) && (
              <ConnectedSection connections={state.connections} providers={state.providers} />
            )}
          </FormSections>
        </ConfirmProvider>
      )}
    </div>
  )
}
