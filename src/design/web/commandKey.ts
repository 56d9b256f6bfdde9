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
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') onClose()
      // AltGr tells itself as Control and Alt, and writes.
      if (!event.key[1] && event.ctrlKey === event.altKey && !event.metaKey) typed += event.key
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [onClose])
  return null
}
