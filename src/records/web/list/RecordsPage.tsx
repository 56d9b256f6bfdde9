import { lazy, Suspense } from 'react'
import { useEntity } from '#entities/web/entities.client.ts'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useEnvironmentId, useRouteParams } from '#platform/web/routeParams.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { ListSkeleton } from '#records/web/list/ListSkeleton.tsx'
import { RecordsView } from '#records/web/list/RecordsView.tsx'

const NotThere = lazy(async () => ({ default: (await import('#records/web/form/NotThere.tsx')).NotThere }))

/** The records of a table. */
export function RecordsPage() {
  const envid = useEnvironmentId()
  const { tid = '' } = useRouteParams()
  const { t } = useLanguage()
  const { data: entity, error, refetch } = useEntity(envid, tid)
  const bones = <ListSkeleton envid={envid} />
  if (entity) {
    return (
      <Suspense fallback={bones}>
        <RecordsView key={tid} {...{ envid, entity }} />
      </Suspense>
    )
  }
  if (entity === null) {
    return (
      <Suspense>
        <NotThere href={`/${envid}`} />
      </Suspense>
    )
  }
  if (error) return <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />
  return bones
}
