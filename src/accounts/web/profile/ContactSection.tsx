import { useState, type ReactNode } from 'react'
import type { Me } from '#accounts/account.ts'
import { CodeForm } from '#accounts/web/signIn/CodeForm.tsx'
import { EmailForm } from '#accounts/web/profile/EmailForm.tsx'
import { PhoneForm } from '#accounts/web/profile/PhoneForm.tsx'
import { askToVerify, useConfirmChannel, useConfirmEmail } from '#accounts/web/profile/profile.client.ts'
import { Badge } from '#design/web/display/Badge.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { FormSection } from '#design/web/layout/FormSection.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

type Step =
  | { readonly kind: 'shown' | 'changing' }
  | { readonly kind: 'code'; readonly sentTo: string; readonly isNew: boolean }
const shown: Step = { kind: 'shown' }

/** How a person is reached: each way is changed by itself, and verified where it leads. */
export function ContactSection({ me }: { me: Me }) {
  const { t } = useLanguage()
  return (
    <FormSection title={t('profile.contact.title')} text={t('profile.contact.text')}>
      <Email me={me} />
      <Phone me={me} />
    </FormSection>
  )
}

function Email({ me }: { me: Me }) {
  const { t } = useLanguage()
  const [step, setStep] = useState<Step>(shown)
  const change = useConfirmEmail()
  const verify = useConfirmChannel()
  const send = useSend(setStep)
  const done = () => {
    setStep(shown)
    toast({ kind: 'done', text: t('profile.contact.verified') })
  }
  if (step.kind === 'code') {
    const confirm = (code: string) => (step.isNew ? change : verify).mutateAsync(code).then(done)
    return <CodeForm sentTo={step.sentTo} confirm={confirm} onCancel={() => setStep(shown)} />
  }
  if (step.kind === 'changing') {
    return (
      <EmailForm
        me={me}
        onSent={(sentTo) => setStep({ kind: 'code', sentTo, isNew: true })}
        onCancel={() => setStep(shown)}
      />
    )
  }
  return (
    <Line label={t('accounts.email')} value={me.email} isVerified={me.email_verified}>
      {!me.email_verified && (
        <Button onPress={() => void send('email', me.email)}>{t('profile.contact.verify')}</Button>
      )}
      <Button
        aria-label={`${t('profile.contact.change')}: ${t('accounts.email')}`}
        onPress={() => setStep({ kind: 'changing' })}
      >
        {t('profile.contact.change')}
      </Button>
    </Line>
  )
}

function Phone({ me }: { me: Me }) {
  const { t } = useLanguage()
  const [step, setStep] = useState<Step>(shown)
  const verify = useConfirmChannel()
  const send = useSend(setStep)
  const { mobilephone } = me
  if (step.kind === 'code') {
    const confirm = async (code: string) => {
      await verify.mutateAsync(code)
      setStep(shown)
      toast({ kind: 'done', text: t('profile.contact.verified') })
    }
    return <CodeForm sentTo={step.sentTo} confirm={confirm} onCancel={() => setStep(shown)} />
  }
  if (step.kind === 'changing') return <PhoneForm me={me} onDone={() => setStep(shown)} />
  return (
    <Line label={t('accounts.mobilephone')} value={mobilephone} isVerified={me.mobile_verified}>
      {mobilephone && !me.mobile_verified && me.sms && (
        <Button onPress={() => void send('mobile', mobilephone)}>{t('profile.contact.verify')}</Button>
      )}
      <Button
        aria-label={`${t('profile.contact.change')}: ${t('accounts.mobilephone')}`}
        onPress={() => setStep({ kind: 'changing' })}
      >
        {t('profile.contact.change')}
      </Button>
    </Line>
  )
}

function useSend(setStep: (step: Step) => void) {
  const { t } = useLanguage()
  return async (channel: 'email' | 'mobile', sentTo: string) => {
    try {
      await askToVerify(channel)
      setStep({ kind: 'code', sentTo, isNew: false })
    } catch (error) {
      toast({ kind: 'failed', text: sayFault(t, error).text })
    }
  }
}

type LineProps = {
  readonly label: string
  readonly value: string | null
  readonly isVerified: boolean
  readonly children: ReactNode
}

function Line({ label, value, isVerified, children }: LineProps) {
  const { t } = useLanguage()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-col gap-0.5">
        <span className="text-label text-muted">{label}</span>
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="min-w-0 break-all">{value ?? t('profile.contact.none')}</span>
          {value !== null && (
            <Badge tint={isVerified ? 'green' : 'amber'}>
              {t(isVerified ? 'profile.contact.isVerified' : 'profile.contact.notVerified')}
            </Badge>
          )}
        </span>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  )
}
