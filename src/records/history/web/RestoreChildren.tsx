import { Button } from '#design/web/button/Button.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { useLanguage } from '#language/web/language.tsx'

type RestoreChildrenProps = {
  readonly count: number
  readonly onAnswer: (withChildren: boolean) => void
  readonly onClose: () => void
}

/** Whether what went to the trash because of a record comes back with it. */
export function RestoreChildren({ count, onAnswer, onClose }: RestoreChildrenProps) {
  const { t } = useLanguage()
  return (
    <Dialog
      isOpen
      width="small"
      title={t('records.trash.withChildren.title')}
      onClose={onClose}
      footer={
        <>
          <Button onPress={() => onAnswer(false)}>{t('records.trash.withChildren.no')}</Button>
          <Button kind="primary" onPress={() => onAnswer(true)}>
            {t('records.trash.withChildren.yes')}
          </Button>
        </>
      }
    >
      <p>{t('records.trash.withChildren.text', { count })}</p>
    </Dialog>
  )
}
