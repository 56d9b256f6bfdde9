import type { ReactNode } from 'react'

/** The one column of an auth page: title, a sentence, the form, and the other ways on below. */
export function AuthCard({
  title,
  lead,
  children,
  below,
}: {
  title: string
  lead?: ReactNode
  children: ReactNode
  below?: ReactNode
}) {
  return (
    <div className="flex w-full max-w-90 flex-col gap-4">
      <div className="flex flex-col gap-1 text-center">
        <h1 className="text-auth font-semibold">{title}</h1>
        {lead && <p className="text-balance text-muted">{lead}</p>}
      </div>
      <div className="flex flex-col gap-4 rounded-card border border-line bg-background p-6 max-sm:p-4">{children}</div>
      {below && <p className="text-center text-muted">{below}</p>}
    </div>
  )
}
