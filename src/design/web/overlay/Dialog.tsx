import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { classes } from '#design/web/theme/classes.ts'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { useLanguage } from '#language/web/language.tsx'

export type DialogProps = {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons at the bottom: the primary one last. */
  readonly footer?: ReactNode
  readonly width?: 'small' | 'medium' | 'large'
  /** `alertdialog` asks something that must be answered: a press outside does not close it. */
  readonly role?: 'dialog' | 'alertdialog'
}

/** A window over the page that must be dealt with first. Esc closes it, focus goes back to where it was. */
export function Dialog({ title, isOpen, onClose, children, footer, width = 'medium', role = 'dialog' }: DialogProps) {
  const { t } = useLanguage()
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={role === 'dialog'}
      className="fixed inset-0 z-50 flex items-start justify-center overflow-auto bg-scrim p-4 pt-[10dvh]"
    >
      <Modal className={classes('w-full animate-appear rounded-card bg-raised text-text shadow-float', widths[width])}>
        <AriaDialog role={role} className="flex max-h-[80dvh] flex-col outline-none">
          <header className="flex items-center justify-between gap-2 py-2 pr-2 pl-4">
            <Heading slot="title" className="truncate text-title font-semibold">
              {title}
            </Heading>
            <IconButton label={t('design.close')} icon={<X />} onPress={onClose} />
          </header>
          <div className="min-h-0 flex-1 overflow-auto px-4 pt-1 pb-4">{children}</div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3">{footer}</footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

const widths = { small: 'max-w-96', medium: 'max-w-140', large: 'max-w-240' }
