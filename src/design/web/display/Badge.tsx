import type { ReactNode } from 'react'
import { classes } from '#design/web/theme/classes.ts'

/** A status by its colour; the word in it says it too. */
export type Tint = 'green' | 'amber' | 'red' | 'grey' | 'brand'

/** A word on its colour. */
export function Badge({ tint = 'grey', icon, children }: { tint?: Tint; icon?: ReactNode; children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-flex h-5 max-w-full items-center gap-1 rounded-small px-1.5 text-label font-medium [&>svg]:size-3',
        tints[tint],
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  )
}

const tints: Record<Tint, string> = {
  green: 'bg-green-tint text-green',
  amber: 'bg-amber-tint text-amber',
  red: 'bg-red-tint text-red',
  grey: 'bg-grey-tint text-grey',
  brand: 'bg-selection text-brand',
}
