import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { FormSections } from '#design/web/layout/FormSection.tsx'
import { PageHeader } from '#design/web/navigation/PageHeader.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { entitiesOf } from '#entities/model.ts'
import { baseModelOf } from '#entities/delocalize.ts'
import { useModel } from '#entities/web/entities.client.ts'
import { EntityCreateForm } from '#entities/web/EntityCreateForm.tsx'
import { useMaker } from '#environments/web/maker.ts'
import { MakerBanner } from '#environments/web/MakerBanner.tsx'
import { useIsOn } from '#entities/web/features.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useEnvironmentId } from '#platform/web/routeParams.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'

/** Makes a table: by hand here, from a file, or as a copy. */
export function EntityCreatePage() {
  const { t } = useLanguage()
  const eid = useEnvironmentId()
  const { data, error, refetch } = useModel(eid)
  const model = data && baseModelOf(data)
  const maker = useMaker(eid)
  const mayImport = useIsOn(eid, 'import')
  const navigate = useNavigate()
  const { copy } = useSearch({ strict: false }) as { readonly copy?: string }
  const source = model?.entities.get(copy ?? '')
  useTitle(t('entities.create.title'))
  return (
    <>
      <PageHeader
        title={t('entities.create.title')}
        crumbs={[{ label: t('entities.list.title'), href: `/${eid}/entity` }]}
      />
      <FormSections>
        <MakerBanner environmentId={eid} />
        {maker === 'maker' && mayImport && (
          <Link
            to={`/${eid}/import`}
            className="focus-ring flex items-center gap-3 rounded-card border border-line p-3 transition-colors hover:border-control-line hover:bg-subtle"
          >
            <FileUp size={20} className="shrink-0 text-brand" aria-hidden />
            <span className="min-w-0">
              <span className="block font-medium">{t('entities.create.fromFile')}</span>
              <span className="block text-label text-muted">{t('entities.create.fromFileText')}</span>
            </span>
          </Link>
        )}
        {error && !model && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
        {!error && (!model || !maker) && (
          <Loading>
            <Skeleton className="h-60" />
          </Loading>
        )}
        {model && maker === 'maker' && entitiesOf(model).length > 0 && (
          <Select
            label={t('entities.create.fromCopy')}
            undertext={t('entities.create.fromCopyText')}
            clearable
            placeholder={t('entities.create.noCopy')}
            options={entitiesOf(model).map(({ id, name, uri }) => ({ id, label: name, detail: uri }))}
            value={source?.id ?? ''}
            onChange={(id) => void navigate({ to: '.', search: id ? { copy: id } : {}, replace: true })}
          />
        )}
        {model && maker === 'maker' && (
          <EntityCreateForm key={source?.id ?? ''} environmentId={eid} model={model} source={source} />
        )}
      </FormSections>
    </>
  )
}
