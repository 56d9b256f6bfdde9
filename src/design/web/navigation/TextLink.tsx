import type { ComponentPropsWithRef } from 'react'
import { classes } from '#design/web/theme/classes.ts'

/** The look of a link in running text, for links that a router makes. */
export const linkClass =
  'focus-ring rounded-small text-brand underline decoration-1 underline-offset-2 hover:decoration-2'

/** A link in running text. */
export function TextLink({ className, children, ...props }: ComponentPropsWithRef<'a'>) {
  return (
    <a {...props} className={classes(linkClass, className)}>
      {children}
    </a>
  )
}
