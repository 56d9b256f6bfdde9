import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { codeRules, verifySchema } from '#accounts/account.ts'
import { resendCode, verify } from '#accounts/web/accounts.client.ts'
import { AuthCard } from '#accounts/web/AuthCard.tsx'
import { forgetPending, pendingSignUp } from '#accounts/web/pendingSignUp.ts'
import { useCountdown } from '#accounts/web/countdown.ts'
import { Button } from '#design/web/Button.tsx'
import { FormErrors } from '#design/web/FormErrors.tsx'
import { TextField } from '#design/web/TextField.tsx'
import { linkClass } from '#design/web/TextLink.tsx'
import { toast } from '#design/web/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useForm } from '#platform/web/form.ts'
import { useGo } from '#platform/web/place.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'
import { rememberMe } from '#platform/web/token.ts'

const schema = z.pick(verifySchema, { email: true, code: true, remember_me: true })

/** Asks for the 6 digits that came by mail; the right ones sign in. */
export function VerifyPage() {
  const { t } = useLanguage()
  const go = useGo()
  useTitle(t('accounts.verify.title'))
  const [known] = useState(() => pendingSignUp().email ?? '')
  const form = useForm({
    initial: { email: known, code: '', remember_me: rememberMe() },
    schema,
    labels: { email: t('accounts.email'), code: t('accounts.verify.code') },
    submit: async (wish) => {
      await verify(wish)
      forgetPending()
      go('/main')
    },
  })
  return (
    <AuthCard
      title={t('accounts.verify.title')}
      lead={known ? t('accounts.verify.sent', { email: known, minutes: codeRules.minutes }) : t('accounts.verify.ask')}
      below={
        <Link to="/auth/signup" className={linkClass}>
          {t('accounts.verify.changeAddress')}
        </Link>
      }
    >
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <FormErrors errors={form.problems} />
        {!known && <TextField {...form.text('email')} type="email" autoComplete="username" inputMode="email" />}
        <TextField
          {...form.text('code')}
          onChange={(code) => form.set('code', code.replaceAll(/\D/g, '').slice(0, 6))}
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="000000"
        />
        <Button type="submit" kind="primary" isPending={form.isPending}>
          {t('accounts.verify.action')}
        </Button>
      </form>
      <Resend email={form.values.email} />
    </AuthCard>
  )
}

/** Another code can be asked for after 60 seconds (product ruling 2.1). */
function Resend({ email }: { email: string }) {
  const { t } = useLanguage()
  const { left, restart } = useCountdown(codeRules.resendSeconds)
  const resend = async () => {
    try {
      await resendCode(email)
      restart()
      toast({ kind: 'done', text: t('accounts.verify.resent') })
    } catch (error) {
      toast({ kind: 'failed', text: sayFault(t, error).text })
    }
  }
  return (
    <Button kind="quiet" isDisabled={left > 0 || email === ''} onPress={resend}>
      {left > 0 ? t('accounts.verify.resendIn', { seconds: left }) : t('accounts.verify.resend')}
    </Button>
  )
}
