import { useId, useState } from 'react'
import type { Me } from '#accounts/account.ts'
import { closeAccount } from '#accounts/web/profile.client.ts'
import { Button } from '#design/web/Button.tsx'
import { Dialog } from '#design/web/Dialog.tsx'
import { FormErrors } from '#design/web/FormErrors.tsx'
import { FormSection } from '#design/web/FormSection.tsx'
import { PasswordField } from '#design/web/PasswordField.tsx'
import { toast } from '#design/web/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useForm } from '#platform/web/form.ts'
import { useGo } from '#platform/web/place.ts'
import { saveFile } from '#platform/web/saveFile.ts'
import { sayFault } from '#platform/web/sayFault.ts'

/** The person's data as a file, and the end of the account. */
export function CloseSection({ me }: { me: Me }) {
  const { t } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const save = () =>
    saveFile('/user/v1/me/export', 'lintel-account.json').catch((error: unknown) =>
      toast({ kind: 'failed', text: sayFault(t, error).text }),
    )
  return (
    <>
      <FormSection title={t('profile.data.title')} text={t('profile.data.text')}>
        <div>
          <Button onPress={() => void save()}>{t('profile.data.action')}</Button>
        </div>
      </FormSection>
      <FormSection kind="danger" title={t('profile.close.title')} text={t('profile.close.text')}>
        <div className="flex flex-col items-start gap-2">
          <Button kind="danger" isDisabled={!me.has_password} onPress={() => setOpen(true)}>
            {t('profile.close.action')}
          </Button>
          {!me.has_password && <p className="text-label text-muted">{t('fault.account.noPassword')}</p>}
        </div>
        {isOpen && <CloseDialog onClose={() => setOpen(false)} />}
      </FormSection>
    </>
  )
}

function CloseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLanguage()
  const go = useGo()
  const formId = useId()
  const form = useForm({
    initial: { password: '' },
    schema: async () => (await import('#accounts/account.ts')).closeSchema,
    labels: { password: t('accounts.password') },
    submit: async ({ password }) => {
      await closeAccount(password)
      go('/auth/signout')
    },
  })
  return (
    <Dialog
      role="alertdialog"
      width="small"
      title={t('profile.close.title')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('design.cancel')}</Button>
          <Button type="submit" form={formId} kind="danger" isPending={form.isPending}>
            {t('profile.close.action')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-4">
        <p>{t('profile.close.text')}</p>
        <FormErrors errors={form.problems} />
        <PasswordField {...form.text('password')} required autoComplete="current-password" autoFocus />
      </form>
    </Dialog>
  )
}
