import { useEffect, useLayoutEffect } from 'react'

/** Opens the palette with Ctrl K (or ⌘ K), wherever the focus is. */
export function useCommandKey(onOpen: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      onOpen()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [onOpen])
}

let typed = ''

/** What was typed while the palette was loading, once. */
export function takeTyped(): string {
  const text = typed
  typed = ''
  return text
}

/** Stands in for a palette that is still loading: every key is kept for it, none reaches the page behind. */
export function TypingAhead({ onClose }: { onClose: () => void }) {
  useLayoutEffect(() => {
    typed = ''
    const listen = (event: KeyboardEvent) => {
      const { key } = event
      event.preventDefault()
      event.stopImmediatePropagation()
      if (key === 'Escape') onClose()
      else if (key === 'Backspace') typed = typed.slice(0, -1)
      // AltGr tells itself as Control and Alt, and writes.
      else if (key.length === 1 && event.ctrlKey === event.altKey && !event.metaKey) typed += key
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [onClose])
  return null
}
