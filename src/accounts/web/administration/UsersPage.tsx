import { fullName } from '#accounts/fullName.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { isFullUser, type Colleague, type User } from '#accounts/user.ts'
import { useMe } from '#accounts/web/me.client.ts'
import { PersonPicture } from '#accounts/web/profile/PersonPicture.tsx'
import { StatusBadge } from '#accounts/web/administration/StatusBadge.tsx'
import { usersQuery } from '#accounts/web/administration/users.client.ts'
import { Badge } from '#design/web/display/Badge.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { RelativeTime } from '#design/web/dates/RelativeTime.tsx'
import { SearchField } from '#design/web/fields/SearchField.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'

/** People of the installation: all of them for its administrators, for others those with whom they work. */
export function UsersPage() {
  const { t } = useLanguage()
  const { data: me } = useMe()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...usersQuery(wanted),
    placeholderData: (before) => before,
  })
  const people = data?.pages.flatMap(({ value }) => value)
  useTitle(t('users.title'))
  return (
    <div className="mx-auto flex w-full max-w-240 flex-col gap-5 px-4 py-8 sm:px-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-col gap-1">
          <h1 className="text-auth font-semibold">{t('users.title')}</h1>
          <p className="max-w-160 text-muted">{t(me?.platform_administrator ? 'users.textAll' : 'users.text')}</p>
          {me?.platform_administrator && (
            <p className="flex flex-wrap gap-x-4 gap-y-1">
              <Link to="/users/audit" className={linkClass}>
                {t('users.log')}
              </Link>
              <Link to="/users/rules" className={linkClass}>
                {t('users.rules.title')}
              </Link>
            </p>
          )}
        </div>
        <SearchField label={t('users.search')} value={search} onChange={setSearch} className="w-full sm:w-72" />
      </div>
      {!people && error && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
      {!people && !error && (
        <Loading>
          <Skeleton className="h-40" />
        </Loading>
      )}
      {people && (
        <div className="rounded-card border border-line bg-background">
          {people.length === 0 ? (
            <EmptyState icon={<Users />} text={t(wanted === '' ? 'users.none' : 'users.notFound')} />
          ) : (
            <ul className="divide-y divide-line">
              {people.map((person) => (
                <Line key={person.id} person={person} isMe={person.id === me?.id} />
              ))}
            </ul>
          )}
        </div>
      )}
      {hasNextPage && (
        <div className="flex justify-center">
          <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            {t('users.more')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Line({ person, isMe }: { person: User | Colleague; isMe: boolean }) {
  const { t } = useLanguage()
  return (
    <li>
      <Link
        to={`/users/${person.id}`}
        className="focus-ring flex items-center gap-3 px-4 py-2.5 hover:bg-subtle max-sm:items-start"
      >
        <PersonPicture person={person} size={32} />
        <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <span className="flex min-w-0 flex-col">
            <span className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
              {fullName(person)} {isMe && <Badge>{t('users.you')}</Badge>}
            </span>
            {isFullUser(person) && <span className="truncate text-label text-muted">{person.email}</span>}
          </span>
          {isFullUser(person) && (
            <span className="flex flex-wrap items-center gap-2 text-label text-muted">
              {person.last_seen_on === null ? (
                t('users.neverSeen')
              ) : (
                <RelativeTime value={new Date(person.last_seen_on)} />
              )}
              {person.platform_administrator && <Badge tint="brand">{t('users.administrator')}</Badge>}
              <StatusBadge status={person.status} />
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}
