import { Link } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { codeRules, resetMinutes } from '#accounts/rules.ts'
import { AuthCard } from '#accounts/web/signIn/AuthCard.tsx'
import { useCountdown } from '#accounts/web/signIn/countdown.ts'
import { PasswordRules } from '#accounts/web/signUp/PasswordRules.tsx'
import { askForReset, resetPassword } from '#accounts/web/signIn/reset.client.ts'
import { useSignInMethods } from '#accounts/web/security/signInMethods.client.ts'
import { Button } from '#design/web/button/Button.tsx'
import { buttonLink } from '#design/web/navigation/buttonLink.ts'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { PasswordField } from '#design/web/fields/PasswordField.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useForm } from '#platform/web/form.ts'
import { ApiFault } from '#platform/web/http.ts'
import { useTitle } from '#platform/web/title.ts'

/** A new password: asked for by address, chosen behind the link of the mail. */
export function ResetPage() {
  const { t } = useLanguage()
  const [token, setToken] = useState(takeToken)
  // The link may be opened in the tab that asked for it: the page stays, only its end changes.
  useEffect(() => {
    const look = () => setToken((before) => takeToken() || before)
    window.addEventListener('hashchange', look)
    return () => window.removeEventListener('hashchange', look)
  }, [])
  useTitle(t('accounts.reset.title'))
  return token === '' ? <Ask /> : <Choose key={token} token={token} onInvalid={() => setToken('')} />
}

/** What the link ends in; it is taken out of the address, where it would be seen and kept. */
function takeToken(): string {
  const token = window.location.hash.slice(1)
  if (token !== '') window.history.replaceState(window.history.state, '', window.location.pathname)
  return token
}

function Ask() {
  const { t } = useLanguage()
  const [asked, setAsked] = useState<string>()
  const form = useForm({
    initial: { email: '' },
    schema: async () => (await import('#accounts/account.ts')).resetSchema,
    labels: { email: t('accounts.email') },
    submit: async (wish) => {
      await askForReset(wish)
      setAsked(wish.email)
    },
  })
  if (asked !== undefined) return <Asked email={asked} />
  return (
    <Frame lead={t('accounts.reset.ask')}>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <FormErrors errors={form.problems} />
        <TextField {...form.text('email')} required type="email" autoComplete="username" inputMode="email" autoFocus />
        <Button type="submit" kind="primary" isPending={form.isPending}>
          {t('accounts.reset.send')}
        </Button>
      </form>
    </Frame>
  )
}

/** Says the same whatever became of it; a moment later it can be tried again. */
function Asked({ email }: { email: string }) {
  const { t } = useLanguage()
  const { left, restart } = useCountdown(codeRules.resendSeconds)
  const form = useForm({
    initial: { email },
    schema: async () => (await import('#accounts/account.ts')).resetSchema,
    labels: {},
    submit: async (wish) => {
      await askForReset(wish)
      restart()
    },
  })
  return (
    <Frame>
      <p role="status">{t('accounts.reset.sent', { email, minutes: resetMinutes })}</p>
      <FormErrors errors={form.problems} />
      <Button kind="quiet" isDisabled={left > 0} isPending={form.isPending} onPress={() => void form.submit()}>
        {left > 0 ? t('accounts.reset.againIn', { seconds: left }) : t('accounts.reset.again')}
      </Button>
    </Frame>
  )
}

function Choose({ token, onInvalid }: { token: string; onInvalid: () => void }) {
  const { t } = useLanguage()
  const [state, setState] = useState<'open' | 'done' | 'invalid'>('open')
  const { ways, policy } = useSignInMethods()
  const form = useForm({
    initial: { token, password: '', repeatpassword: '' },
    schema: async () => (await import('#accounts/account.ts')).resetConfirmSchemas[await policy()],
    labels: { password: t('accounts.reset.password'), repeatpassword: t('accounts.repeatpassword') },
    submit: async (wish) => {
      try {
        await resetPassword(wish)
        setState('done')
      } catch (error) {
        if (!(error instanceof ApiFault && error.code === 'account.linkInvalid')) throw error
        setState('invalid')
      }
    },
  })
  if (state === 'done') {
    return (
      <Frame>
        <p role="status">{t('accounts.reset.done')}</p>
        <Link to="/auth" className={buttonLink.primary}>
          {t('accounts.signIn.action')}
        </Link>
      </Frame>
    )
  }
  if (state === 'invalid') {
    return (
      <Frame>
        <p role="alert">{t('fault.account.linkInvalid')}</p>
        <Button kind="primary" onPress={onInvalid}>
          {t('accounts.reset.askAgain')}
        </Button>
      </Frame>
    )
  }
  return (
    <Frame lead={t('accounts.reset.choose')}>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <FormErrors errors={form.problems} />
        <div className="flex flex-col gap-2">
          <PasswordField {...form.text('password')} required autoComplete="new-password" autoFocus />
          <PasswordRules password={form.values.password} policy={ways?.passwords} />
        </div>
        <PasswordField {...form.text('repeatpassword')} required autoComplete="new-password" />
        <Button type="submit" kind="primary" isPending={form.isPending}>
          {t('accounts.reset.action')}
        </Button>
      </form>
    </Frame>
  )
}

function Frame({ lead, children }: { lead?: string; children: ReactNode }) {
  const { t } = useLanguage()
  return (
    <AuthCard
      title={t('accounts.reset.title')}
      {...(lead === undefined ? {} : { lead })}
      below={
        <Link to="/auth" className={linkClass}>
          {t('accounts.reset.back')}
        </Link>
      }
    >
      {children}
    </AuthCard>
  )
}
