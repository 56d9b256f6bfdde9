import {
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import { useLanguage } from '#language/web/language.tsx'

type ResizablePanelProps = {
  readonly label: string
  /** Under this name the width is remembered on this device. */
  readonly name: string
  readonly children: ReactNode
  readonly onClose?: () => void
}

const usual = 440
const least = 320
const most = 880
const keyStep = 16

/** A panel at the right of the page, as wide as its reader wants; below 900 px it is the whole page. Esc closes it. */
export function ResizablePanel({ label, name, children, onClose }: ResizablePanelProps) {
  const { t } = useLanguage()
  const [width, setWidth] = useState(() => remembered(name))
  const start = useRef<{ readonly x: number; readonly width: number }>(undefined)
  const change = (next: number) => setWidth(fit(next))
  const panel = useRef<HTMLElement>(null)
  // Asked before the panel is there: what is in it may take the focus as it comes.
  const [before] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    const aside = panel.current
    return () => {
      // Who was in the panel comes back to where it was opened.
      if (aside?.contains(document.activeElement) && before instanceof HTMLElement) before.focus()
    }
  }, [before])

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: keyStep, ArrowRight: -keyStep, Home: most, End: -most }[event.key]
    if (by === undefined) return
    event.preventDefault()
    change(width + by)
    remember(name, fit(width + by))
  }
  const onPointerMove = (event: PointerEvent) => {
    if (start.current) change(start.current.width + start.current.x - event.clientX)
  }
  return (
    <aside
      ref={panel}
      aria-label={label}
      className="relative flex w-(--width) max-w-[60vw] shrink-0 flex-col border-l border-line bg-background max-[900px]:fixed max-[900px]:inset-0 max-[900px]:z-40 max-[900px]:w-full max-[900px]:max-w-none max-[900px]:border-0"
      style={{ '--width': `${width}px` } as CSSProperties}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose?.()
      }}
    >
      <div
        role="separator"
        aria-label={t('design.resizePanel')}
        aria-orientation="vertical"
        aria-valuenow={width}
        aria-valuemin={least}
        aria-valuemax={most}
        tabIndex={0}
        className="absolute inset-y-0 -left-1 z-10 w-2 cursor-col-resize touch-none outline-none hover:bg-[linear-gradient(90deg,transparent_3px,var(--brand)_3px,var(--brand)_5px,transparent_5px)] focus-visible:bg-[linear-gradient(90deg,transparent_3px,var(--brand)_3px,var(--brand)_5px,transparent_5px)] max-[900px]:hidden"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          start.current = { x: event.clientX, width }
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          start.current = undefined
          remember(name, width)
        }}
        onDoubleClick={() => {
          setWidth(usual)
          remember(name, usual)
        }}
      />
      {children}
    </aside>
  )
}

function fit(width: number): number {
  return Math.round(Math.max(least, Math.min(most, width)))
}

function remembered(name: string): number {
  try {
    return fit(Number(window.localStorage.getItem(`panel.${name}`)) || usual)
  } catch {
    return usual
  }
}

function remember(name: string, width: number): void {
  try {
    window.localStorage.setItem(`panel.${name}`, String(width))
  } catch {
    // Without storage the width lasts as long as the panel.
  }
}
