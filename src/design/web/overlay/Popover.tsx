import { lazy, type ReactElement, type ReactNode } from 'react'
import { PopupTrigger } from '#design/web/overlay/PopupTrigger.tsx'

export type PopoverProps = {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly label: string
  readonly children: ReactNode
  readonly placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right top'
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
  readonly className?: string
}

const load = () => import('#design/web/overlay/PopoverPopup.tsx')
const PopoverPopup = lazy(async () => ({ default: (await load()).PopoverPopup }))

/** Something small that floats beside the button that opened it. Esc or a press outside closes it. */
export function Popover({ trigger, isOpen, onOpenChange, ...popup }: PopoverProps) {
  return (
    <PopupTrigger kind="dialog" {...{ trigger, load, isOpen, onOpenChange }}>
      {(opened) => <PopoverPopup {...popup} {...opened} />}
    </PopupTrigger>
  )
}
