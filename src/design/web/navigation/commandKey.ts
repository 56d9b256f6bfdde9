import { useEffect, useLayoutEffect } from 'react'
import { letterKey } from '#design/letterKey.ts'

/** Opens the palette with Ctrl K (or ⌘ K), wherever the focus is. */
export function useCommandKey(onOpen: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (letterKey(event) !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      onOpen()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [onOpen])
}

/** What was typed, how many lines down was gone, and whether Enter ended it. */
type Typed = { readonly text: string; readonly lines: number; readonly isEntered: boolean }

const nothing: Typed = { text: '', lines: 0, isEntered: false }
let typed = nothing

/** What was typed while the palette was loading, once. */
export function takeTyped(): Typed {
  const taken = typed
  typed = nothing
  return taken
}

/** Stands in for a palette that is still loading: every key is kept for it, none reaches the page behind. */
export function TypingAhead({ onClose }: { onClose: () => void }) {
  useLayoutEffect(() => {
    typed = nothing
    const listen = (event: KeyboardEvent) => {
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') onClose()
      if (!typed.isEntered) typed = after(event)
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [onClose])
  return null
}

function after({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): Typed {
  const { text, lines } = typed
  // AltGr tells itself as Control and Alt, and writes.
  if (!key[1] && ctrlKey === altKey && !metaKey) return { ...nothing, text: text + key }
  if (key === 'Backspace') return { ...nothing, text: text.slice(0, -1) }
  if (key === 'Enter') return { ...typed, isEntered: true }
  return { ...typed, lines: lines + (key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0) }
}
