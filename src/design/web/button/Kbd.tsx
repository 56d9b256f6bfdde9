import type { ReactNode } from 'react'

/** A key or keys to press. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className="shrink-0 font-sans text-section text-muted">{children}</kbd>
}
