import { LoaderCircle } from 'lucide-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classes } from '#design/web/theme/classes.ts'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'quietDanger' | 'danger'

export type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'children'> & {
  readonly kind?: ButtonKind
  readonly icon?: ReactNode
  readonly children?: ReactNode
  readonly onPress?: () => void
  readonly isDisabled?: boolean
  readonly isPending?: boolean
}

/** A button. While `isPending` it keeps its place and focus, and does nothing when pressed. */
export function Button(props: ButtonProps) {
  const { kind = 'secondary', icon, children, className, onPress, onClick, isDisabled, isPending, ...native } = props
  return (
    <button
      type="button"
      {...native}
      disabled={isDisabled}
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
      onClick={(event) => {
        if (isPending) {
          // Nor may it send its form a second time.
          event.preventDefault()
          return
        }
        onClick?.(event)
        onPress?.()
      }}
      className={classes(base, kinds[kind], className)}
    >
      {isPending ? <LoaderCircle size={16} className="animate-spin" aria-hidden /> : icon}
      {children}
    </button>
  )
}

const base =
  'focus-ring inline-flex h-control shrink-0 items-center justify-center gap-1.5 rounded-control border px-3 font-medium whitespace-nowrap select-none transition-colors disabled:opacity-50 [&>svg]:size-4 [&>svg]:shrink-0'

const kinds: Record<ButtonKind, string> = {
  primary:
    'border-transparent bg-brand-fill text-on-brand enabled:hover:bg-[color-mix(in_srgb,var(--brand-fill)_90%,black)] enabled:active:bg-[color-mix(in_srgb,var(--brand-fill)_80%,black)]',
  secondary:
    'border-control-line bg-background text-text enabled:hover:bg-subtle enabled:active:bg-sunken aria-expanded:bg-sunken',
  quiet: 'border-transparent bg-transparent text-text enabled:hover:bg-sunken aria-expanded:bg-sunken',
  quietDanger: 'border-transparent bg-transparent text-red enabled:hover:bg-red-tint',
  danger:
    'border-transparent bg-red-fill text-on-brand enabled:hover:bg-[color-mix(in_srgb,var(--red-fill)_90%,black)] enabled:active:bg-[color-mix(in_srgb,var(--red-fill)_80%,black)]',
}
