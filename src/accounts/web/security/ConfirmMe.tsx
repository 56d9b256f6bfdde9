import { createContext, use, useId, useRef, useState, type ReactNode } from 'react'
import type { ConfirmWay } from '#accounts/identity.ts'
import { DigitsField } from '#accounts/web/signIn/DigitsField.tsx'
import { confirmMe, sendConfirmCode, useSecurity } from '#accounts/web/identity.client.ts'
import { Button } from '#design/web/button/Button.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { PasswordField } from '#design/web/fields/PasswordField.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useForm } from '#platform/web/form.ts'
import { ApiFault } from '#platform/web/http.ts'
import { sayFault } from '#platform/web/sayFault.ts'

/**
 * Does something that asks once more who sits there: when the server wants to know, it asks, and tries again. Undefined is
 * what becomes of work whose question was left unanswered.
 */
export type Confirmed = <Result>(work: () => Promise<Result>) => Promise<Result | undefined>

const ConfirmContext = createContext<Confirmed | undefined>(undefined)

/** The same for forms, which tell failures of the work at their fields. */
export function useAsked(): Confirmed {
  const asked = use(ConfirmContext)
  if (!asked) throw new Error('useAsked needs a ConfirmProvider above it')
  return asked
}

/** Failures of the work are told in a message. */
export function useConfirmed(): Confirmed {
  const { t } = useLanguage()
  const asked = useAsked()
  return async (work) => {
    try {
      return await asked(work)
    } catch (error) {
      toast({ kind: 'failed', text: sayFault(t, error).text })
      return undefined
    }
  }
}

/** Gives everything below it the question. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [isAsking, setAsking] = useState(false)
  const answer = useRef<(yes: boolean) => void>(undefined)
  const ask = () =>
    new Promise<boolean>((resolve) => {
      answer.current = resolve
      setAsking(true)
    })
  const asked: Confirmed = (work) =>
    work().catch(async (error: unknown) => {
      if (!(error instanceof ApiFault && error.code === 'identity.confirmNeeded')) throw error
      return (await ask()) ? work() : undefined
    })
  const end = (yes: boolean) => {
    setAsking(false)
    answer.current?.(yes)
  }
  return (
    <ConfirmContext value={asked}>
      {children}
      {isAsking && <ConfirmDialog onDone={() => end(true)} onClose={() => end(false)} />}
    </ConfirmContext>
  )
}

type Answered = { readonly onDone: () => void; readonly onClose: () => void }

function ConfirmDialog(props: Answered) {
  const { t } = useLanguage()
  const { data: state, error, refetch } = useSecurity()
  if (state) return <Question {...props} ways={state.confirm} />
  return (
    <Dialog isOpen title={t('identity.confirm.title')} width="small" onClose={props.onClose}>
      {error ? (
        <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />
      ) : (
        <Loading>
          <Skeleton className="h-16" />
        </Loading>
      )}
    </Dialog>
  )
}

/** A way whose proof is typed. */
type Way = Exclude<ConfirmWay, 'passkey'> | 'recovery'
/** Only the field that is asked for is among them. */
type Values = { password: string; code: string; recovery: string; ticket: string }

function Question(props: Answered & { readonly ways: readonly ConfirmWay[] }) {
  const { ways, onDone, onClose } = props
  const { t } = useLanguage()
  const [way, setWay] = useState<Way>(ways.find((each) => each !== 'passkey') ?? 'mail')
  const [ticket, setTicket] = useState<string>()
  const formId = useId()
  const told = (work: Promise<void>) =>
    void work.catch((error: unknown) => toast({ kind: 'failed', text: sayFault(t, error).text }))
  const mail = async () => {
    setTicket((await sendConfirmCode()).ticket)
    setWay('mail')
  }
  const byPasskey = async () => {
    const { confirmByPasskey } = await import('#accounts/web/signIn/passkey.ts')
    if (await confirmByPasskey()) onDone()
  }
  const needsMail = way === 'mail' && ticket === undefined
  const hasPasskey = ways.includes('passkey') && 'PublicKeyCredential' in window
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
        {needsMail && <p className="text-muted">{t('identity.confirm.lead')}</p>}
        {!needsMail && <ConfirmForm key={`${way} ${ticket}`} {...{ way, ticket, formId, onDone }} />}
        {hasPasskey && (
          <Button kind={needsMail ? 'primary' : 'quiet'} onPress={() => told(byPasskey())}>
            {t('identity.confirm.byPasskey')}
          </Button>
        )}
        {ways.includes('mail') && (
          <Button kind={needsMail && !hasPasskey ? 'primary' : 'quiet'} onPress={() => told(mail())}>
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
