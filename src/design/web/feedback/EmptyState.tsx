import type { ReactNode } from 'react'

/** What stands where a list has nothing: one sentence, one action, perhaps a second way. */
export function EmptyState({ icon, text, children }: { icon?: ReactNode; text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center justify-center gap-3 px-6 py-16 text-center">
      {icon && <span className="text-muted [&>svg]:size-8 [&>svg]:stroke-[1.5]">{icon}</span>}
      <p className="max-w-96 text-balance text-muted">{text}</p>
      {children && <div className="flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}
