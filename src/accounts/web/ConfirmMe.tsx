import { createContext, use, useId, useRef, useState, type ReactNode } from 'react'
import type { ConfirmWay } from '#accounts/identity.ts'
import { DigitsField } from '#accounts/web/DigitsField.tsx'
import { confirmMe, sendConfirmCode } from '#accounts/web/identity.client.ts'
import { Button } from '#design/web/Button.tsx'
import { Dialog } from '#design/web/Dialog.tsx'
import { FormErrors } from '#design/web/FormErrors.tsx'
import { PasswordField } from '#design/web/PasswordField.tsx'
import { TextField } from '#design/web/TextField.tsx'
import { toast } from '#design/web/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useForm } from '#platform/web/form.ts'
import { ApiFault } from '#platform/web/http.ts'
import { sayFault } from '#platform/web/sayFault.ts'

/** Does something that asks once more who sits there: when the server wants to know, it asks, and tries again. */
export type Confirmed = <Result>(work: () => Promise<Result>) => Promise<Result | undefined>

const ConfirmContext = createContext<Confirmed | undefined>(undefined)

/** Undefined is what becomes of work whose question was left unanswered. */
export function useConfirmed(): Confirmed {
  const confirmed = use(ConfirmContext)
  if (!confirmed) throw new Error('useConfirmed needs a ConfirmProvider above it')
  return confirmed
}

/** Gives everything below it the question. Failures of the work are told in a message. */
export function ConfirmProvider({ ways, children }: { ways: readonly ConfirmWay[]; children: ReactNode }) {
  const { t } = useLanguage()
  const [isAsking, setAsking] = useState(false)
  const answer = useRef<(yes: boolean) => void>(undefined)
  const ask = () =>
    new Promise<boolean>((resolve) => {
      answer.current = resolve
      setAsking(true)
    })
  const confirmed: Confirmed = async (work) => {
    try {
      return await work().catch(async (error: unknown) => {
        if (!(error instanceof ApiFault && error.code === 'identity.confirmNeeded')) throw error
        return (await ask()) ? work() : undefined
      })
    } catch (error) {
      toast({ kind: 'failed', text: sayFault(t, error).text })
      return undefined
    }
  }
  const end = (yes: boolean) => {
    setAsking(false)
    answer.current?.(yes)
  }
  return (
    <ConfirmContext value={confirmed}>
      {children}
      {isAsking && <ConfirmDialog ways={ways} onDone={() => end(true)} onClose={() => end(false)} />}
    </ConfirmContext>
  )
}

type Way = ConfirmWay | 'recovery'
/** Only the field that is asked for is among them. */
type Values = { password: string; code: string; recovery: string; ticket: string }

function ConfirmDialog(props: { ways: readonly ConfirmWay[]; onDone: () => void; onClose: () => void }) {
  const { ways, onClose } = props
  const { t } = useLanguage()
  const [way, setWay] = useState<Way>(ways[0] ?? 'mail')
  const [ticket, setTicket] = useState<string>()
  const formId = useId()
  const mail = async () => {
    setTicket((await sendConfirmCode()).ticket)
    setWay('mail')
  }
  const sendMail = () => void mail().catch((error: unknown) => toast({ kind: 'failed', text: sayFault(t, error).text }))
  const needsMail = way === 'mail' && ticket === undefined
  return (
    <Dialog
      isOpen
      title={t('identity.confirm.title')}
      width="small"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('design.cancel')}</Button>
          {!needsMail && (
            <Button type="submit" form={formId} kind="primary">
              {t('identity.confirm.action')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {!needsMail && <ConfirmForm key={`${way} ${ticket}`} {...props} {...{ way, ticket, formId }} />}
        {ways.includes('mail') && (
          <Button kind={needsMail ? 'primary' : 'quiet'} onPress={sendMail}>
            {t('identity.external.link.byCode')}
          </Button>
        )}
        {ways.includes('totp') && (
          <Button kind="quiet" onPress={() => setWay(way === 'totp' ? 'recovery' : 'totp')}>
            {t(way === 'totp' ? 'identity.second.useRecovery' : 'identity.second.useApp')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

type FormProps = { way: Way; ticket: string | undefined; formId: string; onDone: () => void }

function ConfirmForm({ way, ticket, formId, onDone }: FormProps) {
  const { t } = useLanguage()
  const field = way === 'password' || way === 'recovery' ? way : 'code'
  const form = useForm({
    initial: { [field]: '', ...(way === 'mail' && ticket ? { ticket } : {}) } as Values,
    schema: async () => (await import('#accounts/identity.ts')).confirmSchema,
    labels: {
      password: t('accounts.password'),
      code: t('accounts.verify.code'),
      recovery: t('identity.second.recovery'),
    },
    submit: async (proof) => {
      await confirmMe(proof)
      onDone()
    },
  })
  const leads = {
    password: t('identity.confirm.passwordLead'),
    mail: t('identity.confirm.mailLead'),
    totp: t('identity.second.lead'),
    recovery: t('identity.second.recoveryLead'),
  }
  return (
    <form id={formId} noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-4">
      <p className="text-muted">{leads[way]}</p>
      <FormErrors errors={form.problems} />
      {field === 'password' && <PasswordField {...form.text('password')} autoComplete="current-password" autoFocus />}
      {field === 'recovery' && <TextField {...form.text('recovery')} autoComplete="off" autoFocus />}
      {field === 'code' && <DigitsField {...form.text('code')} onChange={(code) => form.set('code', code)} />}
    </form>
  )
}
