import { useState } from 'react'
import type { Claim } from '#accounts/identity.ts'
import { AuthCard } from '#accounts/web/signIn/AuthCard.tsx'
import { DigitsField } from '#accounts/web/signIn/DigitsField.tsx'
import {
  linkExternal,
  proveClaim,
  sendClaimCode,
  signUpExternal,
  type ExternalReturn,
} from '#accounts/web/identity.client.ts'
import { SignUpForm } from '#accounts/web/signUp/SignUpForm.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { PasswordField } from '#design/web/fields/PasswordField.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useForm } from '#platform/web/form.ts'
import { ApiFault } from '#platform/web/http.ts'
import { sayFault } from '#platform/web/sayFault.ts'

type Props = {
  readonly claim: Claim
  readonly wish: { readonly remember: boolean; readonly next: string | null }
  readonly onOutcome: (outcome: ExternalReturn) => void
  /** The claim is over: it took too long, or was tried too often. */
  readonly onOver: (error: ApiFault) => void
}

const schemas = () => import('#accounts/identity.ts')

/** What a provider's word still asks for: proof of the address, the terms, or consent to be joined with an account. */
export function ExternalClaim(props: Props) {
  const { onOver } = props
  const guarded = async (work: Promise<ExternalReturn>) => {
    try {
      props.onOutcome(await work)
    } catch (error) {
      if (!(error instanceof ApiFault && error.code === 'identity.stepExpired')) throw error
      onOver(error)
    }
  }
  const Step = { prove: Prove, signup: SignUp, link: Link }[props.claim.step]
  return <Step key={props.claim.step} {...props} send={guarded} />
}

type StepProps = Props & { readonly send: (work: Promise<ExternalReturn>) => Promise<void> }

function Prove({ claim, wish, send }: StepProps) {
  const { t } = useLanguage()
  const { ticket, email, provider } = claim
  const form = useForm({
    initial: { ticket, code: '' },
    schema: async () => (await schemas()).proveSchema,
    labels: { code: t('accounts.verify.code') },
    submit: (body) => send(proveClaim(body, wish)),
  })
  return (
    <AuthCard title={t('accounts.verify.title')} lead={t('identity.external.prove.lead', { email, provider })}>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <FormErrors errors={form.problems} />
        <DigitsField {...form.text('code')} onChange={(code) => form.set('code', code)} />
        <Button type="submit" kind="primary" isPending={form.isPending}>
          {t('accounts.verify.action')}
        </Button>
      </form>
      <SendCode ticket={ticket} label={t('accounts.verify.resend')} />
    </AuthCard>
  )
}

function SignUp({ claim, wish, send }: StepProps) {
  const { t } = useLanguage()
  const { ticket, email, provider, firstname, lastname } = claim
  const form = useForm({
    initial: { ticket, firstname, lastname, terms: false },
    schema: async () => (await schemas()).externalSignUpSchema,
    labels: {
      firstname: t('accounts.firstname'),
      lastname: t('accounts.lastname'),
      terms: t('accounts.terms.label'),
    },
    submit: (body) => send(signUpExternal(body, wish)),
  })
  return (
    <AuthCard title={t('accounts.signUp.title')} lead={t('identity.external.signup.lead', { email, provider })}>
      <SignUpForm form={form} />
    </AuthCard>
  )
}

function Link(props: StepProps) {
  const { t } = useLanguage()
  const [way, setWay] = useState<'password' | 'code'>('password')
  const { email, provider, ticket } = props.claim
  const byCode = async () => {
    await sendClaimCode(ticket)
    setWay('code')
  }
  return (
    <AuthCard
      title={t('identity.external.link.title', { provider })}
      lead={t('identity.external.link.lead', { email, provider })}
    >
      <LinkForm key={way} {...props} way={way} />
      {way === 'code' ? (
        <>
          <SendCode ticket={ticket} label={t('accounts.verify.resend')} />
          <Button kind="quiet" onPress={() => setWay('password')}>
            {t('identity.external.link.byPassword')}
          </Button>
        </>
      ) : (
        <Button
          kind="quiet"
          onPress={() => byCode().catch((error: unknown) => toast({ kind: 'failed', text: sayFault(t, error).text }))}
        >
          {t('identity.external.link.byCode')}
        </Button>
      )}
    </AuthCard>
  )
}

function LinkForm({ claim, wish, send, way }: StepProps & { readonly way: 'password' | 'code' }) {
  const { t } = useLanguage()
  const form = useForm({
    initial: { ticket: claim.ticket, [way]: '' } as { ticket: string; password: string; code: string },
    schema: async () => (await schemas()).linkSchema,
    labels: { password: t('accounts.password'), code: t('accounts.verify.code') },
    submit: (body) => send(linkExternal(body, wish)),
  })
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <FormErrors errors={form.problems} />
      {way === 'code' ? (
        <DigitsField {...form.text('code')} onChange={(code) => form.set('code', code)} />
      ) : (
        <PasswordField
          {...form.text('password')}
          label={t('identity.external.link.password')}
          autoComplete="current-password"
          autoFocus
        />
      )}
      <Button type="submit" kind="primary" isPending={form.isPending}>
        {t('identity.external.link.action')}
      </Button>
    </form>
  )
}

function SendCode({ ticket, label }: { readonly ticket: string; readonly label: string }) {
  const { t } = useLanguage()
  const send = () =>
    sendClaimCode(ticket).then(
      () => toast({ kind: 'done', text: t('accounts.verify.resent') }),
      (error: unknown) => toast({ kind: 'failed', text: sayFault(t, error).text }),
    )
  return (
    <Button kind="quiet" onPress={() => void send()}>
      {label}
    </Button>
  )
}
