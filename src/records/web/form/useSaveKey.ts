import { useEffect, useEffectEvent } from 'react'
import { letterKey } from '#design/letterKey.ts'

/** Ctrl S, or Cmd S, saves what the page holds. */
export function useSaveKey(save: () => void): void {
  const onSave = useEffectEvent(save)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || letterKey(event) !== 's') return
      event.preventDefault()
      // What is being typed counts too, so its control is left first.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      setTimeout(() => onSave())
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
