import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaProps } from 'react-aria-components/Button'
import { LoaderCircle } from 'lucide-react'
import { classes } from '#design/web/classes.ts'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

export type ButtonProps = Omit<AriaProps, 'className' | 'children' | 'style'> & {
  readonly kind?: ButtonKind
  readonly icon?: ReactNode
  readonly children?: ReactNode
  readonly className?: string
}

/** A button. While `isPending` it keeps its place and focus, and does nothing when pressed. */
export function Button({ kind = 'secondary', icon, children, className, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={classes(base, kinds[kind], className)}>
      {({ isPending }) => (
        <>
          {isPending ? <LoaderCircle size={16} className="animate-spin" aria-hidden /> : icon}
          {children}
        </>
      )}
    </AriaButton>
  )
}

const base =
  'focus-ring inline-flex h-control shrink-0 items-center justify-center gap-1.5 rounded-control border px-3 font-medium whitespace-nowrap select-none transition-colors [&>svg]:size-4 [&>svg]:shrink-0 data-disabled:opacity-50'

const kinds: Record<ButtonKind, string> = {
  primary:
    'border-transparent bg-brand-fill text-on-brand data-hovered:bg-[color-mix(in_srgb,var(--brand-fill)_90%,black)] data-pressed:bg-[color-mix(in_srgb,var(--brand-fill)_80%,black)]',
  secondary: 'border-control-line bg-background text-text data-hovered:bg-subtle data-pressed:bg-sunken',
  quiet: 'border-transparent bg-transparent text-text data-hovered:bg-sunken data-pressed:bg-sunken',
  danger:
    'border-transparent bg-red-fill text-on-brand data-hovered:bg-[color-mix(in_srgb,var(--red-fill)_90%,black)] data-pressed:bg-[color-mix(in_srgb,var(--red-fill)_80%,black)]',
}
