import type { ReactNode } from 'react'

/** One thing that can be set or done, with what it means; lines stand in a card, divided. */
export function SettingLine({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="flex min-w-0 max-w-130 flex-col gap-0.5">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-muted">{text}</p>
      </div>
      {children}
    </section>
  )
}
