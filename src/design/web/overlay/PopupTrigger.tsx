import {
  cloneElement,
  Suspense,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react'
import type { ButtonProps } from '#design/web/button/Button.tsx'

/** What the popup is told by the button that opened it. */
export type Opened = { readonly triggerRef: RefObject<HTMLElement | null>; readonly onClose: () => void }

type PopupTriggerProps = {
  /** One of our buttons. */
  readonly trigger: ReactElement
  readonly kind: 'menu' | 'dialog'
  /** Fetches the code of the popup; called as soon as the button is pointed at or focused. */
  readonly load: () => Promise<unknown>
  readonly isOpen?: boolean | undefined
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined
  readonly children: (opened: Opened) => ReactNode
}

/** A button that opens a popup, whose code is loaded no sooner than someone comes near the button. */
export function PopupTrigger({ trigger, kind, load, isOpen, onOpenChange, children }: PopupTriggerProps) {
  const [isOpenHere, setOpenHere] = useState(false)
  const triggerRef = useRef<HTMLButtonElement>(null)
  const isShown = isOpen ?? isOpenHere
  const change = (next: boolean) => {
    setOpenHere(next)
    onOpenChange?.(next)
  }
  // What fails here fails again, and is told, when the popup opens.
  const prepare = () => void load().catch(() => undefined)
  return (
    <>
      {cloneElement(trigger as ReactElement<ButtonProps>, {
        ref: triggerRef,
        'aria-haspopup': kind,
        'aria-expanded': isShown,
        onPointerEnter: prepare,
        onFocus: prepare,
        onClick: (event: MouseEvent<HTMLButtonElement>) => {
          // Safari does not focus what is pressed; the popup gives the focus back to where it was.
          event.currentTarget.focus()
          change(!isShown)
        },
        onKeyDown: (event: KeyboardEvent) => {
          if (kind !== 'menu' || isShown || !['ArrowDown', 'ArrowUp'].includes(event.key)) return
          event.preventDefault()
          change(true)
        },
      })}
      {isShown && <Suspense>{children({ triggerRef, onClose: () => change(false) })}</Suspense>}
    </>
  )
}
