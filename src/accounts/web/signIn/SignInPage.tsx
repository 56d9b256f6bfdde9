import { Link, useSearch } from '@tanstack/react-router'
import { trialDays } from '#accounts/rules.ts'
import { placeAfterSignIn, withNext } from '#accounts/session.ts'
import { signIn } from '#accounts/web/accounts.client.ts'
import { AuthCard } from '#accounts/web/signIn/AuthCard.tsx'
import { PasskeyButton } from '#accounts/web/signIn/PasskeyButton.tsx'
import { keepPending } from '#accounts/web/signUp/pendingSignUp.ts'
import { ProviderButtons } from '#accounts/web/signIn/ProviderButtons.tsx'
import { useSignInMethods } from '#accounts/web/security/signInMethods.client.ts'
import { Button } from '#design/web/button/Button.tsx'
import { Checkbox } from '#design/web/fields/Checkbox.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { PasswordField } from '#design/web/fields/PasswordField.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useForm } from '#platform/web/form.ts'
import { ApiFault } from '#platform/web/http.ts'
import { useGo } from '#platform/web/routeParams.ts'
import { useTitle } from '#platform/web/title.ts'
import { rememberMe } from '#platform/web/token.ts'

/** Sign-in by e-mail address and password; goes on to the page that was wanted. */
export function SignInPage() {
  const { ways } = useSignInMethods()
  const { t } = useLanguage()
  const go = useGo()
  const { next } = useSearch({ strict: false }) as { next?: string }
  useTitle(t('accounts.signIn.title'))
  const form = useForm({
    initial: { email: '', password: '', remember_me: rememberMe() },
    schema: async () => (await import('#accounts/account.ts')).signInForm,
    labels: { email: t('accounts.email'), password: t('accounts.password') },
    submit: async (wish) => {
      try {
        go(await signIn(wish, next))
      } catch (error) {
        if (!(error instanceof ApiFault && error.code === 'account.notVerified')) throw error
        keepPending({ email: wish.email })
        go(withNext('/auth/verify', next))
      }
    },
  })
  return (
    <AuthCard
      title={t('accounts.signIn.title')}
      lead={t('accounts.signIn.trial', { days: trialDays })}
      below={
        <>
          {t('accounts.signIn.noAccount')}{' '}
          <Link to="/auth/signup" search={next ? { next } : {}} className={linkClass}>
            {t('accounts.signUp.action')}
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <FormErrors errors={form.problems} />
        <TextField {...form.text('email')} type="email" autoComplete="username" autoFocus inputMode="email" />
        <PasswordField {...form.text('password')} autoComplete="current-password" />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <Checkbox isSelected={form.values.remember_me} onChange={(remember) => form.set('remember_me', remember)}>
            {t('accounts.rememberMe')}
          </Checkbox>
          <Link to="/auth/reset" className={linkClass}>
            {t('accounts.signIn.forgot')}
          </Link>
        </div>
        <Button type="submit" kind="primary" isPending={form.isPending}>
          {t('accounts.signIn.action')}
        </Button>
      </form>
      <PasskeyButton remember={form.values.remember_me} onDone={() => go(placeAfterSignIn(next))} />
      <ProviderButtons ways={ways} next={next} remember={form.values.remember_me} />
    </AuthCard>
  )
}
