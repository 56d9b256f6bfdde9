import type { ReactNode } from 'react'

/** A part of a page that shows controls, under its heading. */
export function GuideSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <h2 className="border-b border-line pb-2 text-title font-semibold">{title}</h2>
      {children}
    </section>
  )
}
