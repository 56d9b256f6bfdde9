import type { ReactNode } from 'react'
import { Lock } from 'lucide-react'
import { Badge } from '#design/web/display/Badge.tsx'
import { buttonLink } from '#design/web/navigation/buttonLink.ts'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { NotFound } from '#design/web/feedback/NotFound.tsx'
import { PageHeader } from '#design/web/navigation/PageHeader.tsx'
import { PageLink } from '#design/web/navigation/PageLink.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { baseModelOf } from '#entities/delocalize.ts'
import { useModel } from '#entities/web/entities.client.ts'
import { EntityTabs } from '#entities/web/EntityTabs.tsx'
import { useMaker } from '#environments/web/maker.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useEnvironmentId, useRouteParams } from '#platform/web/routeParams.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'

export type EntityPlace = {
  readonly environmentId: string
  readonly model: Model
  readonly entity: EntityDefinition
}

type EntityFrameProps = {
  readonly title: string
  readonly actions?: (place: EntityPlace) => ReactNode
  readonly children: (place: EntityPlace) => ReactNode
}

/** The page of a section of a table: header, sections, and below them what the section shows once the table is known. */
export function EntityFrame({ title, actions, children }: EntityFrameProps) {
  const { t } = useLanguage()
  const environmentId = useEnvironmentId()
  const { tid = '' } = useRouteParams()
  const { data, error, refetch } = useModel(environmentId)
  // Whoever may change definitions sees what there is to change: the base texts.
  const isReader = useMaker(environmentId) === 'noAdministrator'
  const model = data && (isReader ? data : baseModelOf(data))
  const entity = model?.entities.get(tid)
  const isNowhere = model !== undefined && !entity
  useTitle(isNowhere ? t('shell.notFound.title') : entity ? `${title} – ${entity.collectionname}` : title)
  const place = model && entity && { environmentId, model, entity }
  if (isNowhere) {
    return (
      <NotFound>
        <PageLink href={`/${environmentId}/entity`} className={buttonLink.secondary}>
          {t('entities.list.title')}
        </PageLink>
      </NotFound>
    )
  }
  return (
    <>
      <PageHeader
        title={entity?.collectionname ?? ' '}
        beside={entity?.managed && <Badge icon={<Lock aria-hidden />}>{t('entities.managed')}</Badge>}
        actions={place && actions?.(place)}
      />
      <EntityTabs environmentId={environmentId} entityId={tid} />
      {error && !model && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
      {!model && !error && (
        <Loading>
          <Skeleton className="m-6 h-40 max-w-160" />
        </Loading>
      )}
      {place && children(place)}
    </>
  )
}
