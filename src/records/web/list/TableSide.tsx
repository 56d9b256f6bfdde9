import type { ReactNode } from 'react'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { PageHeader } from '#design/web/navigation/PageHeader.tsx'
import { Loading } from '#design/web/feedback/Skeleton.tsx'
import { useEntity } from '#entities/web/entities.client.ts'
import { EntityTabs } from '#entities/web/EntityTabs.tsx'
import { useMaker } from '#environments/web/maker.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useEnvironmentId, useRouteParams } from '#platform/web/routeParams.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'
import { FormSkeleton } from '#records/web/form/FormSkeleton.tsx'
import { NotThere } from '#records/web/form/NotThere.tsx'
import type { RecordsTable } from '#records/web/records.client.ts'

type TableSideProps = { readonly title: string; readonly children: (table: RecordsTable) => ReactNode }

/** The frame of a page about the records of a table beside their list: its title, the way back, and the tabs of makers. */
export function TableSide({ title, children }: TableSideProps) {
  const envid = useEnvironmentId()
  const { tid = '' } = useRouteParams()
  const { t } = useLanguage()
  const { data: entity, error, refetch } = useEntity(envid, tid)
  const isMaker = useMaker(envid) === 'maker'
  useTitle(entity ? `${title} – ${entity.collectionname}` : title)
  if (entity === null) return <NotThere href={`/${envid}`} />
  if (error && !entity) return <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />
  if (!entity) {
    return (
      <Loading>
        <FormSkeleton />
      </Loading>
    )
  }
  return (
    <>
      {isMaker ? (
        <>
          <PageHeader title={entity.collectionname} />
          <EntityTabs environmentId={envid} entityId={entity.id} />
        </>
      ) : (
        <PageHeader title={title} crumbs={[{ label: entity.collectionname, href: `/${envid}/entity/${entity.id}` }]} />
      )}
      {children({ envid, entity })}
    </>
  )
}
