import type { ReactNode } from 'react'

/** A part of a view's settings under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2 [&>div]:w-full">
      <h3 className="text-section font-semibold text-muted">{title}</h3>
      {children}
    </section>
  )
}
