import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SecondStep } from '#accounts/identity.ts'
import { placeAfterSignIn } from '#accounts/session.ts'
import { secondStep } from '#accounts/web/accounts.client.ts'
import { AuthCard } from '#accounts/web/signIn/AuthCard.tsx'
import { DigitsField } from '#accounts/web/signIn/DigitsField.tsx'
import { finishSecond } from '#accounts/web/identity.client.ts'
import { takeStep } from '#accounts/web/signIn/storedStep.ts'
import { PasskeyButton } from '#accounts/web/signIn/PasskeyButton.tsx'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useForm } from '#platform/web/form.ts'
import { ApiFault } from '#platform/web/http.ts'
import { useGo } from '#platform/web/routeParams.ts'
import { useTitle } from '#platform/web/title.ts'

type Step = SecondStep & { readonly remember: boolean; readonly next?: string | null }
type Way = 'code' | 'recovery'

/** Asks for the second factor: a code of the app, a recovery code, or a passkey instead of both. */
export function SecondFactorPage() {
  const { t } = useLanguage()
  const go = useGo()
  const [step] = useState(() => takeStep<Step>(secondStep))
  const [isOver, setOver] = useState(step === undefined)
  const [way, setWay] = useState<Way>('code')
  useTitle(t('identity.second.title'))
  const back = (
    <Link to="/auth" className={linkClass}>
      {t('identity.external.back')}
    </Link>
  )
  if (isOver || !step)
    return (
      <AuthCard title={t('identity.external.failed')} below={back}>
        <Banner kind="error">{t('fault.identity.stepExpired')}</Banner>
      </AuthCard>
    )
  return (
    <AuthCard
      title={t('identity.second.title')}
      lead={t(way === 'code' ? 'identity.second.lead' : 'identity.second.recoveryLead')}
      below={back}
    >
      <SecondForm
        key={way}
        {...{ step, way }}
        onPlace={(place) => go(place, { replace: true })}
        onOver={() => setOver(true)}
      />
      <Button kind="quiet" onPress={() => setWay(way === 'code' ? 'recovery' : 'code')}>
        {t(way === 'code' ? 'identity.second.useRecovery' : 'identity.second.useApp')}
      </Button>
      <PasskeyButton remember={step.remember} onDone={() => go(placeAfterSignIn(step.next), { replace: true })} />
    </AuthCard>
  )
}

type FormProps = {
  readonly step: Step
  readonly way: Way
  readonly onPlace: (place: string) => void
  readonly onOver: () => void
}

function SecondForm({ step: { ticket, remember, next = null }, way, onPlace, onOver }: FormProps) {
  const { t } = useLanguage()
  const form = useForm({
    initial: { ticket, [way]: '' } as { ticket: string; code: string; recovery: string },
    schema: async () => (await import('#accounts/identity.ts')).secondSchema,
    labels: { code: t('accounts.verify.code'), recovery: t('identity.second.recovery') },
    submit: async (body) => {
      try {
        const outcome = await finishSecond(body, { remember, next })
        if ('place' in outcome) onPlace(outcome.place)
      } catch (error) {
        if (!(error instanceof ApiFault && error.code === 'identity.stepExpired')) throw error
        onOver()
      }
    },
  })
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <FormErrors errors={form.problems} />
      {way === 'code' ? (
        <DigitsField {...form.text('code')} onChange={(code) => form.set('code', code)} />
      ) : (
        <TextField
          {...form.text('recovery')}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          placeholder="XXXX-XXXX-XXXX-XXXX"
        />
      )}
      <Button type="submit" kind="primary" isPending={form.isPending}>
        {t('accounts.signIn.action')}
      </Button>
    </form>
  )
}
