import { useState } from 'react'
import { useConfirmed } from '#accounts/web/security/ConfirmMe.tsx'
import { closeAccount } from '#accounts/web/profile/profile.client.ts'
import { Button } from '#design/web/button/Button.tsx'
import { confirm } from '#design/web/overlay/confirm.ts'
import { FormSection } from '#design/web/layout/FormSection.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useGo } from '#platform/web/routeParams.ts'
import { saveFile } from '#platform/web/saveFile.ts'
import { sayFault } from '#platform/web/sayFault.ts'

/** The person's data as a file, and the end of the account. */
export function CloseSection() {
  const { t } = useLanguage()
  const go = useGo()
  const confirmed = useConfirmed()
  const [isClosing, setClosing] = useState(false)
  const save = () =>
    saveFile('/user/v1/me/export', 'lintel-account.json').catch((error: unknown) =>
      toast({ kind: 'failed', text: sayFault(t, error).text }),
    )
  const close = async () => {
    const question = {
      title: t('profile.close.sure'),
      text: t('profile.close.text'),
      action: t('profile.close.action'),
      danger: true,
    }
    if (!(await confirm(question))) return
    setClosing(true)
    const isClosed = await confirmed(async () => {
      await closeAccount()
      return true
    })
    setClosing(false)
    if (isClosed) go('/auth/signout')
  }
  return (
    <>
      <FormSection title={t('profile.data.title')} text={t('profile.data.text')}>
        <div>
          <Button onPress={() => void save()}>{t('profile.data.action')}</Button>
        </div>
      </FormSection>
      <FormSection kind="danger" title={t('profile.close.title')} text={t('profile.close.text')}>
        <div>
          <Button kind="danger" isPending={isClosing} onPress={() => void close()}>
            {t('profile.close.action')}
          </Button>
        </div>
      </FormSection>
    </>
  )
}
