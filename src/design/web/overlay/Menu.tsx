import { lazy, type ReactElement, type ReactNode } from 'react'
import { PopupTrigger } from '#design/web/overlay/PopupTrigger.tsx'

/** One line of a menu. */
export type MenuAction = {
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  /** A second, quieter text. */
  readonly detail?: string
  /** The keys that do the same. */
  readonly keys?: string
  readonly danger?: boolean
  readonly isDisabled?: boolean
  readonly isSelected?: boolean
  readonly href?: string
  readonly onAction?: () => void
}

/** Lines that belong together, with a line between them and the next. */
export type MenuGroup = { readonly id: string; readonly title?: string; readonly actions: readonly MenuAction[] }

export type MenuProps = {
  /** The button that opens the menu. */
  readonly trigger: ReactElement
  readonly label: string
  readonly groups: readonly MenuGroup[]
  readonly placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end'
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
}

const load = () => import('#design/web/overlay/MenuPopup.tsx')
const MenuPopup = lazy(async () => ({ default: (await load()).MenuPopup }))

/** A button with a list of things to do. */
export function Menu({ trigger, isOpen, onOpenChange, ...popup }: MenuProps) {
  return (
    <PopupTrigger kind="menu" {...{ trigger, load, isOpen, onOpenChange }}>
      {(opened) => <MenuPopup {...popup} {...opened} />}
    </PopupTrigger>
  )
}
