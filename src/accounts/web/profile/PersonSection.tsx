import { useMemo } from 'react'
import type { Me } from '#accounts/account.ts'
import { countriesNamed } from '#accounts/country.ts'
import { useChangeMe } from '#accounts/web/profile/changeMe.client.ts'
import { PictureField } from '#accounts/web/profile/PictureField.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { FormSection } from '#design/web/layout/FormSection.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { localeCodes, locales, type Locale } from '#language/locale.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useForm } from '#platform/web/form.ts'
import { useSwitchLanguage } from '#platform/web/switchLanguage.ts'
import { useUnsavedWork } from '#platform/web/unsavedWork.ts'

/** Picture, names, country and language. */
export function PersonSection({ me }: { me: Me }) {
  const { t } = useLanguage()
  return (
    <FormSection title={t('profile.person.title')} text={t('profile.person.text')}>
      <PictureField me={me} />
      {/* What was saved is where the next change begins. */}
      <PersonForm key={[me.firstname, me.lastname, me.country, me.locale].join('\n')} me={me} />
    </FormSection>
  )
}

function PersonForm({ me }: { me: Me }) {
  const { t, locale } = useLanguage()
  const switchLanguage = useSwitchLanguage()
  const change = useChangeMe()
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    return countriesNamed((code) => names.of(code), locale).map(({ code, name }) => ({ id: code, label: name }))
  }, [locale])
  const form = useForm({
    initial: { firstname: me.firstname, lastname: me.lastname, country: me.country ?? '', locale: me.locale },
    schema: async () => (await import('#accounts/account.ts')).personSchema,
    labels: {
      firstname: t('accounts.firstname'),
      lastname: t('accounts.lastname'),
      country: t('accounts.country'),
      locale: t('profile.language'),
    },
    submit: async (draft) => {
      await change.mutateAsync(draft)
      if (draft.locale !== undefined) await switchLanguage(draft.locale)
      toast({ kind: 'done', text: t('profile.saved') })
    },
  })
  useUnsavedWork(form.isDirty)
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <FormErrors errors={form.problems} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...form.text('firstname')} required autoComplete="given-name" />
        <TextField {...form.text('lastname')} autoComplete="family-name" />
        <Select {...form.text('country')} options={countries} clearable placeholder={t('design.choose')} />
        <Select
          {...form.text('locale')}
          options={localeCodes.map((code: Locale) => ({ id: code, label: locales[code].name }))}
        />
      </div>
      <div className="flex justify-end">
        <Button type="submit" kind="primary" isPending={form.isPending} isDisabled={!form.isDirty}>
          {t('profile.save')}
        </Button>
      </div>
    </form>
  )
}
