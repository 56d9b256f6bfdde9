import type { ReactNode } from 'react'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

type AccessDialogProps = {
  readonly title: string
  readonly action: string
  readonly kind?: 'primary' | 'danger'
  readonly error: unknown
  readonly isPending: boolean
  readonly isDisabled?: boolean
  readonly onSave: () => void
  readonly onClose: () => void
  /** Other things to do, at the left of the footer. */
  readonly others?: ReactNode
  readonly children: ReactNode
}

/** A dialog that changes something about rights: its fields, why it was refused, and the button that does it. */
export function AccessDialog(props: AccessDialogProps) {
  const { title, action, kind = 'primary', error, isPending, isDisabled, onSave, onClose, others, children } = props
  const { t } = useLanguage()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <>
          {others && <span className="mr-auto flex flex-wrap gap-2">{others}</span>}
          <span className="ml-auto flex gap-2">
            <Button onPress={onClose}>{t('design.cancel')}</Button>
            <Button kind={kind} isPending={isPending} isDisabled={isDisabled ?? false} onPress={onSave}>
              {action}
            </Button>
          </span>
        </>
      }
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending && !isDisabled) onSave()
        }}
      >
        {Boolean(error) && <Banner kind="error">{sayFault(t, error).text}</Banner>}
        {children}
      </form>
    </Dialog>
  )
}
