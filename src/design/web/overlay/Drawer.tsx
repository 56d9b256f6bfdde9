import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'

type DrawerProps = {
  readonly label: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The sidebar of a phone: over the page from its left edge. Esc or a press beside it closes it. */
export function Drawer({ label, isOpen, onClose, children }: DrawerProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className="fixed inset-0 z-50 bg-scrim"
    >
      <Modal className="h-full w-72 max-w-[85vw] overflow-auto bg-subtle text-text shadow-float">
        <Dialog aria-label={label} className="h-full outline-none">
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
