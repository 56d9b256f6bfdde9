import { classes } from '#design/web/theme/classes.ts'
import { Floating } from '#design/web/overlay/Floating.tsx'
import type { PopoverProps } from '#design/web/overlay/Popover.tsx'
import type { Opened } from '#design/web/overlay/PopupTrigger.tsx'

type PopoverPopupProps = Omit<PopoverProps, 'trigger' | 'isOpen' | 'onOpenChange'> & Opened

/** What a Popover shows while it is open. */
export function PopoverPopup({ children, className, ...popup }: PopoverPopupProps) {
  return (
    <Floating {...popup} className="max-w-[calc(100vw-16px)] outline-none">
      <div className={classes('p-3', className)}>{children}</div>
    </Floating>
  )
}
