import { Check, Minus } from 'lucide-react'
import { useEffect, useId, useRef, type ComponentPropsWithRef, type ReactNode } from 'react'
import { classes } from '#design/web/theme/classes.ts'

export type CheckboxProps = Omit<
  ComponentPropsWithRef<'input'>,
  'type' | 'checked' | 'onChange' | 'disabled' | 'children' | 'className' | 'ref'
> & {
  readonly isSelected?: boolean
  readonly isIndeterminate?: boolean
  readonly onChange?: (isSelected: boolean) => void
  readonly isDisabled?: boolean
  readonly children?: ReactNode
  readonly error?: string
  readonly className?: string
}

/** A box to tick, with its words beside it. */
export function Checkbox(props: CheckboxProps) {
  const {
    isSelected = false,
    isIndeterminate = false,
    onChange,
    isDisabled,
    children,
    error,
    className,
    ...native
  } = props
  const noteId = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = isIndeterminate
  }, [isIndeterminate])
  return (
    <div className={className}>
      <label className="relative flex min-h-6 items-start gap-2 py-0.5 has-disabled:opacity-50 pointer-coarse:min-h-11 pointer-coarse:items-center">
        <input
          {...native}
          ref={input}
          type="checkbox"
          checked={isSelected}
          disabled={isDisabled}
          onChange={(event) => onChange?.(event.target.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? noteId : native['aria-describedby']}
          className="peer absolute top-0 left-0 size-6 appearance-none outline-none"
        />
        <span aria-hidden className={classes(box, isSelected || isIndeterminate ? ticked : error ? refused : empty)}>
          {isIndeterminate ? <Minus size={12} strokeWidth={3} /> : isSelected && <Check size={12} strokeWidth={3} />}
        </span>
        {children && <span className="min-w-0">{children}</span>}
      </label>
      {error && (
        <p id={noteId} className="pl-6 text-label text-red">
          {error}
        </p>
      )}
    </div>
  )
}

const box =
  'mt-0.5 grid size-4 shrink-0 place-items-center rounded-small border outline-2 outline-offset-1 outline-transparent peer-focus-visible:outline-brand pointer-coarse:mt-0 pointer-coarse:size-5'
const ticked = 'border-brand-fill bg-brand-fill text-on-brand'
const refused = 'border-red bg-background'
const empty = 'border-muted bg-background'
