import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classes } from '#design/web/theme/classes.ts'

type NavLineProps = {
  readonly href: string
  readonly icon: ReactNode
  readonly label: string
  readonly isExact?: boolean
  readonly children?: ReactNode
}

/** A line of the sidebar that leads to a page; marked while that page, or one below it, is open. */
export function NavLine({ href, icon, label, isExact = false, children }: NavLineProps) {
  return (
    <li>
      <Link
        to={href}
        activeOptions={{ exact: isExact, includeSearch: false }}
        activeProps={{ className: 'bg-sunken font-medium', 'aria-current': 'page' }}
        className={classes(
          'focus-ring flex h-7 items-center gap-2 rounded-control px-2 hover:bg-sunken pointer-coarse:h-11',
          '[&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted',
        )}
      >
        {icon}
        <span className="min-w-0 flex-1 truncate">{label}</span>
        {children}
      </Link>
    </li>
  )
}
