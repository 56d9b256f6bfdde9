import { Link } from '@tanstack/react-router'
import { ProfilePage } from '#accounts/web/profile/ProfilePage.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { FormSection } from '#design/web/layout/FormSection.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import { useEnvironments } from '#environments/web/environments.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

/** My profile, with the environments that I belong to and my roles there. */
export function ProfileRoute() {
  return <ProfilePage access={<MyAccess />} />
}

function MyAccess() {
  const { t } = useLanguage()
  const { data: places, error, refetch } = useEnvironments()
  return (
    <FormSection title={t('profile.access.title')} text={t('profile.access.text')}>
      {!places && error && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
      {places?.length === 0 && <p className="text-muted">{t('profile.access.none')}</p>}
      {places && places.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-background">
          {places.map(({ id, name, role }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-4 gap-y-1 px-4 py-2.5">
              <Link to={`/${id}`} className={`${linkClass} min-w-0 break-words`}>
                {name}
              </Link>
              <span className="text-muted">{role || t('profile.access.noRole')}</span>
            </li>
          ))}
        </ul>
      )}
    </FormSection>
  )
}
