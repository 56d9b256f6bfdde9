import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classes } from '#design/web/theme/classes.ts'

export type SwitchProps = Omit<
  ComponentPropsWithRef<'input'>,
  'type' | 'role' | 'checked' | 'onChange' | 'disabled' | 'children' | 'className'
> & {
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
  readonly isDisabled?: boolean
  readonly children?: ReactNode
  readonly className?: string
}

/** Turns something on or off at once, without a Save. */
export function Switch({ isSelected, onChange, isDisabled, children, className, ...native }: SwitchProps) {
  return (
    <label
      className={classes(
        'relative inline-flex min-h-6 items-center gap-2 has-disabled:opacity-50 pointer-coarse:min-h-11',
        className,
      )}
    >
      <input
        {...native}
        type="checkbox"
        role="switch"
        aria-checked={isSelected}
        checked={isSelected}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
        className="peer absolute top-0 left-0 h-full w-8 appearance-none outline-none"
      />
      <span
        aria-hidden
        className="flex h-4.5 w-8 shrink-0 items-center rounded-full bg-muted/75 p-0.5 outline-2 outline-offset-1 outline-transparent transition-colors peer-checked:bg-brand-fill peer-focus-visible:outline-brand peer-checked:[&>span]:translate-x-3.5"
      >
        <span className="size-3.5 rounded-full bg-on-brand transition-transform" />
      </span>
      {children}
    </label>
  )
}
