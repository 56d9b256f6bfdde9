import { useEffect, useId } from 'react'

const unsaved = new Set<string>()

/** True while something on the page would be lost by leaving it. */
export function hasUnsavedWork(): boolean {
  return unsaved.size > 0
}

/** Marks something as unsaved until the answer is called. */
export function markUnsavedWork(name: string): () => void {
  if (unsaved.size === 0) window.addEventListener('beforeunload', ask)
  unsaved.add(name)
  return () => {
    unsaved.delete(name)
    if (unsaved.size === 0) window.removeEventListener('beforeunload', ask)
  }
}

/** Marks this component's work as unsaved while `dirty`: a new build then waits, and the browser asks before leaving. */
export function useUnsavedWork(dirty: boolean): void {
  const name = useId()
  useEffect(() => (dirty ? markUnsavedWork(name) : undefined), [dirty, name])
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
