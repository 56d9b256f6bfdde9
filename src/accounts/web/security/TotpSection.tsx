import { lazy, Suspense, useState } from 'react'
import type { SecurityState } from '#accounts/identity.ts'
import { useConfirmed } from '#accounts/web/security/ConfirmMe.tsx'
import { draftTotp, removeTotp, renewRecovery, useSecurityChange } from '#accounts/web/identity.client.ts'
import { RecoveryDialog } from '#accounts/web/security/RecoveryDialog.tsx'
import type { TotpDraft } from '#accounts/identity.ts'
import { Badge } from '#design/web/display/Badge.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { confirm } from '#design/web/overlay/confirm.ts'
import { FormSection } from '#design/web/layout/FormSection.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'

const TotpDialog = lazy(async () => ({ default: (await import('#accounts/web/security/TotpDialog.tsx')).TotpDialog }))

/** The second factor: a code from an app, and codes for when the phone is not at hand. */
export function TotpSection({ totp }: { readonly totp: SecurityState['totp'] }) {
  const { t } = useLanguage()
  const confirmed = useConfirmed()
  const [draft, setDraft] = useState<TotpDraft>()
  const [codes, setCodes] = useState<readonly string[]>()
  const begin = useSecurityChange(draftTotp)
  const end = useSecurityChange(removeTotp)
  const renew = useSecurityChange(renewRecovery)

  const turnOn = async () => setDraft(await confirmed(() => begin.mutateAsync()))
  const turnOff = async () => {
    const question = {
      title: t('identity.totp.offTitle'),
      text: t('identity.totp.offText'),
      action: t('identity.totp.turnOff'),
      danger: true,
    }
    if (!(await confirm(question))) return
    const done = await confirmed(async () => {
      await end.mutateAsync()
      return true
    })
    if (done) toast({ kind: 'done', text: t('identity.totp.offDone') })
  }
  const newCodes = async () => setCodes((await confirmed(() => renew.mutateAsync()))?.value)
  return (
    <FormSection title={t('identity.totp.title')} text={t('identity.totp.lead')}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Badge tint={totp.on ? 'green' : 'grey'}>{t(totp.on ? 'identity.totp.on' : 'identity.totp.off')}</Badge>
        {totp.on && <span className="text-muted">{t('identity.totp.left', { count: totp.recoveryleft })}</span>}
      </div>
      <div className="flex flex-wrap gap-2">
        {totp.on ? (
          <>
            <Button isPending={renew.isPending} onPress={() => void newCodes()}>
              {t('identity.totp.newCodes')}
            </Button>
            <Button kind="danger" isPending={end.isPending} onPress={() => void turnOff()}>
              {t('identity.totp.turnOff')}
            </Button>
          </>
        ) : (
          <Button kind="primary" isPending={begin.isPending} onPress={() => void turnOn()}>
            {t('identity.totp.turnOn')}
          </Button>
        )}
      </div>
      {draft && (
        <Suspense>
          <TotpDialog
            draft={draft}
            onClose={() => setDraft(undefined)}
            onOn={(value) => {
              setDraft(undefined)
              setCodes(value)
              toast({ kind: 'done', text: t('identity.totp.done') })
            }}
          />
        </Suspense>
      )}
      {codes && <RecoveryDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </FormSection>
  )
}
