import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { codeRules } from '#accounts/rules.ts'
import { resendCode, verify } from '#accounts/web/accounts.client.ts'
import { AuthCard } from '#accounts/web/signIn/AuthCard.tsx'
import { forgetPending, maySendSms, pendingSignUp, ticketFor } from '#accounts/web/signUp/pendingSignUp.ts'
import { useCountdown } from '#accounts/web/signIn/countdown.ts'
import { Button } from '#design/web/button/Button.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { PasswordField } from '#design/web/fields/PasswordField.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useForm } from '#platform/web/form.ts'
import { useGo } from '#platform/web/routeParams.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'
import { rememberMe } from '#platform/web/token.ts'

/**
 * Asks for the 6 digits that came by mail; the right ones sign in. A browser that did not make the sign-up asks for its
 * password as well.
 */
export function VerifyPage() {
  const { t } = useLanguage()
  const go = useGo()
  const { next } = useSearch({ strict: false }) as { next?: string }
  useTitle(t('accounts.verify.title'))
  const [known] = useState(() => pendingSignUp().email ?? '')
  const [ticket] = useState(() => ticketFor(known))
  const form = useForm({
    initial: { email: known, code: '', password: '', remember_me: rememberMe() },
    schema: async () => (await import('#accounts/account.ts')).verifyForms[ticket ? 'withTicket' : 'withPassword'],
    labels: { email: t('accounts.email'), code: t('accounts.verify.code'), password: t('accounts.password') },
    submit: async (wish) => {
      const place = await verify({ ...wish, ...(ticket ? { ticket } : {}) }, next)
      forgetPending()
      go(place)
    },
  })
  return (
    <AuthCard
      title={t('accounts.verify.title')}
      lead={known ? t('accounts.verify.sent', { email: known, minutes: codeRules.minutes }) : t('accounts.verify.ask')}
      below={
        <Link to="/auth/signup" search={next ? { next } : {}} className={linkClass}>
          {t('accounts.verify.changeAddress')}
        </Link>
      }
    >
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <FormErrors errors={form.problems} />
        {!known && (
          <TextField {...form.text('email')} type="email" autoComplete="username" inputMode="email" autoFocus />
        )}
        <TextField
          {...form.text('code')}
          onChange={(code) => form.set('code', code.replaceAll(/\D/g, '').slice(0, 6))}
          autoFocus={known !== ''}
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="000000"
        />
        {!ticket && <PasswordField {...form.text('password')} autoComplete="current-password" />}
        <Button type="submit" kind="primary" isPending={form.isPending}>
          {t('accounts.verify.action')}
        </Button>
      </form>
      <Resend email={form.values.email} ticket={ticket} />
    </AuthCard>
  )
}

/** Another code can be asked for after 60 seconds (product ruling 2.1), also to the phone that the sign-up named. */
function Resend({ email, ticket }: { email: string; ticket: string | undefined }) {
  const { t } = useLanguage()
  const { left, restart } = useCountdown(codeRules.resendSeconds)
  const [phone] = useState(() => (maySendSms(email) && ticket ? pendingSignUp().mobilephone : undefined))
  const resend = async (channel: 'email' | 'mobile') => {
    try {
      await resendCode({ email, channel, ...(ticket ? { ticket } : {}) })
      restart()
      toast({ kind: 'done', text: t('accounts.verify.resent') })
    } catch (error) {
      toast({ kind: 'failed', text: sayFault(t, error).text })
    }
  }
  return (
    <div className="flex flex-col gap-2">
      <Button kind="quiet" isDisabled={left > 0 || email === ''} onPress={() => resend('email')}>
        {left > 0 ? t('accounts.verify.resendIn', { seconds: left }) : t('accounts.verify.resend')}
      </Button>
      {phone && (
        <Button kind="quiet" onPress={() => resend('mobile')}>
          {t('accounts.verify.bySms', { phone })}
        </Button>
      )}
    </div>
  )
}
