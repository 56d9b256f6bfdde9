import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FileUp, List, Plus, TableProperties, Workflow } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { LoadingLines } from '#design/web/feedback/LoadingLines.tsx'
import { SegmentedControl } from '#design/web/choice/SegmentedControl.tsx'
import { PageHeader } from '#design/web/navigation/PageHeader.tsx'
import { buttonLink } from '#design/web/navigation/buttonLink.ts'
import { SearchField } from '#design/web/fields/SearchField.tsx'
import { entitiesOf } from '#entities/model.ts'
import { useModel } from '#entities/web/entities.client.ts'
import { EntityTable } from '#entities/web/EntityTable.tsx'
import { searchEntities } from '#entities/search.ts'
import { useMaker } from '#environments/web/maker.ts'
import { MakerBanner } from '#environments/web/MakerBanner.tsx'
import { useIsOn } from '#entities/web/features.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useEnvironmentId } from '#platform/web/routeParams.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'

const EntityDiagram = lazy(() =>
  import('#entities/web/EntityDiagram.tsx').then((module) => ({ default: module.EntityDiagram })),
)

/** Every table of the environment, found by its names or by those of its attributes. */
export function EntitiesPage() {
  const { t, number, locale } = useLanguage()
  const eid = useEnvironmentId()
  const { data: model, error, refetch } = useModel(eid)
  const isMaker = useMaker(eid) === 'maker'
  const [wanted, setWanted] = useState('')
  const { view } = useSearch({ strict: false }) as { readonly view?: string }
  const isDiagram = view === 'diagram'
  const navigate = useNavigate()
  const deferred = useDeferredValue(wanted)
  useTitle(t('entities.list.title'))
  const entities = model && entitiesOf(model).toSorted((a, b) => a.name.localeCompare(b.name, locale))
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
        {!model && !error && <LoadingLines />}
        {entities?.length === 0 && (
          <EmptyState icon={<TableProperties />} text={t(isMaker ? 'entities.list.none' : 'shell.noTables')}>
            {isMaker && <Actions environmentId={eid} />}
          </EmptyState>
        )}
        {entities && entities.length > 0 && (
          <div className="flex flex-wrap items-center gap-3">
            <SearchField
              label={t('entities.list.search')}
              value={wanted}
              onChange={setWanted}
              className="min-w-60 max-w-120 flex-1"
            />
            <SegmentedControl
              label={t('entities.diagram.choice')}
              segments={[
                { id: 'list', label: t('entities.diagram.list'), icon: <List aria-hidden /> },
                { id: 'diagram', label: t('entities.diagram.diagram'), icon: <Workflow aria-hidden /> },
              ]}
              value={isDiagram ? 'diagram' : 'list'}
              onChange={(id) => void navigate({ to: '.', search: id === 'diagram' ? { view: id } : {}, replace: true })}
            />
          </div>
        )}
        <p role="status" className="sr-only">
          {found && deferred !== '' ? t('entities.list.found', { count: found.length }) : ''}
        </p>
        {found && found.length > 0 && !isDiagram && <EntityTable environmentId={eid} found={found} />}
        {model && found && found.length > 0 && isDiagram && (
          <Suspense fallback={<LoadingLines />}>
            <EntityDiagram
              environmentId={eid}
              model={model}
              found={deferred === '' ? undefined : new Set(found.map(({ entity }) => entity.id))}
            />
          </Suspense>
        )}
        {found?.length === 0 && entities && entities.length > 0 && (
          <EmptyState text={t('entities.list.notFound', { text: deferred })} />
        )}
      </div>
    </>
  )
}

function Actions({ environmentId }: { environmentId: string }) {
  const { t } = useLanguage()
  const mayImport = useIsOn(environmentId, 'import')
  return (
    <>
      {mayImport && (
        <Link to={`/${environmentId}/import`} className={buttonLink.secondary}>
          <FileUp aria-hidden />
          {/* Beside the title of a phone there is room for one button with words. */}
          <span className="max-sm:in-[header]:sr-only">{t('entities.list.import')}</span>
        </Link>
      )}
      <Link to={`/${environmentId}/entity/create`} className={buttonLink.primary}>
        <Plus aria-hidden />
        {t('shell.newTable')}
      </Link>
    </>
  )
}
