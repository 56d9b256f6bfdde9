import { Link } from '@tanstack/react-router'
import { Layers, Plus } from 'lucide-react'
import { useState } from 'react'
import { environmentLimit, hasMostEnvironments } from '#environments/limits.ts'
import { EnvironmentTile } from '#environments/web/EnvironmentTile.tsx'
import { useEnvironments } from '#environments/web/environments.client.ts'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { PageHeader } from '#design/web/navigation/PageHeader.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { buttonLink } from '#design/web/navigation/buttonLink.ts'
import { SearchField } from '#design/web/fields/SearchField.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'

/** The environments that I am a member of, with a way to a new one; at the limit, the reason instead. */
export function EnvironmentsPage() {
  const { t, number } = useLanguage()
  const { data, error, isPending, refetch } = useEnvironments()
  const [wanted, setWanted] = useState('')
  useTitle(t('environments.title'))
  const shown = data?.filter(({ name, company, uri }) =>
    `${name} ${company ?? ''} ${uri}`.toLowerCase().includes(wanted.toLowerCase()),
  )
  return (
    <>
      <PageHeader
        title={t('environments.title')}
        beside={data && <span className="text-muted">{number(data.length)}</span>}
        actions={
          data && hasMostEnvironments(data) ? (
            <span className="text-label text-muted">{t('fault.environment.limit', { max: environmentLimit })}</span>
          ) : (
            <Link to="/environments/create" className={buttonLink.primary}>
              <Plus aria-hidden />
              {t('environments.create.action')}
            </Link>
          )
        }
      />
      <div className="flex flex-col gap-4 p-4 sm:p-6">
        {data && data.length > 6 && (
          <SearchField label={t('environments.search')} value={wanted} onChange={setWanted} className="max-w-80" />
        )}
        {error && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
        {isPending && <Waiting />}
        {data?.length === 0 && (
          <EmptyState icon={<Layers />} text={t('environments.none')}>
            <Link to="/environments/create" className={buttonLink.primary}>
              {t('environments.create.action')}
            </Link>
          </EmptyState>
        )}
        {shown && data && data.length > 0 && (
          <ul className={tiles}>
            {shown.map((environment) => (
              <EnvironmentTile key={environment.id} environment={environment} />
            ))}
          </ul>
        )}
        {shown?.length === 0 && data && data.length > 0 && <p className="text-muted">{t('design.nothingFound')}</p>}
      </div>
    </>
  )
}

function Waiting() {
  return (
    <Loading>
      <div className={tiles}>
        {[1, 2, 3].map((key) => (
          <div key={key} className="flex flex-col gap-3 rounded-card border border-line p-4">
            <Skeleton className="w-1/2" />
            <Skeleton className="w-3/4" />
          </div>
        ))}
      </div>
    </Loading>
  )
}

const tiles = 'grid gap-3 grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))]'
