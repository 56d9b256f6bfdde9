import { useEffect, useId, useRef, useState, type CSSProperties, type ReactElement } from 'react'
import { createPortal } from 'react-dom'

// Long enough not to flash while the pointer passes by.
const patience = 500
const gap = 6

/** Tells what `children`, which must be focusable, is: after a moment of pointing at it, at once on keyboard focus. Esc hides it. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  const id = useId()
  const box = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [place, setPlace] = useState<CSSProperties>()

  const show = () => {
    const target = box.current?.firstElementChild
    if (target) setPlace(placeAt(target.getBoundingClientRect()))
  }
  const hide = () => {
    clearTimeout(timer.current)
    setPlace(undefined)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const target = box.current?.firstElementChild
    if (!place || !target || target.getAttribute('aria-label') === text) return
    target.setAttribute('aria-describedby', id)
    return () => target.removeAttribute('aria-describedby')
  }, [place, id, text])
  return (
    <span
      ref={box}
      className="contents"
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') timer.current = setTimeout(show, patience)
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) show()
      }}
      onBlur={hide}
      onKeyDown={(event) => {
        if (event.key === 'Escape') hide()
      }}
    >
      {children}
      {place &&
        createPortal(
          <span
            id={id}
            role="tooltip"
            style={place}
            className="pointer-events-none fixed z-70 max-w-72 -translate-x-1/2 rounded-control bg-text px-2 py-1 text-label text-background"
          >
            {text}
          </span>,
          document.body,
        )}
    </span>
  )
}

function placeAt({ left, right, top, bottom }: DOMRect): CSSProperties {
  const middle = Math.max(60, Math.min(window.innerWidth - 60, (left + right) / 2))
  // Below, or above where there is no room below.
  const isLow = bottom > window.innerHeight - 48
  return isLow ? { left: middle, bottom: window.innerHeight - top + gap } : { left: middle, top: bottom + gap }
}
