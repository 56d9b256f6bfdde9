import type { ReactElement, ReactNode } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover as AriaPopover } from 'react-aria-components/Popover'
import { classes, floating } from '#design/web/classes.ts'
import { PopupTrigger } from '#design/web/PopupTrigger.tsx'

type PopoverProps = {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly label: string
  readonly children: ReactNode
  readonly placement?: 'bottom start' | 'bottom end' | 'top start' | 'right top'
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
  readonly className?: string
}

/** Something small that floats beside the button that opened it. Esc or a press outside closes it. */
export function Popover({
  trigger,
  label,
  children,
  placement = 'bottom start',
  isOpen,
  onOpenChange,
  className,
}: PopoverProps) {
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <PopupTrigger>{trigger}</PopupTrigger>
      <AriaPopover placement={placement} offset={4} className={classes(floating, 'max-w-[calc(100vw-16px)]')}>
        <Dialog aria-label={label} className={classes('p-3 outline-none', className)}>
          {children}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  )
}
