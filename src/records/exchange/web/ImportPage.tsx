import { useSearch } from '@tanstack/react-router'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { PageHeader } from '#design/web/navigation/PageHeader.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { Stepper } from '#design/web/navigation/Stepper.tsx'
import { baseModelOf } from '#entities/delocalize.ts'
import { useModel } from '#entities/web/entities.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useEnvironmentId, useGo } from '#platform/web/routeParams.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'
import type { Import } from '#records/exchange/import/settings.ts'
import { ImportEnd } from '#records/exchange/web/import/ImportEnd.tsx'
import { ImportRun } from '#records/exchange/web/import/ImportRun.tsx'
import { ImportSettings } from '#records/exchange/web/import/ImportSettings.tsx'
import { ImportUpload } from '#records/exchange/web/import/ImportUpload.tsx'
import { useImport } from '#records/exchange/web/import.client.ts'

/** Brings a CSV file in, step by step. The address keeps which import it is, so that it can be left and found again. */
export function ImportPage() {
  const { t } = useLanguage()
  const eid = useEnvironmentId()
  const go = useGo()
  const search: { import?: unknown; entity?: unknown } = useSearch({ strict: false })
  const id = typeof search.import === 'string' ? search.import : null
  const entityId = typeof search.entity === 'string' ? search.entity : null
  const { data: found, error, refetch } = useImport(eid, id)
  const model = useModel(eid)
  useTitle(t('imports.title'))
  const failure = id !== null && error ? error : model.error
  const entity = entityId === null ? undefined : model.data?.entities.get(entityId)
  const steps = [t('imports.step.file'), t('imports.step.columns'), t('imports.step.run')]
  const crumbs = entity ? [{ label: entity.collectionname, href: `/${eid}/entity/${entity.id}` }] : []
  const suffix = entityId === null ? '' : `&entity=${entityId}`
  return (
    <>
      <PageHeader title={t('imports.title')} crumbs={crumbs} />
      <div className="mx-auto flex w-full max-w-340 flex-col gap-6 p-4 sm:p-6">
        <Stepper label={t('imports.step.label')} steps={steps} current={stepOf(id, found)} />
        {failure && !found && <ErrorState {...sayFault(t, failure)} onRetry={() => void refetch()} />}
        {id === null && (
          <ImportUpload environmentId={eid} onUploaded={(made) => go(`/${eid}/import?import=${made.id}${suffix}`)} />
        )}
        {id !== null && !failure && (!found || !model.data) && (
          <Loading>
            <Skeleton className="h-60" />
          </Loading>
        )}
        {found && model.data && found.state === 'uploaded' && (
          <ImportSettings
            key={`${found.id} ${JSON.stringify([found.guess.encoding, found.guess.delimiter, found.guess.header, found.sheet])}`}
            environmentId={eid}
            found={found}
            // Files name columns as exports do, by the base texts.
            model={baseModelOf(model.data)}
            entityId={entity?.id ?? null}
          />
        )}
        {found && (found.state === 'started' || found.state === 'undoing') && (
          <ImportRun environmentId={eid} found={found} />
        )}
        {found && (found.state === 'done' || found.state === 'undone') && (
          <ImportEnd environmentId={eid} found={found} />
        )}
      </div>
    </>
  )
}

function stepOf(id: string | null, found: Import | undefined): number {
  if (id === null || !found) return 0
  if (found.state === 'uploaded') return 1
  return found.state === 'started' ? 2 : 3
}
