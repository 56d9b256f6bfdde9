import type { ReactNode } from 'react'
import { Switch as AriaSwitch, type SwitchProps as AriaProps } from 'react-aria-components/Switch'
import { classes } from '#design/web/classes.ts'

/** Turns something on or off at once, without a Save. */
export function Switch({
  children,
  className,
  ...props
}: Omit<AriaProps, 'className' | 'children' | 'style'> & { children?: ReactNode; className?: string }) {
  return (
    <AriaSwitch
      {...props}
      className={classes(
        'group relative inline-flex min-h-6 items-center gap-2 data-disabled:opacity-50 pointer-coarse:min-h-11',
        className,
      )}
    >
      <span className="flex h-4.5 w-8 shrink-0 items-center rounded-full bg-muted p-0.5 outline-2 outline-offset-1 outline-transparent transition-colors group-data-focus-visible:outline-brand group-data-selected:bg-brand-fill">
        <span className="size-3.5 rounded-full bg-[#fff] transition-transform group-data-selected:translate-x-3.5" />
      </span>
      {children}
    </AriaSwitch>
  )
}
