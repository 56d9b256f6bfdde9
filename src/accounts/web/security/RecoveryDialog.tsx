import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { CopyLine } from '#design/web/button/CopyLine.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** The recovery codes, this once. */
export function RecoveryDialog({
  codes,
  onClose,
}: {
  readonly codes: readonly string[]
  readonly onClose: () => void
}) {
  const { t } = useLanguage()
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={t('identity.totp.codes')}
      onClose={onClose}
      footer={
        <Button kind="primary" onPress={onClose}>
          {t('identity.totp.kept')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Banner kind="warning">{t('identity.totp.codesText')}</Banner>
        <CopyLine label={t('identity.totp.codes')} text={codes.join('\n')} />
      </div>
    </Dialog>
  )
}
