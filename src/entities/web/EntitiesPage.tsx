import { Link } from '@tanstack/react-router'
import { FileUp, Plus, Search, TableProperties } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { EmptyState } from '#design/web/EmptyState.tsx'
import { ErrorState } from '#design/web/ErrorState.tsx'
import { PageHeader } from '#design/web/PageHeader.tsx'
import { Loading, Skeleton } from '#design/web/Skeleton.tsx'
import { TextField } from '#design/web/TextField.tsx'
import { buttonLink } from '#design/web/buttonLink.ts'
import { useModel } from '#entities/web/entities.client.ts'
import { EntityTable } from '#entities/web/EntityTable.tsx'
import { searchEntities } from '#entities/search.ts'
import { useMaker } from '#environments/web/maker.ts'
import { MakerBanner } from '#environments/web/MakerBanner.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useEnvironmentId } from '#platform/web/place.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'

/** Every table of the environment, found by its names or by those of its attributes. */
export function EntitiesPage() {
  const { t, number, locale } = useLanguage()
  const eid = useEnvironmentId()
  const { data: model, error, refetch } = useModel(eid)
  const isMaker = useMaker(eid) === 'maker'
  const [wanted, setWanted] = useState('')
  const deferred = useDeferredValue(wanted)
  useTitle(t('entities.list.title'))
  const entities = model && [...model.entities.values()].toSorted((a, b) => a.name.localeCompare(b.name, locale))
  const found = entities && searchEntities(entities, deferred)
  return (
    <>
      <PageHeader
        title={t('entities.list.title')}
        beside={entities && <span className="text-muted tabular-nums">{number(entities.length)}</span>}
        actions={isMaker && <Actions environmentId={eid} />}
      />
      <div className="flex flex-col gap-4 p-4 sm:p-6">
        <MakerBanner environmentId={eid} />
        {error && !model && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
        {!model && !error && <Waiting />}
        {entities?.length === 0 && (
          <EmptyState icon={<TableProperties />} text={t(isMaker ? 'entities.list.none' : 'shell.noTables')}>
            {isMaker && <Actions environmentId={eid} />}
          </EmptyState>
        )}
        {entities && entities.length > 0 && (
          <TextField
            label={t('entities.list.search')}
            labelHidden
            type="search"
            placeholder={t('entities.list.search')}
            value={wanted}
            onChange={setWanted}
            pretext={<Search size={14} aria-hidden />}
            className="max-w-120"
          />
        )}
        <p role="status" className="sr-only">
          {found && deferred !== '' ? t('entities.list.found', { count: found.length }) : ''}
        </p>
        {found && found.length > 0 && <EntityTable environmentId={eid} found={found} />}
        {found?.length === 0 && entities && entities.length > 0 && (
          <EmptyState text={t('entities.list.notFound', { text: deferred })} />
        )}
      </div>
    </>
  )
}

function Actions({ environmentId }: { environmentId: string }) {
  const { t } = useLanguage()
  return (
    <>
      <Link to={`/${environmentId}/import`} className={buttonLink.secondary}>
        <FileUp aria-hidden />
        {t('entities.list.import')}
      </Link>
      <Link to={`/${environmentId}/entity/create`} className={buttonLink.primary}>
        <Plus aria-hidden />
        {t('shell.newTable')}
      </Link>
    </>
  )
}

function Waiting() {
  return (
    <Loading>
      <div className="flex flex-col gap-5 py-3">
        {['w-3/5', 'w-2/5', 'w-1/2', 'w-3/4'].map((width) => (
          <Skeleton key={width} className={width} />
        ))}
      </div>
    </Loading>
  )
}
