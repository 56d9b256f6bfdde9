import { environmentChangeSchema, redirectDays, type EnvironmentRecord } from '#environments/environment.ts'
import { defaultColour } from '#environments/colour.ts'
import { DangerZone } from '#environments/web/DangerZone.tsx'
import { AboutSection, LookSection } from '#environments/web/EnvironmentSections.tsx'
import { UriField } from '#environments/web/UriField.tsx'
import { useEnvironment } from '#environments/web/environments.client.ts'
import { useChangeEnvironment } from '#environments/web/environmentChanges.client.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { FormActions, FormSection, FormSections } from '#design/web/layout/FormSection.tsx'
import { PageHeader } from '#design/web/navigation/PageHeader.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useForm } from '#platform/web/form.ts'
import { useEnvironmentId } from '#platform/web/routeParams.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'
import { useUnsavedWork } from '#platform/web/unsavedWork.ts'

/** The details of an environment, and what can't be taken back easily. */
export function ManagePage() {
  const { t } = useLanguage()
  const id = useEnvironmentId()
  const { data, error, refetch } = useEnvironment(id)
  useTitle(t('environments.manage.title'))
  return (
    <>
      <PageHeader title={t('environments.manage.title')} crumbs={data ? [{ label: data.name, href: `/${id}` }] : []} />
      {error && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
      {data ? (
        <FormSections>
          <Details key={`${data.id} ${data.version}`} environment={data} />
          {data.administrator && <DangerZone environment={data} />}
        </FormSections>
      ) : (
        !error && (
          <Loading>
            <Skeleton className="m-6 h-40 max-w-160" />
          </Loading>
        )
      )}
    </>
  )
}

function Details({ environment }: { environment: EnvironmentRecord }) {
  const { t } = useLanguage()
  const change = useChangeEnvironment(environment.id)
  const { name, uri, company, url, description, color, icon, region, administrator } = environment
  const form = useForm({
    initial: {
      name,
      uri,
      company: company ?? '',
      url: url ?? '',
      description: description ?? '',
      color: color ?? defaultColour,
      icon,
    },
    schema: async () => environmentChangeSchema,
    labels: {
      name: t('environments.name'),
      uri: t('environments.uri'),
      company: t('environments.company'),
      url: t('environments.url'),
      description: t('environments.description'),
      color: t('environments.color'),
    },
    submit: async (draft) => {
      await change.mutateAsync({ ...draft, version: environment.version })
      toast({ kind: 'done', text: t('environments.manage.saved') })
    },
  })
  useUnsavedWork(form.isDirty)
  if (!administrator) return <Banner kind="locked">{t('fault.request.forbidden')}</Banner>
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-8">
      <FormErrors errors={form.problems} />
      <FormSection title={t('environments.section.names')} text={t('environments.section.namesText')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...form.text('name')} required autoComplete="off" />
          <UriField {...form.text('uri')} own={uri} />
          <TextField
            label={t('environments.regionLabel')}
            value={t(`environments.region.${region}`)}
            onChange={() => undefined}
            isReadOnly
            undertext={t('environments.regionFixed')}
          />
        </div>
        {form.values.uri !== uri && <Banner>{t('environments.manage.redirect', { days: redirectDays })}</Banner>}
      </FormSection>
      <AboutSection text={form.text} />
      <LookSection {...form.values} color={form.text('color')} onIcon={(next) => form.set('icon', next)} />
      <FormActions>
        {form.isDirty && <span className="text-label text-muted">{t('environments.manage.unsaved')}</span>}
        <Button type="submit" kind="primary" isPending={form.isPending} isDisabled={!form.isDirty}>
          {t('environments.manage.save')}
        </Button>
      </FormActions>
    </form>
  )
}
