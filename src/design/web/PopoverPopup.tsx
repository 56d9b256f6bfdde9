import { Popover } from 'react-aria-components/Popover'
import { classes, floating } from '#design/web/classes.ts'
import type { PopoverProps } from '#design/web/Popover.tsx'
import type { Opened } from '#design/web/PopupTrigger.tsx'

type PopoverPopupProps = Omit<PopoverProps, 'trigger' | 'isOpen' | 'onOpenChange'> & Opened

/** What a Popover shows while it is open. */
export function PopoverPopup(props: PopoverPopupProps) {
  const { label, children, placement = 'bottom start', className, triggerRef, onClose } = props
  return (
    <Popover
      isOpen
      aria-label={label}
      triggerRef={triggerRef}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement={placement}
      offset={4}
      className={classes(floating, 'max-w-[calc(100vw-16px)] outline-none')}
    >
      <div className={classes('p-3', className)}>{children}</div>
    </Popover>
  )
}
