import { Check, Minus } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaProps } from 'react-aria-components/Checkbox'
import { classes } from '#design/web/classes.ts'

export type CheckboxProps = Omit<AriaProps, 'className' | 'children' | 'style'> & {
  readonly children?: ReactNode
  readonly error?: string
  readonly className?: string
}

/** A box to tick, with its words beside it. */
export function Checkbox({ children, error, className, ...props }: CheckboxProps) {
  const noteId = useId()
  return (
    <div className={className}>
      <AriaCheckbox
        {...props}
        isInvalid={error !== undefined}
        aria-describedby={error ? noteId : undefined}
        className="group relative flex min-h-6 items-start gap-2 py-0.5 data-disabled:opacity-50 pointer-coarse:min-h-11 pointer-coarse:items-center"
      >
        {({ isSelected, isIndeterminate }) => (
          <>
            <span className={classes(box, isSelected || isIndeterminate ? ticked : empty)}>
              {isIndeterminate ? (
                <Minus size={12} strokeWidth={3} />
              ) : (
                isSelected && <Check size={12} strokeWidth={3} />
              )}
            </span>
            {children && <span className="min-w-0">{children}</span>}
          </>
        )}
      </AriaCheckbox>
      {error && (
        <p id={noteId} className="pl-6 text-label text-red">
          {error}
        </p>
      )}
    </div>
  )
}

const box =
  'mt-0.5 grid size-4 shrink-0 place-items-center rounded-small border outline-2 outline-offset-1 outline-transparent group-data-focus-visible:outline-brand group-data-invalid:border-red pointer-coarse:mt-0 pointer-coarse:size-5'
const ticked = 'border-brand-fill bg-brand-fill text-on-brand'
const empty = 'border-muted bg-background'
