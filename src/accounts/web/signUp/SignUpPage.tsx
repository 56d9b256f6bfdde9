import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { accountLengths, trialDays } from '#accounts/rules.ts'
import { withNext } from '#accounts/session.ts'
import { countriesNamed } from '#accounts/country.ts'
import { signUp } from '#accounts/web/accounts.client.ts'
import { AuthCard } from '#accounts/web/signIn/AuthCard.tsx'
import { PasswordRules } from '#accounts/web/signUp/PasswordRules.tsx'
import { keepPending, keepTicket, pendingSignUp } from '#accounts/web/signUp/pendingSignUp.ts'
import { ProviderButtons } from '#accounts/web/signIn/ProviderButtons.tsx'
import { SignUpForm } from '#accounts/web/signUp/SignUpForm.tsx'
import { useSignInMethods } from '#accounts/web/security/signInMethods.client.ts'
import { PasswordField } from '#design/web/fields/PasswordField.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useForm } from '#platform/web/form.ts'
import { useGo } from '#platform/web/routeParams.ts'
import { useTitle } from '#platform/web/title.ts'

const empty = { firstname: '', lastname: '', email: '', mobilephone: '', country: '' }

/** Sign-up with every field of the specification; ends on the page that asks for the code. */
export function SignUpPage() {
  const { t, locale } = useLanguage()
  const go = useGo()
  const { next } = useSearch({ strict: false }) as { next?: string }
  useTitle(t('accounts.signUp.title'))
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    return countriesNamed((code) => names.of(code), locale).map(({ code, name }) => ({ id: code, label: name }))
  }, [locale])
  const { ways, policy } = useSignInMethods()
  const form = useForm({
    initial: { ...empty, ...pendingSignUp(), password: '', repeatpassword: '', terms: false },
    schema: async () => (await import('#accounts/account.ts')).signUpSchemas[await policy()],
    labels: {
      firstname: t('accounts.firstname'),
      lastname: t('accounts.lastname'),
      email: t('accounts.email'),
      mobilephone: t('accounts.mobilephone'),
      country: t('accounts.country'),
      password: t('accounts.password'),
      repeatpassword: t('accounts.repeatpassword'),
      terms: t('accounts.terms.label'),
    },
    submit: async (draft) => {
      keepTicket(draft.email, await signUp(draft))
      go(withNext('/auth/verify', next))
    },
  })
  const { firstname, lastname, email, mobilephone, country } = form.values
  useEffect(
    () => keepPending({ firstname, lastname, email, mobilephone, country }),
    [firstname, lastname, email, mobilephone, country],
  )
  const { min, max } = accountLengths.emailHint
  return (
    <AuthCard
      title={t('accounts.signUp.title')}
      lead={t('accounts.signIn.trial', { days: trialDays })}
      below={
        <>
          {t('accounts.signUp.haveAccount')}{' '}
          <Link to="/auth" search={next ? { next } : {}} className={linkClass}>
            {t('accounts.signIn.action')}
          </Link>
        </>
      }
    >
      <SignUpForm form={form}>
        <TextField
          {...form.text('email')}
          required
          type="email"
          autoComplete="username"
          inputMode="email"
          undertext={t('accounts.emailHint', { min, max })}
        />
        <TextField {...form.text('mobilephone')} type="tel" autoComplete="tel" inputMode="tel" />
        <Select {...form.text('country')} options={countries} clearable placeholder={t('design.choose')} />
        <div className="flex flex-col gap-2">
          <PasswordField {...form.text('password')} required autoComplete="new-password" />
          <PasswordRules password={form.values.password} policy={ways?.passwords} />
        </div>
        <PasswordField {...form.text('repeatpassword')} required autoComplete="new-password" />
      </SignUpForm>
      <ProviderButtons ways={ways} remember={false} />
    </AuthCard>
  )
}
