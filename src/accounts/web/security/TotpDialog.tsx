import { useId } from 'react'
import { encode } from 'uqr'
import type { TotpDraft } from '#accounts/identity.ts'
import { DigitsField } from '#accounts/web/signIn/DigitsField.tsx'
import { confirmTotp, useSecurityChange } from '#accounts/web/identity.client.ts'
import { Button } from '#design/web/button/Button.tsx'
import { CopyLine } from '#design/web/button/CopyLine.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useForm } from '#platform/web/form.ts'

type Props = {
  readonly draft: TotpDraft
  readonly onOn: (codes: readonly string[]) => void
  readonly onClose: () => void
}

/** Shows the secret to the app, as a picture and as text, and asks for the first code. */
export function TotpDialog({ draft, onOn, onClose }: Props) {
  const { t } = useLanguage()
  const formId = useId()
  const turnOn = useSecurityChange(confirmTotp)
  const form = useForm({
    initial: { code: '' },
    schema: async () => (await import('#accounts/identity.ts')).totpCodeSchema,
    labels: { code: t('identity.totp.code') },
    submit: async ({ code }) => onOn((await turnOn.mutateAsync(code)).value),
  })
  return (
    <Dialog
      isOpen
      title={t('identity.totp.title')}
      onClose={onClose}
      role="alertdialog"
      footer={
        <>
          <Button onPress={onClose}>{t('design.cancel')}</Button>
          <Button type="submit" form={formId} kind="primary" isPending={form.isPending}>
            {t('identity.totp.turnOn')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-4">
        <p>{t('identity.totp.scan')}</p>
        <Picture text={draft.address} label={t('identity.totp.picture')} />
        <CopyLine label={t('identity.totp.key')} text={draft.secret} />
        <FormErrors errors={form.problems} />
        <DigitsField {...form.text('code')} onChange={(code) => form.set('code', code)} />
      </form>
    </Dialog>
  )
}

/** A QR code: dark on light in either theme, as cameras want it. */
function Picture({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-48 self-center rounded-card">
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" shapeRendering="crispEdges" />
    </svg>
  )
}
