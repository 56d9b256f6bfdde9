import type { Activators, SensorInstance, SensorProps } from '@dnd-kit/core'

// Specification 9: what a finger does before it drags.
/** Milliseconds for which a thing is held before it is taken. */
export const holdTime = 400
/** Pixels that a finger may stray while it holds; beyond them it scrolls. */
export const holdMargin = 25
/** Pixels that a finger goes before what it has taken goes with it. */
export const startDistance = 5
/** Milliseconds after which a thing that is held where it lies shows its menu. */
export const menuTime = 900

type Point = { readonly x: number; readonly y: number }

/**
 * A finger on something that can be dragged: it takes what it holds for a while and drags what it has taken. Where it holds
 * on without dragging, the thing is put back and asked for its menu.
 */
export class HeldTouch implements SensorInstance {
  static readonly activators: Activators<object> = [
    {
      eventName: 'onTouchStart',
      handler: ({ nativeEvent: { touches } }: { nativeEvent: TouchEvent }) => touches.length === 1,
    },
  ]

  // Safari lets a scroll be prevented only where such a listener stood before the touch began.
  static setup(): () => void {
    const listener = () => undefined
    window.addEventListener('touchmove', listener, { passive: false })
    return () => window.removeEventListener('touchmove', listener)
  }

  readonly autoScrollEnabled = true
  readonly #props: SensorProps<object>
  readonly #from: Point
  #at: Point
  readonly #listening = new AbortController()
  readonly #timers: readonly ReturnType<typeof setTimeout>[]
  #step: 'waiting' | 'taken' | 'dragging' | 'left' = 'waiting'

  constructor(props: SensorProps<object>) {
    const { event, active, onPending } = props
    this.#props = props
    this.#from = pointOf(event) ?? { x: 0, y: 0 }
    this.#at = this.#from
    this.#timers = [setTimeout(() => this.#take(), holdTime), setTimeout(() => this.#showMenu(), menuTime)]
    const { signal } = this.#listening
    const { target } = event
    target?.addEventListener('touchmove', (moved) => this.#move(moved), { passive: false, signal })
    target?.addEventListener('touchend', (ended) => this.#end(ended), { passive: false, signal })
    target?.addEventListener('touchcancel', () => this.#cancel(), { signal })
    window.addEventListener('resize', () => this.#cancel(), { signal })
    document.addEventListener('visibilitychange', () => this.#cancel(), { signal })
    window.addEventListener('contextmenu', keepAway, { signal, capture: true })
    onPending(active, { delay: holdTime, tolerance: holdMargin }, this.#from)
  }

  #take(): void {
    this.#step = 'taken'
    document.getSelection()?.removeAllRanges()
    this.#props.onStart(this.#from)
    this.#drag()
  }

  #drag(): void {
    if (this.#step === 'taken' && this.#gone() < startDistance) return
    this.#step = 'dragging'
    this.#props.onMove(this.#at)
  }

  #move(event: Event): void {
    this.#at = pointOf(event) ?? this.#at
    if (this.#step === 'waiting') return this.#gone() > holdMargin ? this.#cancel() : undefined
    if (event.cancelable) event.preventDefault()
    if (this.#step !== 'left') this.#drag()
  }

  /** How far the finger is from where it came down. */
  #gone(): number {
    return Math.hypot(this.#at.x - this.#from.x, this.#at.y - this.#from.y)
  }

  #end(event: Event): void {
    // A finger that took the thing presses nothing as it leaves.
    if (this.#step !== 'waiting' && event.cancelable) event.preventDefault()
    if (this.#step !== 'dragging') return this.#cancel()
    this.#leave()
    this.#props.onEnd()
  }

  #showMenu(): void {
    if (this.#step === 'dragging') return
    this.#putBack()
    const { x: clientX, y: clientY } = this.#from
    const asked = new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY })
    this.#props.event.target?.dispatchEvent(asked)
  }

  #cancel(): void {
    this.#leave()
    if (this.#step !== 'left') this.#putBack()
  }

  #putBack(): void {
    const { active, onAbort, onCancel } = this.#props
    if (this.#step === 'waiting') onAbort(active)
    this.#step = 'left'
    onCancel()
  }

  #leave(): void {
    this.#listening.abort()
    for (const timer of this.#timers) clearTimeout(timer)
  }
}

/** The browser's own menu comes at a time of its own. */
function keepAway(asked: Event): void {
  if (!asked.isTrusted) return
  asked.preventDefault()
  asked.stopPropagation()
}

function pointOf(event: Event): Point | undefined {
  const touch = 'touches' in event ? (event as TouchEvent).touches[0] : undefined
  return touch && { x: touch.clientX, y: touch.clientY }
}
