import type { ReactNode } from 'react'
import { Popover } from 'react-aria-components/Popover'
import { classes, floating } from '#design/web/theme/classes.ts'
import type { PopoverProps } from '#design/web/overlay/Popover.tsx'
import type { Opened } from '#design/web/overlay/PopupTrigger.tsx'

type FloatingProps = Pick<PopoverProps, 'label' | 'placement' | 'className'> & Opened & { readonly children: ReactNode }

/** The box beside a button that opened it: of a menu, or of anything else. */
export function Floating({
  label,
  placement = 'bottom start',
  className,
  triggerRef,
  onClose,
  children,
}: FloatingProps) {
  return (
    <Popover
      isOpen
      aria-label={label}
      triggerRef={triggerRef}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement={placement}
      offset={4}
      className={classes(floating, className)}
    >
      {children}
    </Popover>
  )
}
