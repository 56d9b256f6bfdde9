import type { ReactNode } from 'react'
import { maySignIn } from '#accounts/status.ts'
import { useMe } from '#accounts/web/me.client.ts'
import { ConfirmProvider } from '#accounts/web/security/ConfirmMe.tsx'
import { CloseSection } from '#accounts/web/profile/CloseSection.tsx'
import { ContactSection } from '#accounts/web/profile/ContactSection.tsx'
import { DevicesSection } from '#accounts/web/security/DevicesSection.tsx'
import { FormatsSection } from '#accounts/web/profile/FormatsSection.tsx'
import { KeysSection } from '#accounts/web/keys/KeysSection.tsx'
import { PasswordSection } from '#accounts/web/security/PasswordSection.tsx'
import { PersonSection } from '#accounts/web/profile/PersonSection.tsx'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { FormSections } from '#design/web/layout/FormSection.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'

/** My profile: who I am, how I am reached, how I come in, and where I am signed in. */
export function ProfilePage({ access }: { readonly access: ReactNode }) {
  const { t } = useLanguage()
  const { data: me, error, refetch } = useMe()
  useTitle(t('profile.title'))
  // Product ruling 2.1: whose address or number changed has a day for the profile, and for nothing else.
  const isWaiting = me !== undefined && !maySignIn(me.status)
  return (
    <div className="mx-auto w-full max-w-240">
      <h1 className="px-4 pt-8 text-auth font-semibold sm:px-6">{t('profile.title')}</h1>
      {!me && error && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
      {!me && !error && (
        <Loading>
          <Skeleton className="m-6 h-40" />
        </Loading>
      )}
      {me && (
        <ConfirmProvider>
          <FormSections>
            {isWaiting && <Banner kind="warning">{t('profile.verifyFirst')}</Banner>}
            <PersonSection me={me} />
            <FormatsSection me={me} />
            <ContactSection me={me} />
            {!isWaiting && (
              <>
                <PasswordSection me={me} />
                <DevicesSection />
                <KeysSection />
                {access}
              </>
            )}
            <CloseSection />
          </FormSections>
        </ConfirmProvider>
      )}
    </div>
  )
}
