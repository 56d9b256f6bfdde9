import { useState } from 'react'
import { defaultColour } from '#environments/colour.ts'
import { environmentSchema } from '#environments/environment.ts'
import type { EnvironmentIcon } from '#environments/icon.ts'
import { environmentLimit, hasMostEnvironments } from '#environments/limits.ts'
import { AboutSection, LookSection } from '#environments/web/EnvironmentSections.tsx'
import { RegionSelect } from '#environments/web/RegionSelect.tsx'
import { UriField } from '#environments/web/UriField.tsx'
import { useEnvironments } from '#environments/web/environments.client.ts'
import { useCreateEnvironment } from '#environments/web/environmentChanges.client.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { FormActions, FormSection, FormSections } from '#design/web/layout/FormSection.tsx'
import { PageHeader } from '#design/web/navigation/PageHeader.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { buttonLink } from '#design/web/navigation/buttonLink.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useForm } from '#platform/web/form.ts'
import { useGo } from '#platform/web/routeParams.ts'
import { useTitle } from '#platform/web/title.ts'
import { useUnsavedWork } from '#platform/web/unsavedWork.ts'
import { proposeUri } from '#text/uri.ts'
import { Link } from '@tanstack/react-router'

/** Creates an environment. Its uri follows the name until it is typed; its region can't be changed later, and says so. */
export function EnvironmentCreatePage() {
  const { t } = useLanguage()
  const go = useGo()
  const create = useCreateEnvironment()
  const { data: environments = [] } = useEnvironments()
  const [hasOwnUri, setOwnUri] = useState(false)
  useTitle(t('environments.create.title'))
  const form = useForm({
    initial: {
      name: '',
      uri: '',
      region: '',
      company: '',
      url: '',
      description: '',
      color: defaultColour,
      icon: null as EnvironmentIcon | null,
    },
    schema: async () => environmentSchema,
    labels: {
      name: t('environments.name'),
      uri: t('environments.uri'),
      region: t('environments.regionLabel'),
      company: t('environments.company'),
      url: t('environments.url'),
      description: t('environments.description'),
      color: t('environments.color'),
    },
    submit: async (draft) => {
      const { id } = await create.mutateAsync(draft)
      go(`/${id}`)
    },
  })
  useUnsavedWork(form.isDirty && !create.isSuccess)
  const isLimited = hasMostEnvironments(environments)
  const rename = (name: string) =>
    form.setValues({ ...form.values, name, ...(hasOwnUri ? {} : { uri: proposeUri(name) }) })
  return (
    <>
      <PageHeader
        title={t('environments.create.title')}
        crumbs={[{ label: t('environments.title'), href: '/environments' }]}
      />
      <FormSections>
        <form noValidate onSubmit={form.submit} className="flex flex-col gap-8">
          {isLimited && <Banner kind="warning">{t('fault.environment.limit', { max: environmentLimit })}</Banner>}
          <FormErrors errors={form.problems} />
          <FormSection title={t('environments.section.names')} text={t('environments.section.namesText')}>
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField {...form.text('name')} onChange={rename} required autoFocus autoComplete="off" />
              <UriField
                {...form.text('uri')}
                onChange={(uri) => {
                  setOwnUri(uri !== '')
                  form.set('uri', uri)
                }}
              />
              <RegionSelect
                {...form.text('region')}
                placeholder={t('design.choose')}
                undertext={t('environments.regionFixed')}
              />
            </div>
          </FormSection>
          <AboutSection text={form.text} />
          <LookSection {...form.values} color={form.text('color')} onIcon={(icon) => form.set('icon', icon)} />
          <FormActions>
            <Link to="/environments" className={buttonLink.secondary}>
              {t('design.cancel')}
            </Link>
            <Button type="submit" kind="primary" isPending={form.isPending} isDisabled={isLimited}>
              {t('environments.create.action')}
            </Button>
          </FormActions>
        </form>
      </FormSections>
    </>
  )
}
