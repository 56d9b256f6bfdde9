import { Link } from '@tanstack/react-router'
import { ArrowRight, Layers, Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { trialDays } from '#accounts/rules.ts'
import { useMe } from '#accounts/web/me.client.ts'
import type { EnvironmentRecord } from '#environments/environment.ts'
import { environmentLimit, hasMostEnvironments } from '#environments/limits.ts'
import { EnvironmentTile } from '#environments/web/EnvironmentTile.tsx'
import { useEnvironments } from '#environments/web/environments.client.ts'
import { useRecentEnvironments } from '#environments/web/recentEnvironments.ts'
import { daysLeft } from '#accounts/trial.ts'
import { buttonLink } from '#design/web/navigation/buttonLink.ts'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'

/**
 * The main index: a welcome for those who have no environment yet, the way back to theirs for everyone else. `join` is the
 * way into those of others.
 */
export function HomePage({ join }: { join: ReactNode }) {
  const { t } = useLanguage()
  const { data: me } = useMe()
  const { data, error, isPending, refetch } = useEnvironments()
  const recent = useRecentEnvironments()
  const [now] = useState(() => new Date())
  useTitle(t('home.title'))
  const openedAt = (id: string) => recent.find((each) => each.id === id)?.at ?? 0
  const ordered = data?.toSorted((a, b) => openedAt(b.id) - openedAt(a.id))
  const left = me ? daysLeft(me.trial_ends_on, now) : undefined
  return (
    <div className="mx-auto flex w-full max-w-240 flex-col gap-6 px-4 py-8 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-col gap-1">
          <h1 className="text-auth font-semibold">
            {me ? t('home.hello', { name: me.firstname, isNew: data?.length === 0 ? 'yes' : 'no' }) : t('home.title')}
          </h1>
          {left !== undefined && left > 0 && (
            <p className="text-muted">{t('home.trial', { count: left, days: trialDays })}</p>
          )}
        </div>
        {ordered && ordered.length > 0 && <NewEnvironment environments={ordered} />}
      </div>
      {join}
      {error && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
      {isPending && (
        <Loading>
          <Skeleton className="h-24 w-72" />
        </Loading>
      )}
      {ordered?.length === 0 && <Welcome />}
      {ordered && ordered.length > 0 && (
        <section aria-labelledby="my-environments" className="flex flex-col gap-3">
          <div className="flex items-center justify-between gap-3">
            <h2 id="my-environments" className="font-semibold">
              {t('home.mine')}
            </h2>
            <Link to="/environments" className={linkClass}>
              {t('home.all')}
            </Link>
          </div>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-3">
            {ordered.slice(0, 6).map((environment) => (
              <EnvironmentTile key={environment.id} environment={environment} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** A way to one more environment, or why there can't be one. */
function NewEnvironment({ environments }: { environments: readonly EnvironmentRecord[] }) {
  const { t } = useLanguage()
  if (hasMostEnvironments(environments))
    return <p className="text-label text-muted">{t('fault.environment.limit', { max: environmentLimit })}</p>
  return (
    <Link to="/environments/create" className={buttonLink.primary}>
      <Plus aria-hidden />
      {t('environments.create.title')}
    </Link>
  )
}

function Welcome() {
  const { t } = useLanguage()
  return (
    <Link
      to="/environments/create"
      className="focus-ring group flex max-w-140 items-center gap-4 rounded-card border border-line bg-background p-5 transition-colors hover:border-control-line hover:bg-subtle"
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-card bg-selection text-brand">
        <Layers size={22} aria-hidden />
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="text-title font-semibold">{t('home.create.title')}</span>
        <span className="text-muted">{t('home.create.text')}</span>
      </span>
      <ArrowRight size={18} className="shrink-0 text-muted" aria-hidden />
    </Link>
  )
}
