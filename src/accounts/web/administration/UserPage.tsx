import { fullName } from '#accounts/fullName.ts'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { isFullUser, type User } from '#accounts/user.ts'
import { PersonPicture } from '#accounts/web/profile/PersonPicture.tsx'
import { StatusBadge } from '#accounts/web/administration/StatusBadge.tsx'
import { useUser, useUserPlaces } from '#accounts/web/administration/users.client.ts'
import { Badge } from '#design/web/display/Badge.tsx'
import { buttonLink } from '#design/web/navigation/buttonLink.ts'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import { locales } from '#language/locale.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'

/** One person: their name and picture, and for administrators of the installation what it knows of them. */
export function UserPage({ id }: { readonly id: string }) {
  const { t } = useLanguage()
  const { data: person, error, refetch } = useUser(id)
  const name = person ? fullName(person) : ''
  useTitle(name || t('users.title'))
  return (
    <UserFrame>
      {!person && error && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
      {!person && !error && (
        <Loading>
          <Skeleton className="h-24" />
        </Loading>
      )}
      {person && (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <PersonPicture person={person} size={64} />
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <h1 className="text-auth font-semibold break-words">{name}</h1>
            {isFullUser(person) && (
              <span className="flex flex-wrap gap-2">
                <StatusBadge status={person.status} />
                {person.platform_administrator && <Badge tint="brand">{t('users.administrator')}</Badge>}
              </span>
            )}
          </div>
          {isFullUser(person) && (
            <Link to={`/users/${id}/manage`} className={buttonLink.secondary}>
              {t('users.manage.action')}
            </Link>
          )}
        </div>
      )}
      {person && isFullUser(person) && <Facts person={person} />}
      {person && isFullUser(person) && <Places id={id} />}
    </UserFrame>
  )
}

/** The column of a page about one person, with the way back to all of them. */
export function UserFrame({ children }: { children: ReactNode }) {
  const { t } = useLanguage()
  return (
    <div className="mx-auto flex w-full max-w-240 flex-col gap-6 px-4 py-8 sm:px-6">
      <Link to="/users" className={`${linkClass} inline-flex items-center gap-1 self-start`}>
        <ChevronLeft size={14} aria-hidden />
        {t('users.title')}
      </Link>
      {children}
    </div>
  )
}

function Facts({ person }: { person: User }) {
  const { t, locale, date, number } = useLanguage()
  const country = person.country && new Intl.DisplayNames(locale, { type: 'region' }).of(person.country)
  const facts: readonly (readonly [string, string])[] = [
    [t('accounts.email'), person.email],
    [t('accounts.mobilephone'), person.mobilephone ?? '–'],
    [t('accounts.country'), country ?? '–'],
    [t('profile.language'), locales[person.locale].name],
    [t('users.created'), date(new Date(person.created_on), 'longDate')],
    [
      t('users.lastSeen'),
      person.last_seen_on === null ? t('users.neverSeen') : date(new Date(person.last_seen_on), 'longDateTime'),
    ],
    [t('users.sessions'), number(person.sessions)],
    [t('apiKeys.title'), number(person.keys)],
  ]
  return (
    <dl className="grid gap-x-8 gap-y-4 rounded-card border border-line bg-background p-4 sm:grid-cols-2">
      {facts.map(([label, value]) => (
        <div key={label} className="flex min-w-0 flex-col gap-0.5">
          <dt className="text-label text-muted">{label}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Places({ id }: { id: string }) {
  const { t } = useLanguage()
  const { data: places, error, refetch } = useUserPlaces(id)
  return (
    <section aria-labelledby="places" className="flex flex-col gap-3">
      <h2 id="places" className="font-semibold">
        {t('users.places')}
      </h2>
      {!places && error && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
      {places?.length === 0 && <p className="text-muted">{t('users.noPlaces')}</p>}
      {places && places.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-background">
          {places.map((place) => (
            <li key={place.id} className="flex flex-wrap justify-between gap-x-4 px-4 py-2.5">
              <span className="min-w-0 font-medium break-words">{place.name}</span>
              <span className="text-muted">{place.role}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
